"""Settings of the documentation site; ``tools/docs.sh`` builds it."""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS / "_ext"))

from tricksite.elsewhere import inventories  # noqa: E402

project = "tricktake"
author = "The tricktake developers"
project_copyright = author
_names: dict[str, str] = {}
exec((DOCS.parent / "src" / "tricktake" / "_version.py").read_text(encoding="utf-8"), _names)
version = release = _names["__version__"]
language = "en"

extensions = ["myst_parser", "sphinx.ext.intersphinx", "sphinx_copybutton", "tricksite.extension"]
exclude_patterns = ["_build", "_ext"]
nitpicky = True

myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

# Files made from a list of ours: a build needs no network.
intersphinx_mapping = inventories(DOCS / "_build" / "elsewhere")
intersphinx_disabled_reftypes = ["std:doc", "std:label"]

python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
python_trailing_comma_in_multi_line_signatures = False
python_display_short_literal_types = True
toc_object_entries_show_parents = "hide"
add_module_names = False
modindex_common_prefix = ["tricktake.", "cardcore."]
maximum_signature_line_length = 88

# Pages that may be absent while they are being written.
tricksite_coming: list[str] = []

html_theme = "furo"
html_title = f"tricktake {release}"
html_static_path = ["_static"]
html_css_files = ["tricktake.css"]
html_logo = "_static/logo.svg"
html_favicon = "_static/favicon.svg"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"sidebar_hide_name": False}
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_exclude = ".linenos, .gp, .go"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
