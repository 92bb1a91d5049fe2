"""registers.txt as C: build/registers.h (ids, offsets, fields) and the names that S_GETREG's text has."""
from .c_text import C, changed
from .registers import offsets

HEADER = C("""\
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
DISPATCH = C("""\
static const struct dispatch_field ${family}_dispatch[] = {
${rows}    { 0 },
};
""")
DISPATCHES = C("""\
${tables}const struct dispatch_field *const dispatch_fields[FAMILIES] = { $each };
""")
FIELDS = C("""\
enum {
${fields}};
""")
FIELD_BY_FAMILY = C("static const u32 $name[FAMILIES] = { $each };\n")
NAMES = C("""\
const char *const hwreg_names[FAMILIES][32] = {
${names}};
const u64 hwreg_writable[FAMILIES] = { $writable };
const u32 hwreg_privileged[FAMILIES][64] = {
${privileged}};
""")


def bits(field):
    """A Field as C."""
    return f"BITS({field.low + field.width - 1}, {field.low})"


def fields_of(register):
    """The enum of a register's fields; one that families have in different places is a table by family."""
    same, apart = [], []
    for name in dict.fromkeys(n for fields in register.fields.values() for n in fields):
        places = {family: bits(fields[name]) for family, fields in register.fields.items() if name in fields}
        constant = f"{register.name}_{name.upper()}"
        if len(set(places.values())) == 1:
            same.append(f"    {constant} = {next(iter(places.values()))},\n")
        else:
            each = ", ".join(f"[{family.upper()}] = {place}" for family, place in places.items())
            apart.append(FIELD_BY_FAMILY(name=constant, each=each))
    return (FIELDS(fields="".join(same)) if same else "") + "".join(apart)


def names_c(spec):
    """hwreg_names and hwreg_writable of tables.c."""
    registers = spec.registers.values()
    known = [r for r in registers if r.printed]
    lines = []
    for family in spec.families:
        names = ", ".join(f'[{r.number}] = "{r.name}"' for r in known if family in r.fields)
        lines.append(f"    [{family.upper()}] = {{ {names} }},\n")
    writable = ", ".join(f"[{family.upper()}] = {writable_bits(registers, family):#x}" for family in spec.families)
    privileged = "".join(f"    [{family.upper()}] = {{ {privileged_bits(registers, family)} }},\n"
                         for family in spec.families)
    return NAMES(names="".join(lines), writable=writable, privileged=privileged) + dispatch_c(spec)


def dispatch_c(spec):
    """dispatch_fields of tables.c."""
    tables, each = "", []
    for family in spec.families:
        rows = ""
        for r in spec.registers.values():
            for name, field in r.fields.get(family, {}).items() if family in r.places else ():
                reason = f'"{field.reason}"' if field.access == "zero" else "0"
                rows += (f"    {{ {r.places[family]:#x}, {r.count}, {bits(field)}, "
                         f'"{r.name}.{name.upper()}", {reason} }},\n')
        tables += DISPATCH(family=family, rows=rows)
        each.append(f"[{family.upper()}] = {family}_dispatch")
    return DISPATCHES(tables=tables, each=", ".join(each))


def dispatch_offsets(spec):
    """{name: offset} of the dispatch registers that lie in one place in all families that have them."""
    places = {}
    for family in spec.families:
        for name, offset in offsets(spec.registers, family).items():
            places.setdefault(name, set()).add(offset)
    return {name: found.pop() for name, found in places.items() if len(found) == 1}


def writable_bits(registers, family):
    """A bit a hardware register of the family that a program may write."""
    found = [r for r in registers if r.number is not None and family in r.fields]
    return sum(1 << r.number for r in found if r.writable)


def privileged_bits(registers, family):
    """[number] = bits: of the family's hardware registers what a trap handler may write."""
    masks = {r.number: sum(f.mask for f in r.fields.get(family, {}).values() if f.access == "trap") for r in registers
             if r.number is not None}
    return ", ".join(f"[{number}] = {mask:#x}" for number, mask in masks.items() if mask)


def write(spec, out):
    """Writes OUT/registers.h."""
    registers = spec.registers.values()
    changed(
        out / "registers.h",
        HEADER(
            ids="".join(f"    HW_{r.name} = {r.number},\n" for r in registers if r.number is not None),
            offsets="".join(f"    {name} = {offset:#x},\n" for name, offset in dispatch_offsets(spec).items()),
            fields="".join(map(fields_of, registers)),
        ),
    )
