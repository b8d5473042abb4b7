"""Element-wise operations over all dtypes: edges of each dtype, the layouts that arrays have, plain numbers, mixed dtypes.

NumPy has no erf, gamma, sigmoid and so on: these are computed in float64 from Python's math module and rounded.
"""

import math

import numpy as np

from table import ALL, CODES, COMPLEX, FLOATS, INTEGERS, bigint

# What NumPy raises for dtypes and numbers that an operation does not take.
REFUSED = (TypeError, ValueError, OverflowError)


def through_float64(function):
    """A function of one float64, as an operation on floats; integers count as NumPy's float for them."""
    def apply(a):
        dtype = np.sin(a.ravel()[:0]).dtype
        if dtype.kind == "c":
            raise TypeError("not defined for complex numbers")
        return np.vectorize(function, otypes=[np.float64])(a.astype(np.float64)).astype(dtype)
    return apply


def gamma(x):
    if math.isnan(x) or x == -math.inf or (x < 0 and x == np.floor(x)):
        return math.nan
    if x == 0:
        return math.copysign(math.inf, x)
    try:
        return math.gamma(x)
    except OverflowError:
        return math.inf


def lgamma(x):
    if x <= 0 and x == np.floor(x):
        return math.inf
    try:
        return math.lgamma(x)
    except OverflowError:
        return math.inf


def sigmoid(x):
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0 if x < -745 else math.exp(x)


def relu(a):
    if a.dtype.kind in "bc":
        raise TypeError("not defined")
    return np.where((a > 0) | np.isnan(a), a, a.dtype.type(0))


def times_bounded(x, factor):
    # -inf * 0 is NaN in the plain formula; the limit is 0.
    return 0.0 if x == -math.inf else x * factor


def gelu(x):
    return times_bounded(x, 0.5 * math.erfc(-x / math.sqrt(2)))


def gelu_tanh(x):
    return times_bounded(x, 0.5 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x))))


def silu(x):
    return times_bounded(x, sigmoid(x))


def softplus(x):
    return x if x > 700 else math.log1p(math.exp(x))


# Operations of one operand: NumPy's function, the input that it is shown with besides edges ("p" is between 0 and 1).
UNARY = {
    "negative": (np.negative, "m"), "positive": (np.positive, "m"), "square": (np.square, "m"),
    "reciprocal": (np.reciprocal, "m"), "sign": (np.sign, "m"), "absolute": (np.absolute, "m"),
    "floor": (np.floor, "m"), "ceil": (np.ceil, "m"), "trunc": (np.trunc, "m"), "rint": (np.rint, "m"),
    "sqrt": (np.sqrt, "p"), "cbrt": (np.cbrt, "m"),
    "exp": (np.exp, "m"), "exp2": (np.exp2, "m"), "expm1": (np.expm1, "m"),
    "log": (np.log, "p"), "log2": (np.log2, "p"), "log10": (np.log10, "p"), "log1p": (np.log1p, "p"),
    "sin": (np.sin, "m"), "cos": (np.cos, "m"), "tan": (np.tan, "m"),
    "arcsin": (np.arcsin, "p"), "arccos": (np.arccos, "p"), "arctan": (np.arctan, "m"),
    "sinh": (np.sinh, "m"), "cosh": (np.cosh, "m"), "tanh": (np.tanh, "m"),
    "arcsinh": (np.arcsinh, "m"), "arccosh": (np.arccosh, "m"), "arctanh": (np.arctanh, "p"),
    "degrees": (np.degrees, "m"), "radians": (np.radians, "m"),
    "isnan": (np.isnan, "m"), "isinf": (np.isinf, "m"), "isfinite": (np.isfinite, "m"), "signbit": (np.signbit, "m"),
    "logicalNot": (np.logical_not, "m"), "bitwiseNot": (np.invert, "m"),
    "conjugate": (np.conjugate, "m"), "angle": (np.angle, "m"), "real": (np.real, "m"), "imag": (np.imag, "m"),
    "erf": (through_float64(math.erf), "m"), "erfc": (through_float64(math.erfc), "m"),
    "gamma": (through_float64(gamma), "m"), "lgamma": (through_float64(lgamma), "m"),
    "sigmoid": (through_float64(sigmoid), "m"), "relu": (relu, "m"), "gelu": (through_float64(gelu), "m"),
    "silu": (through_float64(silu), "m"), "softplus": (through_float64(softplus), "m"),
    "isneginf": (np.isneginf, "m"), "isposinf": (np.isposinf, "m"),
}

