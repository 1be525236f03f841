"""Advice as text, data and pictures."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from advisor.positions import VIEWS, advice_on
from tricktake.advisor import Advice, TrickShares
from tricktake.advisor._words import in_signs

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", VIEWS)
def test_text_is_aligned(name: str) -> None:
    text = advice_on(name).to_text()
    assert text.isascii()
    assert text.endswith("\n")
    lines = text.splitlines()
    assert max(map(len, lines)) <= 96
    assert not any(line != line.rstrip() for line in lines)
    assert any(line.startswith("Recommended: ") for line in lines)
    signs = advice_on(name).to_text(signs=True)
    assert [len(line) for line in signs.splitlines()] == [len(line) for line in lines]
    assert not re.search(r"(?<!-)\b[SCDH](?:10|[2-9AKQJ])\b", signs)


def test_signs() -> None:
    assert in_signs("6S 10NT SA S10 put H4 D10; 1F 2F M-SK 6S-SK JK:H name C") == (
        "6♠ 10NT ♠A ♠10 put ♥4 ♦10; 1F 2F M-SK 6♠-SK JK:♥ name ♣"
    )


def test_rows() -> None:
    advice = advice_on("opening")
    assert "and 50 more" in advice.to_text(rows=3)
    assert " more" not in advice.to_text(rows=100)
    assert len(advice.to_text(rows=0).splitlines()) < len(advice.to_text(rows=3).splitlines())


def test_the_note_on_a_pass() -> None:
    assert "After a pass: 7S of seat 0 as the contract." in advice_on("over the partner").to_text()
    assert "After a pass" not in advice_on("opening").to_text()


@pytest.mark.parametrize("name", VIEWS)
def test_data_is_json(name: str) -> None:
    advice = advice_on(name)
    data = json.loads(json.dumps(advice.data(), allow_nan=False))
    assert data["best"] == advice.best.text
    assert [option["action"] for option in data["options"]] == [
        option.action.text for option in advice.options
    ]
    assert type(advice.view).from_text(data["view"]) == advice.view
    assert len(data["discards"]) == len(advice.discards)


def _parsed(advice: Advice) -> ElementTree.Element:
    text = advice.to_svg()
    assert text == advice.to_svg()
    return ElementTree.fromstring(text)


@pytest.mark.parametrize("name", VIEWS)
def test_svg_is_well_formed_and_inside_its_frame(name: str) -> None:
    root = _parsed(advice_on(name))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for rect in root.iter(f"{SVG}rect"):
        left, top = float(rect.get("x", 0)), float(rect.get("y", 0))
        assert 0 <= left <= left + float(rect.attrib["width"]) <= width
        assert 0 <= top <= top + float(rect.attrib["height"]) <= height
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.attrib["x"]) <= width
        assert 0 <= float(text.attrib["y"]) <= height
    assert len(root.findall(f"{SVG}rect[@class='best']")) <= 1
    style = root.findtext(f"{SVG}style")
    assert style is not None
    assert "prefers-color-scheme: dark" in style


def test_svg_escapes_its_text() -> None:
    advice = replace(
        advice_on("spades first"), reason='</desc><script>"&', tricks=TrickShares("<b>&", (1.0,))
    )
    root = _parsed(advice)
    assert root.find(f".//{SVG}script") is None
    assert 'script>"&' in (root.findtext(f"{SVG}desc") or "")
    assert any("<b>&" in (text.text or "") for text in root.iter(f"{SVG}text"))


def test_png(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "advice.png"
    advice_on("opening").to_png(file)
    first = file.read_bytes()
    assert first.startswith(b"\x89PNG")
    advice_on("opening").to_png(file)
    assert file.read_bytes() == first
    advice_on("spades lead").to_png(file, rows=3)


def test_png_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"pip install 'tricktake\[plot\]'"):
        advice_on("opening").to_png(tmp_path / "advice.png")
