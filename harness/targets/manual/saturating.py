"""Compiles operations with integer clamp: sums and products keep all bits until they are stored."""
from .compiler import Compiler
from .compiler_values import MACHINE, Ex, Unsupported, hexa, ones


class Saturating(Compiler):
    """The one-lane flavour, in which integer sums and products keep all bits, so that clamp can saturate them at the
    end.

    Such a result has kind "n" and no width. Storing it into an integer with a width saturates (RDNA3 ISA, 7.2.3)."""

    def whole(self, x):
        if x.k == "n":
            return x.code
        if x.const is not None:
            return f"({x.const})"
        return f"sx({x.code}, {x.w})" if x.k == "i" else x.code

    def int_binary(self, op, a, b):
        if op in "+-*" and a.k != "bool" and b.k != "bool" or a.k == "n" or b.k == "n":
            if op not in "+-*":
                raise Unsupported(f"clamp through {op}")
            return Ex(f"({self.whole(a)} {op} {self.whole(b)})", "n", 64)
        return super().int_binary(op, a, b)

    def fit(self, x, w):
        if x.k == "n":
            raise Unsupported("clamp of an intermediate")
        return super().fit(x, w)

    def recast(self, x, k, w):
        if x.k == "n" and k in "ui":
            return self.to_type(x, k, w)
        return super().recast(x, k, w)

    def to_type(self, x, k, w):
        if x.k != "n":
            return super().to_type(x, k, w)
        lo, hi = (-(1 << w - 1), ones(w - 1)) if k == "i" else (0, ones(w))
        return Ex(f"(min(max({x.code}, {lo}), {hi}) & {hexa(ones(w))})", k, w)

    def ex_choose(self, node):
        a, b = self.ex(node[2]), self.ex(node[3])
        if "n" not in (a.k, b.k):
            return super().ex_choose(node)
        return Ex(f"({self.whole(a)} if {self.truth(node[1]).code} else {self.whole(b)})", "n", 64)

    def ex_cast(self, node):
        x = self.ex(node[2])
        return x if x.k == "n" else super().ex_cast(node)

    def store_concat(self, parts, value, mask):
        """Store a result with all bits to { D1.u1, D0.u64 }: D0 saturates, D1 is the carry."""
        if value.k != "n":
            return super().store_concat(parts, value, mask)
        held = self.fresh("h")
        self.emit(f"{held} = {value.code}")
        self.store(parts[1], Ex(held, "n", 64), mask)
        self.store(parts[0], Ex(f"({held} >> 64 & 1)", "b", 1), mask)

    def store_name(self, name, value, mask):
        if value.k == "n" and name not in MACHINE:
            self.vars["v_" + name] = ("n", 64)
            return self.set_plain("v_" + name, value, mask)
        return super().store_name(name, value, mask)

    def compare(self, op, a, b):
        if "n" in (a.k, b.k):
            return Ex(f"({self.whole(a)} {op} {self.whole(b)})", "bool", 1)
        return super().compare(op, a, b)
