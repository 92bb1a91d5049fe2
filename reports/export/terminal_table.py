"""Tables of counts for a terminal of any width. A table that does not fit is printed without frame and empty columns,
then also without gaps, and finally as one paragraph per row."""
from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

UNLIMITED_WIDTH = 10_000                             # characters, wider than any table


class OutputConsole(Console):
    """A console that raises BrokenPipeError if nobody reads the output any more, instead of ending with status 1."""

    def on_broken_pipe(self) -> None:
        """Raise the error that Console caught."""
        raise BrokenPipeError


@dataclass(slots=True)
class CountTable:
    """`heads`: headings of the columns; the first column names the rows. `rows`: cells with rich's markup, "" for empty
    cells. `ends`: indices of the rows with a line below."""
    title: str
    heads: list[str]
    rows: list[list[str]] = field(default_factory=list)
    ends: set[int] = field(default_factory=set)

    def add_row(self, *cells: str, end: bool = False) -> None:
        """Add a row. `end`: draw a line below it."""
        if end:
            self.ends.add(len(self.rows))
        self.rows.append(list(cells))

    def print(self, console: Console) -> None:
        """Print the widest form that fits; no cell is ever cut."""
        for table in (self.full_table(), self.compact_table(2), self.compact_table(1)):
            width = console.measure(table, options=console.options.update(max_width=UNLIMITED_WIDTH)).maximum
            if width <= console.width:
                console.print(table)
                return
        console.print(self.title)
        for name, *cells in self.rows:
            text = ", ".join(f"{head} {cell}" for head, cell in zip(self.heads[1:], cells) if cell)
            console.print(f"{name}:")
            console.print(Padding(Text.from_markup(text), (0, 0, 0, 2), expand=False))

    def full_table(self) -> Table:
        """The table with frame and all columns."""
        table = Table(title=self.title, title_justify="left")
        self.fill_table(table, range(len(self.heads)))
        return table

    def compact_table(self, gap: int) -> Table:
        """The table without frame and empty columns; headings have one word per line. `gap`: characters between
        columns."""
        table = Table(title=self.title, title_justify="left", box=None, padding=(0, gap, 0, 0), pad_edge=False)
        columns = [n for n in range(len(self.heads)) if any(Text.from_markup(row[n]) for row in self.rows)]
        self.fill_table(table, columns)
        return table

    def fill_table(self, table: Table, columns) -> None:
        """Add headings and rows to a table."""
        for n in columns:
            head = self.heads[n] if table.box else self.heads[n].replace(" ", "\n")
            table.add_column(head, justify="right" if n else "left")
        for number, row in enumerate(self.rows):
            table.add_row(*(row[n] for n in columns), end_section=number in self.ends)
