"""Compiles the statements of a pseudocode tree to the text of one Python function. Every value is a raw bit pattern
of static width. The row flavour works on numpy rows of lanes under masks, the lane flavour on Python integers."""
from .compiler_values import ARRAYS, MACHINE, SIZED, STATUS, Ex, Unsupported, hexa, ones
from .expressions import Expressions


class Compiler(Expressions):
    """Compiles one tree. `row` selects the flavour; `other` compiles the operations that the pseudocode calls by name.
    """

    def __init__(self, tree, row=False, other=None, data_width=64):
        self.row, self.other, self.address_width = row, other, data_width
        self.lines, self.depth, self.counter = [], 1, 0
        self.vars, self.lambdas, self.scopes = {}, {}, []
        self.reads, self.writes, self.calls = {}, {}, {}
        self.loops = []
        self.body(tree, None)

    # ---- the finished function

    def source(self, name):
        head = [f"def {name}(c):", " e = c.env"]
        for n in sorted(set(self.reads) | set(self.writes)):
            if n not in ARRAYS:
                head.append(f" {n} = c.{n}")
        head += [f" {v} = {f'[0] * {t[2]}' if len(t) > 2 else 0}" for v, t in self.vars.items()]
        tail = [f" c.{n} = {n}" for n in sorted(self.writes) if n not in ARRAYS]
        return "\n".join(head + self.lines + tail) + "\n"

    def emit(self, text):
        self.lines.append(" " * self.depth + text)

    def fresh(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def note_read(self, name, kind, width):
        """Record that the text reads `name` as a value of this kind and width in bits."""
        self.reads.setdefault(name, set()).add((kind, width))

    def note_write(self, name, kind, width):
        """Record that the text writes `name` as a value of this kind and width in bits."""
        self.writes.setdefault(name, set()).add((kind, width))

    # ---- statements; mask is the name of a row of booleans, or None for all lanes

    def body(self, node, mask):
        for statement in node[1:]:
            getattr(self, "do_" + statement[0])(statement, mask)

    def do_value(self, node, mask):
        if node[1][0] == "call" and node[1][1] in ("nop", "s_nop"):
            return
        raise Unsupported("an expression that stands as a statement")

    def do_declare(self, node, mask):
        _, name, width, count = node
        if name in MACHINE or name in ("S", "CVT_OFF_TABLE"):
            return
        w, k = width.split("'")
        n = self.ex(count).const if count else None
        self.vars["v_" + name] = (k.lower(), int(w)) + ((n,) if n else ())

    def do_lambda(self, node, mask):
        self.lambdas[node[1]] = node[2:]

    def do_if(self, node, mask):
        arms = [(self.truth(cond), block) for cond, block in node[1]]
        if not any(c.lane for c, _ in arms):
            word = "if"
            for cond, block in arms:
                self.emit(f"{word} {cond.code}:")
                self.block(block, mask)
                word = "elif"
            if node[2]:
                self.emit("else:")
                self.block(node[2], mask)
            return
        rest = mask
        for cond, block in arms:
            here, left = self.fresh("m"), self.fresh("m")
            test = self.fresh("t")
            self.emit(f"{test} = {cond.code}")
            self.emit(f"{here} = {test}" + (f" & {rest}" if rest else ""))
            self.guarded(block, here)
            self.emit(f"{left} = not_({test})" + (f" & {rest}" if rest else ""))
            rest = left
        if node[2]:
            self.guarded(node[2], rest)

    def guarded(self, block, mask):
        self.emit(f"if some({mask}):")
        self.block(block, mask)

    def block(self, block, mask):
        self.depth += 1
        at = len(self.lines)
        self.body(block, mask)
        if len(self.lines) == at:
            self.emit("pass")
        self.depth -= 1

    def do_for(self, node, mask):
        _, name, lo, hi, block = node
        lo, hi = self.ex(lo), self.ex(hi)
        if lo.lane or hi.lane:
            raise Unsupported("a loop whose bounds differ by lane")
        self.vars.pop("v_" + name, None)
        outer = self.scopes
        self.scopes = self.scopes + [{name: Ex("i_" + name, "u", 32, bits=32)}]
        stops = self.row and "break" in repr(block)
        stop = self.fresh("stop") if stops else None
        if stops:
            self.emit(f"{stop} = no")
        self.emit(f"for i_{name} in range({lo.code}, {hi.code} + 1):")
        self.loops.append(stop)
        self.depth += 1
        if stops:
            live = self.fresh("m")
            self.emit(f"{live} = not_({stop})" + (f" & {mask}" if mask else ""))
            self.emit(f"if not some({live}): break")
            mask = live
        self.body(block, mask)
        self.depth -= 1
        self.loops.pop()
        self.scopes = outer

    def do_break(self, node, mask):
        if self.row and mask:
            self.emit(f"{self.loops[-1]} = {self.loops[-1]} | {mask}")
        else:
            self.emit("break")

    def do_return(self, node, mask):
        value = self.ex(node[1])
        name, have = self.results[-1]
        if have[0] is None:
            have[0] = (value.k, value.w)
        self.set_plain(name, value, mask)

    def do_assign(self, node, mask):
        value = self.ex(node[2])
        if len(node[1]) > 1:
            held = self.fresh("h")
            self.emit(f"{held} = {value.code}")
            value = Ex(held, value.k, value.w, value.lane)
        for target in reversed(node[1]):
            self.store(target, value, mask)

    # ---- where a result goes

    def set_plain(self, name, value, mask):
        if mask:
            self.emit(f"{name} = pick({mask}, {value.code}, {name})")
        else:
            self.emit(f"{name} = {value.code}")

    def store(self, target, value, mask):
        kind = target[0]
        if kind == "concat":
            return self.store_concat(target[1], value, mask)
        if kind == "name":
            return self.store_name(target[1], value, mask)
        lane_bit = self.lane_bit(target)
        if lane_bit:
            self.note_write(lane_bit, "u", 1)
            return self.set_plain(lane_bit, self.truth_of(value), mask)
        if kind == "member" and target[1] in (("name", "WAVE_MODE"), ("name", "WAVE_STATUS")) and target[2] in STATUS:
            return self.emit(f"c.set_field({target[2]!r}, {self.fit(self.as_int(value), STATUS[target[2]]).code})")
        size = None
        inner = target
        if kind == "member" and SIZED.match(target[2]):
            m = SIZED.match(target[2])
            size, inner = (m[1], int(m[2])), target[1]
        if inner[0] == "index" and self.base_array(inner):
            return self.store_array(inner, value, size, mask)
        if inner[0] == "name":
            return self.store_sized(inner[1], value, size, mask)
        if inner[0] in ("slice", "index", "span"):
            return self.store_part(inner, value, size, mask)
        raise Unsupported(f"assignment to {target[0]}")

    def store_concat(self, parts, value, mask):
        held = self.fresh("h")
        self.emit(f"{held} = {value.code}")
        low = 0
        for part in reversed(parts):
            w = int(SIZED.match(part[2])[2]) if part[0] == "member" else MACHINE[part[1]][1]
            self.store(part, Ex(f"low({held} >> {low}, {hexa(ones(w))})", "b", w, value.lane), mask)
            low += w

    def store_name(self, name, value, mask):
        if name in MACHINE:
            k, w = MACHINE[name]
            if name == "D0":
                self.note_write(name, value.k, value.w)
                w = value.w
                return self.set_plain(name, self.fit(value, w), mask)
            if name == "SCC":
                value = self.as_int(self.truth_of(value))
            if name == "ROUND_MODE":
                self.note_write(name, k, w)
                self.emit(f"e = with_round(c, {value.code})")
                return self.emit(f"ROUND_MODE = {value.code}")
            if w == 512:
                return self.store_sized(name, value, ("b", value.w), mask)
            self.note_write(name, k, w)
            return self.set_plain(name, self.fit(value, w), mask)
        var = "v_" + name
        if value.k == "bool":
            value = self.as_int(value)
        have = self.vars.get(var)
        if have is None or len(have) == 2 and have[1] != value.w:
            if have and have[0] in "ui" and have[1] > value.w:
                value = self.fit(value, have[1])
            else:
                self.vars[var] = (value.k, value.w)
        else:
            value = self.to_type(value, have[0], have[1])
        self.set_plain(var, value, mask)

    def store_sized(self, name, value, size, mask):
        k, w = size
        value = self.to_type(value, k, w)
        if name in MACHINE:
            if name in ("D0", "S0", "S1", "RETURN_DATA", "VDATA", "SDATA"):
                self.note_write(name, k, w)
            else:
                self.note_write(name, *MACHINE[name])
            top = MACHINE[name][1]
            if w in (32, 64) and name in ("D0", "S0", "EXEC", "VCC", "M0") or w == top:
                if name in ("EXEC", "VCC") and w == 32:
                    value = Ex(f"({name} & 0xffffffff00000000 | {value.code})", "b", 64, value.lane)
                    self.note_read(name, "b", 64)
                return self.set_plain(name, value, mask)
            self.note_read(name, k, w)
            keep = hexa(~ones(w) & ones(64 if top > 64 and self.row else top))
            return self.set_plain(name, Ex(f"({name} & {keep} | {value.code})", "b", top, True), mask)
        var = "v_" + name
        self.vars[var] = (k, max(w, self.vars.get(var, (k, w))[1]))
        self.set_plain(var, value, mask)

    def store_part(self, node, value, size, mask):
        base, low, width = self.part(node)
        inner = base[1] if base[0] == "member" else base
        if inner[0] == "index" and inner[1][0] == "name":        # an element of a declared array, whole
            raise Unsupported("part of an array element")
        name = inner[1]
        if isinstance(name, tuple):
            raise Unsupported("assignment to a part of a part")
        if name not in MACHINE and "v_" + name in self.vars and len(self.vars["v_" + name]) > 2:
            return self.store_element("v_" + name, node, value, mask)
        k = size[0] if size else "b"
        value = self.to_type(value, k, width) if not value.float else self.to_type(value, k, width)
        wide = int(SIZED.match(base[2])[2]) if base[0] == "member" else None
        if name in MACHINE:
            top = low.const + width if low.const is not None else (wide or 32)
            self.note_write(name, k, wide or top)
            self.note_read(name, "b", wide or top)
            place, total = name, MACHINE[name][1]
        else:
            place = "v_" + name
            top = low.const + width if low.const is not None else (wide or 64)
            have = self.vars.get(place, ("b", 0))
            total = max(have[1], wide or top)
            self.vars[place] = (have[0] if have[1] else "b", total)
        total = 64 if self.row and total <= 64 else total
        self.set_plain(
            place, Ex(f"insert({place}, {value.code}, {low.code}, {width}, {total})", "b", total, True), mask
        )

    def store_element(self, var, node, value, mask):
        index = self.ex(node[2])
        if index.lane:
            raise Unsupported("an array index that differs by lane")
        k, w = self.vars[var][:2]
        element = f"{var}[{index.code}]"
        self.set_plain(element, self.to_type(value, k, w), mask)

    def store_array(self, node, value, size, mask):
        name = self.base_array(node)
        if self.row:
            raise Unsupported(f"{name} in a row")
        if name == "HW_REGISTERS":
            self.note_write(name, "b", 32)
            return self.emit(f"c.set_hwreg({self.ex(node[2]).code}, {self.fit(value, 32).code})")
        if name in ("MEM", "LDS"):
            channel = self.channel(node[2])
            if channel is not None:
                return self.emit(f"c.texel.put({channel}, {value.code})")
            w = size[1] if size else value.w
            value = self.to_type(value, size[0] if size else value.k, w)
            self.note_write(name, "b", w)
            return self.emit(f"c.store({self.ex(node[2]).code}, {w // 8}, {value.code})")
        self.note_write(name, "b", size[1] if size else 32)
        if name == "SGPR":
            return self.emit(f"c.set_sgpr({self.ex(node[2]).code}, {value.code}, {size[1]})")
        lane, register = self.ex(node[1][2]), self.ex(node[2])
        self.emit(f"c.set_vgpr({lane.code}, {register.code}, {self.fit(value, 32).code})")

    def base_array(self, node):
        while node[0] in ("index", "slice", "span"):
            node = node[1]
        return node[1] if node[0] == "name" and node[1] in ARRAYS else None

    def lane_bit(self, node):
        """Return the name of this lane's bit in a mask for D0.u64[laneId], VCC.u64[laneId] or EXEC.u64[laneId], else
        None."""
        if node[0] == "index" and node[2] == ("name", "laneId") and node[1][0] == "member" \
                and node[1][1][0] == "name" and node[1][1][1] in ("D0", "VCC", "EXEC"):
            return node[1][1][1] + "_lane"
        return None

    def part(self, node):
        """Return (base node, low bit, static width) for an index, slice or span."""
        if node[0] == "index":
            return node[1], self.ex(node[2]), 1
        if node[0] == "span":
            return node[1], self.ex(node[2]), self.ex(node[3]).const
        hi, lo = node[2], node[3]
        low = self.ex(lo)
        high = self.ex(hi)
        if high.const is not None and low.const is not None:
            return node[1], low, high.const - low.const + 1
        if hi[0] == "binary" and hi[1] == "+" and hi[2] == lo:
            return node[1], low, self.ex(hi[3]).const + 1
        raise Unsupported("a slice of unknown width")