BINARY = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide,
    "floorDivide": np.floor_divide, "remainder": np.remainder, "fmod": np.fmod, "power": np.power,
    "maximum": np.maximum, "minimum": np.minimum, "fmax": np.fmax, "fmin": np.fmin,
    "equal": np.equal, "notEqual": np.not_equal, "less": np.less, "lessEqual": np.less_equal,
    "greater": np.greater, "greaterEqual": np.greater_equal,
    "logicalAnd": np.logical_and, "logicalOr": np.logical_or, "logicalXor": np.logical_xor,
    "bitwiseAnd": np.bitwise_and, "bitwiseOr": np.bitwise_or, "bitwiseXor": np.bitwise_xor,
    "leftShift": np.left_shift, "rightShift": np.right_shift,
    "arctan2": np.arctan2, "hypot": np.hypot, "logaddexp": np.logaddexp, "logaddexp2": np.logaddexp2,
    "copysign": np.copysign, "nextafter": np.nextafter, "heaviside": np.heaviside,
    "gcd": np.gcd, "lcm": np.lcm,
}
COMPARISONS = {
    "equal": np.equal, "notEqual": np.not_equal, "less": np.less, "lessEqual": np.less_equal,
    "greater": np.greater, "greaterEqual": np.greater_equal,
}
UNARY_LAYOUTS = ["", ".T", "[::-1, ::2]", "[1:, 1:3]", "[:, -2]", "[2]", "[null, ::2, ..., ::-1]", "[1:1]"]
BINARY_LAYOUTS = [
    ("m", "n"), ("m", "r"), ("c", "m"), ("c", "r"), ("m.T", "n.T"), ("m[::-1]", "n[:, ::-1]"), ("m.T[1]", "c"),
    ("m[:, ::2]", "n[:, 1::2]"), ("s", "n"), ("m", "s"), ("s", "s"), ("e", "r"), ("e", "e"), ("m[null]", "n[:, null]"),
]
# An integer to a negative power is an error in NumPy; CuTS cannot know before the work is done. Exponents are kept small.
SMALL = [0, 1, 2, 3, 5, 7, 4, 6, 0]


def cases(table):
    unary(table)
    binary(table)
    numbers(table)
    mixed(table)
    powers(table)
    rounding(table)
    choices(table)
    closeness(table)


def unary(table):
    turn = 0
    for name, (function, usual) in UNARY.items():
        for code in ALL:
            if code == "b1" and name in ("sign", "negative", "positive") or (code in INTEGERS and name == "gamma"):
                table.case(name, function, code + "m", raises=REFUSED) if code == "b1" else None
                continue
            if name == "reciprocal" and code in INTEGERS + ["b1"]:
                # What 1 / 0 gives is left to C, and so to the processor.
                table.case(name, function, code + "n") if code != "b1" else None
                continue
            if not defined(function, np.zeros(1, CODES[code])):
                table.case(name, function, code + "m", raises=REFUSED)
                continue
            options = {}
            if name == "sign" and code in COMPLEX:
                options = {"since": (2, 0), "why": "sign of a complex number is z / |z| since NumPy 2.0"}
            if name in ("floor", "ceil", "trunc") and code not in FLOATS:
                options = {"since": (2, 1), "why": "floor, ceil and trunc keep integers since NumPy 2.1"}
            if not (code in COMPLEX and name in ("arccosh", "tan", "tanh", "expm1", "log1p", "arctanh", "sinh", "cosh", "sin", "cos", "exp", "exp2", "reciprocal", "square")):
                table.case(name, function, code + "v", **options)
            layouts = [UNARY_LAYOUTS[(turn + k) % len(UNARY_LAYOUTS)] for k in (0, 3, 5)]
            for layout in layouts:
                table.case(name, function, code + usual + layout, **options)
            table.case(name, function, code + "s", **options)
            turn += 1


def binary(table):
    turn = 0
    for name, function in BINARY.items():
        for code in ALL:
            one = np.ones(1, CODES[code])
            if not defined(function, one, one):
                table.case(name, function, code + "m", code + "n", raises=REFUSED)
                continue
            if name != "power" or code in FLOATS:
                if code not in COMPLEX or name in COMPARISONS or name in ("add", "maximum", "logicalAnd"):
                    table.case(name, function, code + "v[:, null]", code + "w")
            if name == "power" and code not in FLOATS + COMPLEX:
                continue
            for k in (0, 2, 5, 9, 11):
                left, right = BINARY_LAYOUTS[(turn + k) % len(BINARY_LAYOUTS)]
                table.case(name, function, code + left, code + right)
            turn += 1


