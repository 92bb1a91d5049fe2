"""The replay checker: a trace of executed instructions is gone through again, slowly and plainly, by the manuals'
rules: is a result used before a wait proves it, a wait state not kept, or do accesses of two waves race?  It shares
nothing with the checks of model/waits: operands are those of the text and the tables, the rules are written here once
more."""
