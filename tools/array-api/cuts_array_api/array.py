"""The array object of the standard: Python's operators and indices in terms of CuTS's methods."""
import sys
from .transport import BigInt, UNDEFINED, call, make, released

NAMES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128".split()
py_bool, py_int = bool, int


class Named:
    """A dtype or a device: equal by name."""
    def __init__(self, name): self.name = name
    def __eq__(self, other): return isinstance(other, Named) and other.name == self.name
    def __hash__(self): return hash(self.name)
    def __repr__(self): return self.name
    def as_argument(self): return self.name


class Held:
    """An object of the Node process."""
    def __init__(self, id): self.id = id
    def __del__(self): released.append(self.id)
    def as_argument(self): return {"$object": self.id}


DTYPES = {name: Named(name) for name in NAMES}


class Array(Held):
    __hash__ = None

    def __init__(self, answer):
        super().__init__(answer["$array"])
        self.shape, self.dtype, self.device = tuple(answer["shape"]), DTYPES[answer["dtype"]], Named(answer["device"])

    ndim = property(lambda self: call(".ndim", self))
    size = property(lambda self: call(".size", self))
    T = property(lambda self: call(".T", self))
    mT = property(lambda self: call(".mT", self))

    def __array_namespace__(self, *, api_version=None): return sys.modules[__package__]
    def __repr__(self): return call(".toString", self)
    def __bool__(self): return py_bool(call(".item", self))
    def __int__(self): return int(call(".item", self))
    def __float__(self): return float(call(".item", self))
    def __complex__(self): return complex(call(".item", self))

    def __index__(self):
        if "int" not in self.dtype.name: raise TypeError("only integer arrays are an index")
        return int(call(".item", self))

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        options = {"stream": stream, "maxVersion": max_version, "dlDevice": dl_device and [int(getattr(one, "value", one)) for one in dl_device], "copy": copy}
        return call(".toDlpack", self, {name: one for name, one in options.items() if one is not None})

    def __dlpack_device__(self): return tuple(call(".dlpackDevice", self))
    def to_device(self, device, /, *, stream=None): return call(".to", self, device)
    def __pos__(self): return call("positive", self)

    def __getitem__(self, key):
        mask = mask_of(key)
        return call(".slice", self, index(key)) if mask is None else call(".masked", self, mask)

    def __setitem__(self, key, value):
        mask = mask_of(key)
        call("setAt", self, index(key) if mask is None else mask, as_values(value, self.dtype))


def mask_of(key):
    """The mask, where the key is one alone."""
    if isinstance(key, tuple) and len(key) == 1: key = key[0]
    return key if isinstance(key, Array) and key.dtype.name == "bool" else None


def index(key):
    def one(part):
        if part is Ellipsis: return "..."
        if not isinstance(part, slice): return part
        ends = [part.start, part.stop] + ([] if part.step is None else [part.step])
        return ":".join("" if end is None else str(end.__index__()) for end in ends)
    return [one(part) for part in (key if isinstance(key, tuple) else (key,))]


def as_values(value, dtype):
    """Python's values as CuTS has them: int64 is of bigints, and so are ints without a dtype; beside floats they are floats."""
    if isinstance(value, Array): return value
    kinds = {type(one) for one in scalars(value)}
    if dtype is None: turn = BigInt if kinds <= {int, bool} else float
    elif dtype.name in ("int64", "uint64"): turn = BigInt
    elif dtype.name.startswith(("float", "complex")): turn = float
    else: return value
    return mapped(value, lambda one: turn(one) if type(one) is int else one)


def scalars(value):
    if not isinstance(value, (list, tuple)): return [value]
    return [scalar for one in value for scalar in scalars(one)]


def mapped(value, function):
    return [mapped(one, function) for one in value] if isinstance(value, (list, tuple)) else function(value)


METHODS = dict(add="add", and_="bitwiseAnd", eq="equal", floordiv="floorDivide", ge="greaterEqual", gt="greater", le="lessEqual", lshift="leftShift",
    lt="less", matmul="matmul", mod="mod", mul="mul", ne="notEqual", or_="bitwiseOr", pow="pow", rshift="rightShift", sub="sub", truediv="div", xor="bitwiseXor")
COMPARISONS = {"eq", "ne", "lt", "le", "gt", "ge"}


def is_operand(value): return isinstance(value, (Array, int, float, complex))


def add_operator(name, method):
    def plain(self, other, /): return call("." + method, self, other) if is_operand(other) else NotImplemented
    def reflected(self, other, /): return call(method, other, self) if is_operand(other) else NotImplemented
    def in_place(self, other, /):
        if not is_operand(other): return NotImplemented
        call("." + method + "Inplace", self, other)
        return self
    forms = {"": plain} if name in COMPARISONS else {"": plain, "r": reflected} if name == "matmul" else {"": plain, "r": reflected, "i": in_place}
    for prefix, function in forms.items():
        function.__name__ = "__%s%s__" % (prefix, name.rstrip("_"))
        setattr(Array, function.__name__, function)


def add_unary(name, method):
    def unary(self): return call("." + method, self)
    unary.__name__ = "__%s__" % name
    setattr(Array, unary.__name__, unary)


for name, method in METHODS.items(): add_operator(name, method)
for name, method in dict(abs="abs", invert="bitwiseNot", neg="neg").items(): add_unary(name, method)
make.update({"$array": Array, "$device": lambda answer: Named(answer["$device"]), "$object": lambda answer: Held(answer["$object"])})
