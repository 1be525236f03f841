"""The extension of Sphinx that puts the parts of this package together.

It writes the pages of the reference and the copies of what stands outside ``docs/``, keeps links between
files working, makes every public path of a name a target, and links names that stand as code in a text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import desc_signature, pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import ObjectEntry
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from tricksite.library import Library
from tricksite.links import copies, relink, without
from tricksite.navigation import use_short_tree
from tricksite.pages import Reference

__all__ = ["setup"]

_LOG = logging.getLogger(__name__)
_PAGE = re.compile(r"docs/([\w/-]+)\.md")
_NAME = re.compile(r"(cardcore|tricktake|tt|fh|sp)((?:\.\w+)+)(?:\(.*\))?")
_SHORT = {"tt": "tricktake", "fh": "tricktake.fivehundred", "sp": "tricktake.spades"}
_NO_LINKS_IN = (nodes.title, nodes.reference, pending_xref, desc_signature)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect everything."""
    app.add_config_value("tricksite_coming", [], "env", types=[list])
    app.connect("builder-inited", _write)
    app.connect("source-read", _read)
    app.connect("env-updated", _alias)
    app.connect("doctree-read", _exact)
    app.connect("doctree-read", _link_names)
    app.connect("missing-reference", _missing)
    app.connect("html-page-context", use_short_tree, priority=400)  # before the theme asks for it
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx) -> None:
    """Write the pages that are not in the repository."""
    docs = Path(app.srcdir)
    reference = Reference(Library(docs.parent / "src"))
    reference.write(docs / "reference")
    for page, text in copies(docs.parent).items():
        path = docs / page
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
    app.tricksite = reference  # type: ignore[attr-defined]


def _read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Let links lead to pages of the site, and leave out of the index what is still to be written."""
    if Path(app.env.doc2path(docname)).suffix == ".md" and not docname.startswith("project/"):
        source[0] = relink(source[0], f"docs/{docname}.md", f"{docname}.md")
    gone = [page for page in app.config.tricksite_coming if not (Path(app.srcdir) / f"{page}.md").exists()]
    source[0] = without(source[0], docname, gone)


def _exact(app: Sphinx, doctree: nodes.document) -> None:
    """Look types up by their whole names only; Sphinx would compare each with the end of every name."""
    for node in doctree.findall(pending_xref):
        if node.get("refspecific") is False:
            del node["refspecific"]


def _link_names(app: Sphinx, doctree: nodes.document) -> None:
    """Make links of public names and of our pages where they stand as code in a text."""
    library: Library = app.tricksite.library  # type: ignore[attr-defined]
    docs = Path(app.srcdir)
    for literal in list(doctree.findall(nodes.literal)):
        above = literal.parent
        while above is not None and not isinstance(above, _NO_LINKS_IN):
            above = above.parent
        if above is not None:
            continue
        text = literal.astext()
        if (page := _PAGE.fullmatch(text)) and (docs / f"{page[1]}.md").exists():
            link = pending_xref("", refdomain="std", reftype="doc", reftarget=f"/{page[1]}", refexplicit=True)
        elif name := _NAME.fullmatch(text):
            home = library.home(_SHORT.get(name[1], name[1]) + name[2])
            if home is None:
                continue
            link = pending_xref("", refdomain="py", reftype="obj", reftarget=home)
        else:
            continue
        link["refdoc"] = app.env.docname
        literal.replace_self(link)
        link += literal


def _alias(app: Sphinx, env: BuildEnvironment) -> None:
    """Make a name a target under each of its public paths, with everything in it."""
    reference: Reference = app.tricksite  # type: ignore[attr-defined]
    objects = env.domains.python_domain.objects
    inside: dict[str, list[str]] = {}
    for path, entry in objects.items():
        if not entry.aliased:
            inside.setdefault(path.rpartition(".")[0], []).append(path)
    more: dict[str, ObjectEntry] = {}
    for home, others in reference.library.aliases.items():
        if home not in objects:
            _LOG.warning("%s has no entry in the reference", home)
            continue
        names = [home, *inside.get(home, ())]
        heirs = {path: path for path in names}
        for base_member, member in reference.inherited(home):
            if base_member in objects and member not in objects:
                heirs[member] = base_member
        for name, target in heirs.items():
            entry = objects[target]
            for public in (home, *others):
                path = public + name.removeprefix(home)
                if path not in objects:
                    more[path] = ObjectEntry(entry.docname, entry.node_id, entry.objtype, True)
    objects.update(more)


def _missing(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.TextElement
) -> nodes.Node | None:
    """Show private types and type variables of a signature without a link and without a warning."""
    reference: Reference = app.tricksite  # type: ignore[attr-defined]
    if node.get("refdomain") == "py" and node.get("reftarget") in reference.types.quiet:
        return text
    return None
