"""Write messages.txt as C: the codes and operations that S_SENDMSG sends, for the model and the disassembler."""
from . import families, need
from .c_text import CTemplate

MAX_OPS = 8                                              # bits [6:4]
DOES = ("-", "deallocates", "answers", "tells_tba", "tells_tma")
INSTRUCTIONS = ("s_sendmsg", "s_sendmsg_rtn")
HEADER = """\
enum message_effect { MESSAGE_ONLY, DEALLOCATES, ANSWERS, TELLS_TBA, TELLS_TMA };
/* A message: its code, whether it returns something, a user program may send it, its operations have a stream; \
names 0: none. */
struct message { unsigned char family, code, effect; _Bool returns, user, stream, has_ops; const char *name, *op[8]; };
extern const struct message messages[];
extern const unsigned message_count;
"""
MESSAGES = CTemplate("""\
const struct message messages[] = {
${rows}};
const unsigned message_count = sizeof messages / sizeof *messages;
""")
MESSAGE = CTemplate("    { .family = $family, .code = $code, .effect = $effect$flags$name$ops },\n")


def message_c(spec, row) -> str:
    """Return the C text of one row: initialisers of struct message, one for each family."""
    where, name = row["where"], row["name"]
    ops, _, stream = row["ops"].partition("+")
    words = [] if ops == "-" else ops.split(",")
    need(row["instruction"] in INSTRUCTIONS, where, f"instruction is one of {', '.join(INSTRUCTIONS)}")
    need(row["does"] in DOES, where, f"does is one of {', '.join(DOES)}")
    need(row["user"] in ("yes", "no"), where, "user is yes or no")
    need(len(words) <= MAX_OPS and stream in ("", "stream"), where,
         f"ops are up to {MAX_OPS} names, optionally followed by +stream")
    text = "".join(f', .op[{n}] = "{word.upper()}"' for n, word in enumerate(words) if word != "-")
    name_member = "" if name.startswith("~") else f', .name = "{name.upper()}"'
    flags = "".join(f", .{flag} = 1" for flag, on in (
        ("returns", row["instruction"] == "s_sendmsg_rtn"),
        ("user", row["user"] == "yes"),
        ("stream", bool(stream)),
        ("has_ops", bool(words)),
    ) if on)
    code, effect = int(row["code"], 0), DOES.index(row["does"])
    return "".join(
        MESSAGE(family=family.upper(), code=code, effect=effect, flags=flags, name=name_member, ops=text)
        for family in families(row["family"], spec.families)
    )


def messages_c(spec) -> str:
    """Return the C text of the table `messages`. Raises SpecError with the row."""
    return MESSAGES(rows="".join(message_c(spec, row) for row in spec.messages))
