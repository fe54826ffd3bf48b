# conf.py - how Sphinx makes the site out of the pages that ci/site/build gathers
import os

project = "a3dlint"
author = "the authors of a3dlint"
copyright = author
release = os.environ["A3DLINT_VERSION"]
html_baseurl = os.environ["A3DLINT_HOME"]

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
# Anchors are written as <a id="...">, which GitHub knows and MyST does not look for; ci/doc-links checks them.
suppress_warnings = ["myst.xref_missing", "myst.header"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = "a3dlint"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
highlight_language = "none"
