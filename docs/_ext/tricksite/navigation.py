"""The tree of pages beside every page, with only the branch open that the page is in.

Sphinx would write out the whole tree on every page, two hundred modules included, which took two thirds of
the time of a build and of the size of the site. Modules are named here by their last part.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from typing import Any

from sphinx.addnodes import toctree
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

__all__ = ["use_short_tree"]


def use_short_tree(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Give the theme our tree instead of Sphinx's; a handler of ``html-page-context``."""
    if "toctree" in context:
        context["toctree"] = lambda **options: "".join(_tree(app.env, page, context["pathto"]))


def _tree(env: BuildEnvironment, page: str, address: Callable[[str], str]) -> Iterator[str]:
    """The groups of the index, each with its caption."""
    above = _above(env, page)
    for group in env.tocs[env.config.root_doc].findall(toctree):
        caption = html.escape(group["caption"])
        yield f'<p class="caption" role="heading"><span class="caption-text">{caption}</span></p>'
        yield from _list(env, group["entries"], 1, page, above, address)


def _list(
    env: BuildEnvironment,
    pages: list[tuple[str | None, str]],
    level: int,
    page: str,
    above: set[str],
    address: Callable[[str], str],
) -> Iterator[str]:
    """Some pages, by other titles if they have such here, and what is below those that lead to this one."""
    yield "<ul>"
    for title, entry in pages:
        here = entry in above
        yield f'<li class="toctree-l{level}{" current" if here else ""}">'
        place = "#" if entry == page else address(entry)
        current = "current " if here else ""
        name = html.escape(title or _name(env, entry))
        yield f'<a class="{current}reference internal" href="{place}">{name}</a>'
        below = [(None, one) for one in env.toctree_includes.get(entry, [])]
        if here and below:
            yield from _list(env, below, level + 1, page, above, address)
        yield "</li>"
    yield "</ul>"


def _name(env: BuildEnvironment, page: str) -> str:
    """The title of a page; of a module inside another the last part of its name."""
    title = env.titles[page].astext()
    return title.rpartition(".")[2] if page.startswith("reference/") else title


def _above(env: BuildEnvironment, page: str) -> set[str]:
    """A page and the pages on the way to it."""
    parents = {child: parent for parent, children in env.toctree_includes.items() for child in children}
    found = set()
    while page in parents and page not in found:
        found.add(page)
        page = parents[page]
    return found
