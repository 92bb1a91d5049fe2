"""Write registers.txt as C: build/registers.h (ids, offsets, fields), and for tables.c the names that S_GETREG prints,
the bits that programs may write, and the fields of the dispatch registers."""
from .c_text import CTemplate, write_if_changed
from .registers import offsets

HEADER = CTemplate("""\
/* Generated from spec/registers.txt.  BITS(high, low): a field, for the functions of fields.h. */
#pragma once
enum hwreg {
${ids}};
enum compute_offset {
${offsets}};

$fields
/* As S_GETREG's text names them; a bit a register that a program may write. */
extern const char *const hwreg_names[FAMILIES][32];
extern const u64 hwreg_writable[FAMILIES];
extern const u32 hwreg_privileged[FAMILIES][64];       /* bits that only a trap handler may write */

/* Fields of the compute pipe's registers: `count` of them, four bytes apart, from byte `offset` in SH space on.
   `refused`: why the field must be 0, or 0 where any value may stand there. */
struct dispatch_field { u32 offset, count, field; const char *name, *refused; };
extern const struct dispatch_field *const dispatch_fields[FAMILIES];         /* up to one without count */
""")
DISPATCH = CTemplate("""\
static const struct dispatch_field ${family}_dispatch[] = {
${rows}    { 0 },
};
""")
DISPATCHES = CTemplate("""\
${tables}const struct dispatch_field *const dispatch_fields[FAMILIES] = { $each };
""")
FIELDS = CTemplate("""\
enum {
${fields}};
""")
FIELD_BY_FAMILY = CTemplate("static const u32 $name[FAMILIES] = { $each };\n")
NAMES = CTemplate("""\
const char *const hwreg_names[FAMILIES][32] = {
${names}};
const u64 hwreg_writable[FAMILIES] = { $writable };
const u32 hwreg_privileged[FAMILIES][64] = {
${privileged}};
""")


def field_c(field) -> str:
    """Return a Field as C."""
    return f"BITS({field.low + field.width - 1}, {field.low})"


def register_fields_c(register) -> str:
    """Return the enum of a register's fields, and tables by family for fields whose position differs."""
    common, by_family = [], []
    for name in dict.fromkeys(n for fields in register.fields.values() for n in fields):
        places = {family: field_c(fields[name]) for family, fields in register.fields.items() if name in fields}
        constant = f"{register.name}_{name.upper()}"
        if len(set(places.values())) == 1:
            common.append(f"    {constant} = {next(iter(places.values()))},\n")
        else:
            each = ", ".join(f"[{family.upper()}] = {place}" for family, place in places.items())
            by_family.append(FIELD_BY_FAMILY(name=constant, each=each))
    return (FIELDS(fields="".join(common)) if common else "") + "".join(by_family)


def register_tables_c(spec) -> str:
    """Return hwreg_names, hwreg_writable, hwreg_privileged and dispatch_fields of tables.c."""
    registers = spec.registers.values()
    printed = [r for r in registers if r.printed]
    lines = []
    for family in spec.families:
        names = ", ".join(f'[{r.number}] = "{r.name}"' for r in printed if family in r.fields)
        lines.append(f"    [{family.upper()}] = {{ {names} }},\n")
    writable = ", ".join(f"[{family.upper()}] = {writable_register_mask(registers, family):#x}"
                         for family in spec.families)
    privileged = "".join(f"    [{family.upper()}] = {{ {privileged_bits_c(registers, family)} }},\n"
                         for family in spec.families)
    return NAMES(names="".join(lines), writable=writable, privileged=privileged) + dispatch_fields_c(spec)


def dispatch_fields_c(spec) -> str:
    """Return dispatch_fields of tables.c."""
    tables, each = "", []
    for family in spec.families:
        rows = ""
        for r in spec.registers.values():
            for name, field in r.fields.get(family, {}).items() if family in r.places else ():
                reason = f'"{field.reason}"' if field.access == "zero" else "0"
                rows += (f"    {{ {r.places[family]:#x}, {r.count}, {field_c(field)}, "
                         f'"{r.name}.{name.upper()}", {reason} }},\n')
        tables += DISPATCH(family=family, rows=rows)
        each.append(f"[{family.upper()}] = {family}_dispatch")
    return DISPATCHES(tables=tables, each=", ".join(each))


def dispatch_offsets(spec) -> dict[str, int]:
    """Return {name: offset} of the dispatch registers with one offset in all families that have them."""
    family_offsets = {}
    for family in spec.families:
        for name, offset in offsets(spec.registers, family).items():
            family_offsets.setdefault(name, set()).add(offset)
    return {name: distinct.pop() for name, distinct in family_offsets.items() if len(distinct) == 1}


def writable_register_mask(registers, family) -> int:
    """Return a mask of the family's hardware registers that a program may write."""
    numbered = [r for r in registers if r.number is not None and family in r.fields]
    return sum(1 << r.number for r in numbered if r.writable)


def privileged_bits_c(registers, family) -> str:
    """Return the C initialisers '[number] = bits' of the bits that only a trap handler may write."""
    masks = {r.number: sum(f.mask for f in r.fields.get(family, {}).values() if f.access == "trap") for r in registers
             if r.number is not None}
    return ", ".join(f"[{number}] = {mask:#x}" for number, mask in masks.items() if mask)


def write(spec, out) -> None:
    """Write OUT/registers.h."""
    registers = spec.registers.values()
    write_if_changed(
        out / "registers.h",
        HEADER(
            ids="".join(f"    HW_{r.name} = {r.number},\n" for r in registers if r.number is not None),
            offsets="".join(f"    {name} = {offset:#x},\n" for name, offset in dispatch_offsets(spec).items()),
            fields="".join(map(register_fields_c, registers)),
        ),
    )
