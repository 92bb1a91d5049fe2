"""Tables of counts on a terminal of any width: where the whole does not fit, without frame and empty columns, then
closer together; where that does not either, a paragraph a row."""
from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

ENDLESS = 10_000                                     # columns that hold any table


@dataclass(slots=True)
class Counts:
    """`heads`: of the columns, the first of which names the rows; `rows`: cells with rich's markup, "" for none;
    `ends`: rows that a line follows."""
    title: str
    heads: list[str]
    rows: list[list[str]] = field(default_factory=list)
    ends: set[int] = field(default_factory=set)

    def add(self, *cells: str, end: bool = False) -> None:
        """A row."""
        if end:
            self.ends.add(len(self.rows))
        self.rows.append(list(cells))

    def show(self, console: Console) -> None:
        """Prints it: no cell is ever cut."""
        for table in (self.framed(), self.bare(2), self.bare(1)):
            if console.measure(table, options=console.options.update(max_width=ENDLESS)).maximum <= console.width:
                console.print(table)
                return
        console.print(self.title)
        for name, *cells in self.rows:
            said = ", ".join(f"{head} {cell}" for head, cell in zip(self.heads[1:], cells) if cell)
            console.print(f"{name}:")
            console.print(Padding(Text.from_markup(said), (0, 0, 0, 2), expand=False))

    def framed(self) -> Table:
        """All columns."""
        table = Table(title=self.title, title_justify="left")
        self.fill(table, range(len(self.heads)))
        return table

    def bare(self, gap: int) -> Table:
        """The columns that hold something, with a word of the heading a line."""
        table = Table(title=self.title, title_justify="left", box=None, padding=(0, gap, 0, 0), pad_edge=False)
        self.fill(table, [n for n in range(len(self.heads)) if any(Text.from_markup(row[n]) for row in self.rows)])
        return table

    def fill(self, table: Table, columns) -> None:
        """Headings and rows of a table."""
        for n in columns:
            head = self.heads[n] if table.box else self.heads[n].replace(" ", "\n")
            table.add_column(head, justify="right" if n else "left")
        for number, row in enumerate(self.rows):
            table.add_row(*(row[n] for n in columns), end_section=number in self.ends)