def numbers(table):
    """Plain numbers beside arrays: NumPy 2's rules (NEP 50), and comparisons with what a dtype cannot hold."""
    weak = {"since": (2, 0), "why": "NEP 50: plain numbers are weak since NumPy 2.0"}
    for name, function in BINARY.items():
        for code in ALL:
            one = np.ones(1, CODES[code])
            for value in (3, 2.5):
                if name == "power" and value == 3 and code in INTEGERS + ["b1"]:
                    continue
                if code in COMPLEX and name in ("power",):
                    continue
                options = weak if code in ("b1", "f2") or value == 2.5 else {}
                if defined(function, one, value):
                    table.case(name, function, code + "m", value, **options)
                    if name not in ("power", "nextafter"):
                        table.case(name, function, value, code + "m[::-1, 1:]", **options)
    late = {"since": (2, 0), "why": "comparisons with integers out of range are exact since NumPy 2.0"}
    for name, function in COMPARISONS.items():
        for code in INTEGERS:
            high = np.iinfo(CODES[code]).max
            for value in (high, high + 1, -1, -high - 2, 10**15, -(10**15)):
                own = value if abs(value) < 2**53 else bigint(value)
                if abs(value) < 2**63:
                    table.case(name, function, code + "v", own, **late)
                    table.case(name, function, own, code + "v", **late)
        for value in (bigint(2**64), bigint(-(2**64)), bigint(2**70)):
            table.case(name, function, "u8v", value, **late)
            table.case(name, function, "i8v", value, **late)
    for code in FLOATS:
        for value in (math.nan, math.inf, -math.inf):
            for name in ("add", "multiply", "less", "equal", "maximum", "fmax", "minimum", "power", "remainder", "floorDivide"):
                table.case(name, BINARY[name], code + "v", value)
    for code in ALL:
        for name in ("add", "multiply", "subtract", "equal"):
            if code != "b1" or name != "subtract":
                table.case(name, BINARY[name], code + "m", True, **weak)
            table.case(name, BINARY[name], code + "m", 0.5 - 2j, **weak)


def mixed(table):
    """Every pair of dtypes."""
    exact = {"since": (2, 0), "why": "int64 and uint64 are compared exactly since NumPy 2.0"}
    for name in ("add", "divide", "floorDivide", "less", "equal", "maximum", "arctan2", "bitwiseXor"):
        for left in ALL:
            for right in ALL:
                if left == right:
                    continue
                ones = np.ones(1, CODES[left]), np.ones(1, CODES[right])
                if defined(BINARY[name], *ones):
                    is_exact = name in COMPARISONS and {left[0], right[0]} == {"i", "u"}
                    table.case(name, BINARY[name], left + "m", right + "r", **(exact if is_exact else {}))
                else:
                    table.case(name, BINARY[name], left + "m", right + "r", raises=REFUSED)
    for name in COMPARISONS:
        for left, right in (("i8", "u8"), ("u8", "i8"), ("u8", "i1"), ("i8", "u1")):
            table.case(name, COMPARISONS[name], left + "v[:, null]", right + "w", **exact)


def powers(table):
    for code in INTEGERS:
        table.input(code + "x", np.array(SMALL, CODES[code]))
        table.case("power", np.power, code + "v[:, null]", code + "x")
        table.case("power", np.power, code + "x", code + "x[::-1]")
        for value in (0, 1, 2, 3, 7):
            table.case("power", np.power, code + "m", value)
            table.case("power", np.power, value, code + "x[::2]")
        table.case("power", np.power, code + "m", -1, raises=REFUSED)
    table.input("b1x", np.array([1, 0, 1, 0, 1, 1, 0, 0, 1], bool))
    table.case("power", np.power, "b1v[:, null]", "b1x")
    for code in FLOATS:
        for value in (0, 1, 2, -1, 3, -0.5, 2.25):
            table.case("power", np.power, code + "v", value)
        # Not of edges: NumPy takes the square root, which differs from C's pow for -0 and -infinity.
        table.case("power", np.power, code + "m", 0.5)
    for code in COMPLEX:
        table.case("power", np.power, code + "m[1:]", 2)
        table.case("power", np.power, code + "m[1:]", 0.5)
        table.case("power", np.power, code + "m[:2]", code + "p[:2]")


def rounding(table):
    for code in FLOATS + INTEGERS:
        for decimals in (0, 1, 2, -1):
            if code in INTEGERS and decimals == -1 and code[0] == "u":
                continue
            table.case("round", np.round, code + "m", options={"decimals": decimals})
            table.case("round", np.round, code + "m[:, ::-2]", options={"decimals": decimals})
    table.input("halves", np.array([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.25, 1e15 + 0.5]))
    for name in ("rint", "floor", "ceil", "trunc"):
        table.case(name, getattr(np, name), "halves")
    table.case("round", np.round, "halves")
    for code in COMPLEX:
        table.case("round", np.round, code + "m")


