"""How Sphinx builds the pages; tools/docs.py lays them out for it, and passes the rest."""
import gc

gc.set_threshold(100_000, 50, 50)                    # a page's nodes live on: there is little to find
project = "Assay"
author = copyright = "the authors of Assay"
extensions = ["myst_parser"]
root_doc = "docs/index"
source_suffix = {".md": "markdown"}
exclude_patterns = []
highlight_language = "none"                          # indented listings: tables, shells, cases
myst_heading_anchors = 4
myst_links_external_new_tab = False
myst_ref_domains = ["std"]                           # no link means a C or Python object
smartquotes = False                                  # rules and commands as they are written
html_theme = "furo"
html_title = "Assay"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
