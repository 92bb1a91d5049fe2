"""How Sphinx builds the pages; tools/docs.py lays them out for it, and passes the rest."""
import gc
from functools import cache

from sphinx import addnodes

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


def setup(app):
    app.connect("html-page-context", of_titles, 400)     # before the theme's own


def of_titles(app, page, template, context, doctree):
    """The tree of pages beside each page shows their titles only; Sphinx copies every heading for it, thousands in the
    reference, and throws them away again."""
    drawn, env = context["toctree"], app.env

    def toctree(**options):
        whole, env.tocs = env.tocs, titles(env)
        try:
            return drawn(**options)
        finally:
            env.tocs = whole
    context["toctree"] = toctree


@cache
def titles(env):
    """The table of contents of each page without its headings: the title, and the pages below."""
    found = {page: toc.deepcopy() for page, toc in env.tocs.items()}
    for item in (item for toc in found.values() for item in toc.children):
        for below in item.children[1:]:
            below[:] = list(below.findall(addnodes.toctree))
            if not below.children:
                item.remove(below)
    return found