def choices(table):
    weak = {"since": (2, 0), "why": "NEP 50: plain numbers are weak since NumPy 2.0"}
    for code in ALL:
        if code not in COMPLEX:
            for left, right in (("m", "n"), ("m.T", "n.T"), ("r", "c"), ("e", "r"), ("s", "n")):
                condition = {"m.T": "b1m.T", "e": "b1r"}.get(left, "b1m")
                table.case("where", np.where, condition, code + left, code + right)
        table.case("where", np.where, "b1v[::2]", code + "v[:5]", code + "w[4:]")
        table.case("where", np.where, "b1r", code + "r", 1, **weak)
        table.case("where", np.where, "b1c", 0, code + "m", **weak)
        if code in COMPLEX or code == "b1":
            continue
        table.case("clip", np.clip, code + "m", 1, 3, **weak)
        table.case("clip", np.clip, code + "m.T", code + "s", 5, **weak)
        table.case("clip", np.clip, code + "v", code + "r[0]", code + "r[3]")
        table.case("clip", np.clip, code + "m", code + "r", code + "c")
        table.case("clip", np.clip, code + "v[::-1]", 2, None, **weak)
        table.case("clip", np.clip, code + "e", None, 2, **weak)
    for left in ("i1", "i4", "u8", "f2", "f4", "b1"):
        for right in ("i8", "u1", "f4", "f8", "c8"):
            if left != right:
                table.case("where", np.where, "b1m", left + "m", right + "n")
    table.case("where", np.where, "f4v", "i4v", "i4w")


def close(function):
    def apply(a, b, rtol=1e-5, atol=1e-8, equalNan=False):
        return function(a, b, rtol=rtol, atol=atol, equal_nan=equalNan)
    return apply


def closeness(table):
    weak = {"since": (2, 0), "why": "NEP 50: plain numbers are weak since NumPy 2.0"}
    functions = {"isclose": close(np.isclose), "allclose": close(np.allclose)}
    usual = [None, {"equalNan": True}, {"rtol": 0.25}, {"rtol": 0, "atol": 1}, {"rtol": 0, "atol": 0}]
    for code in FLOATS + COMPLEX:
        numbers = table.arrays[code + "m"]
        # Away from the edges of the tolerances: 16-bit floats are compared in float32.
        near = numbers * (1 + np.array([0, 1e-7, 3e-6, 2e-5], numbers.real.dtype))
        table.input(code + "near", near.astype(numbers.dtype))
        parts = np.array([1, np.inf, -np.inf, np.nan, 0], numbers.real.dtype)
        odd = np.empty((5, 5) if code in COMPLEX else 5, numbers.dtype)
        odd.real = parts[:, None] if code in COMPLEX else parts
        if code in COMPLEX:
            odd.imag = parts
        table.input(code + "odd", odd.ravel())
        for name, function in functions.items():
            for options in usual:
                table.case(name, function, code + "m", code + "near", options=options)
                table.case(name, function, code + "odd", code + "odd", options=options)
                table.case(name, function, code + "e", code + "r", options=options)
        table.case("isclose", functions["isclose"], code + "odd[:, null]", code + "odd")
        table.case("isclose", functions["isclose"], code + "odd[:, null]", code + "odd", options={"equalNan": True})
        for value in (0, 1, 2.5, math.inf, math.nan):
            table.case("isclose", functions["isclose"], code + "v", value, **weak)
            table.case("isclose", functions["isclose"], value, code + "v[::-1]", options={"rtol": 0.5}, **weak)
        table.case("isclose", functions["isclose"], code + "m.T", code + "near.T")
        table.case("isclose", functions["isclose"], code + "m[::-1, ::2]", code + "near[::-1, ::2]")
    for left in ALL:
        for right in ALL:
            table.case("isclose", functions["isclose"], left + "m", right + "m", options={"rtol": 0.125})
            table.case("isclose", functions["isclose"], left + "m", right + "r", options={"rtol": 0, "atol": 2})
    for code in INTEGERS:
        table.case("isclose", functions["isclose"], code + "v[:, null]", code + "w")
        table.case("allclose", functions["allclose"], code + "v", code + "v")
    table.case("isclose", functions["isclose"], "f4m", 0.5 - 2j, options={"rtol": 1}, **weak)
    table.case("isclose", functions["isclose"], 1.5, 1.5, **weak)


def defined(function, *arguments):
    with np.errstate(all="ignore"):
        try:
            return np.asarray(function(*arguments)).dtype.name in CODES.values()
        except REFUSED:
            return False
