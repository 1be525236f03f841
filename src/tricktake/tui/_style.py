"""How the screen looks, as a style sheet of the toolkit."""

from __future__ import annotations

__all__ = ["CSS"]

CSS = """
Screen { background: #0a241d; color: #dfe8e0; }
#head { height: 1; background: #14201c; color: #dfe8e0; padding: 0 1; }
#middle { height: 1fr; }
#mid { width: 1fr; height: 1fr; layers: base over; align: center middle; }
#felt { layer: base; width: 1fr; height: 1fr; background: #0d3b2e; }
#over { layer: over; width: auto; max-width: 100%; height: auto; background: #10231d; border: round #ffd75f;
        padding: 0 1; display: none; }
#side { width: 29; height: 1fr; background: #10231d; padding: 0 1; }
#info { height: auto; }
#hint { height: auto; border: round #ffd75f; display: none; }
#choices { height: auto; border: round #6fa58b; border-title-color: #ffd75f; border-title-style: bold;
           display: none; }
#choices .lines { height: auto; text-align: center; }
.row { height: 1; align: center middle; }
.head { width: 2; height: 1; color: #dfe8e0; }
.cell { height: 1; background: #1d3b31; color: #f0ede2; }
.cell.-illegal { background: #14261f; color: #6d8a7c; }
.cell.-advised { text-style: bold underline; background: #3d5a2a; }
.cell:hover { background: #2f5d4d; }
.cell:focus { background: #ffd75f; color: #15181a; text-style: bold; }
.cell.-illegal:focus { background: #6f6a45; color: #15181a; }
.cards { height: 3; align: center middle; background: #0a241d; }
#own { display: none; }
.card { height: 2; margin: 1 1 0 0; background: #f4f1e6; color: #15181a; }
.card.-illegal { background: #6f7d74; color: #39433d; }
.card.-back { background: #27517a; color: #5f8fbf; }
.card.-new { background: #fff3c4; }
.card.-picked { margin: 0 1 1 0; background: #ffd75f; }
.card.-advised { background: #c9f0c1; }
.card:hover { background: #ffffff; }
.card.-illegal:hover { background: #87948b; }
.card:focus { background: #ffc93c; text-style: bold underline; }
.card.-illegal:focus { background: #a8935a; }
#open { height: auto; display: none; background: #14302a; padding: 0 1; }
#say { height: 2; background: #14201c; padding: 0 1; }
#typed { height: 1; border: none; padding: 0 1; background: #24352e; display: none; }
#typed:focus { border: none; }
#keys { height: 1; background: #0a1512; color: #8fb3a1; padding: 0 1; }
#small { display: none; width: 100%; height: 100%; align: center middle; content-align: center middle; }
Screen.-small #small { display: block; }
Screen.-small #table { display: none; }
Sheet, Curtain, Ask { align: center middle; }
Sheet { background: #0a1512 70%; }
Ask { background: #0a1512 70%; }
Curtain { background: #0a1512; }
.sheet { width: auto; min-width: 40; max-width: 96%; height: auto; max-height: 92%; border: round #6fa58b;
         border-title-color: #ffd75f; border-title-style: bold; border-subtitle-color: #8fb3a1;
         background: #10231d; padding: 0 2; }
.sheet Static { width: auto; height: auto; }
.sheet Input { width: 60; max-width: 100%; border: none; height: 1; background: #24352e; }
.-plain .sheet, .-plain #choices, .-plain #hint, .-plain #over { border: ascii #6fa58b; }
.-plain .sheet { scrollbar-size: 0 0; }
"""
"""The style sheet."""
