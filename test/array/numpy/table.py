"""What families of cases are written with: inputs, views of them, and the lines of a table.

A table is lines, each a JSON list:
  ["family", name]                              begins the table of a family
  ["input", name, array]                        an array that cases name
  [operation, arguments, options, result]       a case; a fifth entry {"since", "why"} for what older NumPy computes otherwise
An array is "dtype[shape]:base64 of its bytes in C order, little-endian". A result is an array, a list of them, or
"raises". In arguments a string is an input or a view of one, such as "f4m[1:, ::-1].T"; in options it is a string, and an
input is {"@": view}. Numbers are JSON's; {"i": "123"} is a bigint, {"f": "nan"} a float that JSON has not, {"c": [re, im]}
a complex number, {"l": [...]} a list of such values.
"""

import base64
import json
import re

import numpy as np

VERSION = tuple(int(part) for part in np.__version__.split(".")[:2])

# The short name of each dtype: NumPy's kind and size, as inputs are named.
CODES = {
    "b1": "bool", "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64",
    "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64",
    "f2": "float16", "f4": "float32", "f8": "float64", "c8": "complex64", "c16": "complex128",
}
INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
FLOATS = ["f2", "f4", "f8"]
COMPLEX = ["c8", "c16"]
ALL = list(CODES)


class View:
    """An input or a view of it, as a case names it; `value` is the NumPy array."""

    def __init__(self, text, value):
        self.text = text
        self.value = value


class Table:
    """The lines of one table. Inputs are written once, before the first case that uses them."""

    def __init__(self):
        self.lines = []
        self.seen = set()
        self.arrays = {}
        self.written = set()
        add_standard_inputs(self)

    def input(self, name, array):
        """Gives a name to an array, for views of it."""
        self.arrays[name] = np.asarray(array)

    def view(self, text):
        """The array that a text such as "f4m[::2].T" means."""
        match = re.fullmatch(r"(\w+)((?:\[[^\]]*\]|\.T)*)", text)
        value = self.arrays[match[1]]
        for part in re.findall(r"\[([^\]]*)\]|(\.T)", match[2]):
            value = value.T if part[1] else value[tuple(index(one) for one in part[0].split(","))]
        if match[1] not in self.written:
            self.written.add(match[1])
            self.lines.append(json_line(["input", match[1], encode(self.arrays[match[1]])]))
        return View(text, value)

    def case(self, operation, function, *arguments, options=None, since=None, why="", raises=()):
        """
        Writes a case: `function(*values, **options)` is what NumPy computes. Arguments are views ("f4m.T", by name),
        plain numbers, bigint(…) and lists. Python's numbers must be whole or not as JavaScript's are: 2, not 2.0.
        `since` is the first NumPy that computes this as CuTS does, `why` says what changed: older ones leave it out.
        """
        own = [self.view(one) if isinstance(one, str) else one for one in arguments]
        named = {key: self.view(one["@"]) if isinstance(one, dict) and "@" in one else one
                 for key, one in (options or {}).items()}
        if since is not None and VERSION < since:
            return
        with np.errstate(all="ignore"):
            try:
                result = function(*[plain(one) for one in own], **{key: plain(one) for key, one in named.items()})
            except raises:
                result = None
        line = [operation, [argument(one) for one in own], {key: option(one) for key, one in named.items()},
                "raises" if result is None else
                [encode(one) for one in result] if isinstance(result, (tuple, list)) else encode(result)]
        if since is not None:
            line.append({"since": ".".join(map(str, since)), "why": why})
        # A case that several loops come to is written once.
        case = json_line(line[:3])
        if case not in self.seen:
            self.seen.add(case)
            self.lines.append(json_line(line))


class bigint(int):
    """An integer that JavaScript gets as a bigint."""


def plain(value):
    if isinstance(value, View):
        return value.value
    if isinstance(value, bigint):
        return int(value)
    return value


def argument(value):
    """A value as the table has it among arguments."""
    return value.text if isinstance(value, View) else scalar(value)


def option(value):
    return {"@": value.text} if isinstance(value, View) else value if isinstance(value, str) else scalar(value)


def scalar(value):
    if isinstance(value, bigint):
        return {"i": str(int(value))}
    if isinstance(value, complex):
        return {"c": [value.real, value.imag]}
    if isinstance(value, float) and not np.isfinite(value):
        return {"f": repr(value)}
    if isinstance(value, (list, tuple)):
        return {"l": [argument(one) for one in value]}
    return value


def encode(value):
    """An array as text. Dtypes that CuTS has not are a mistake of the family."""
    array = np.asarray(value)
    if array.dtype.name not in CODES.values():
        raise TypeError(f"a result is {array.dtype.name}, which CuTS has not")
    packed = array.astype(array.dtype.newbyteorder("<"), order="C")
    # One NaN for all: which bits NumPy gives differs from processor to processor.
    if array.dtype.kind == "f":
        packed[np.isnan(packed)] = np.nan
    shape = ",".join(map(str, array.shape))
    return f"{array.dtype.name}[{shape}]:{base64.b64encode(packed.tobytes()).decode()}"


def index(text):
    text = text.strip()
    if text in ("null", "..."):
        return {"null": None, "...": Ellipsis}[text]
    if ":" not in text:
        return int(text)
    return slice(*[int(part) if part else None for part in text.split(":")])


def json_line(value):
    return json.dumps(value, separators=(",", ":"))


def add_standard_inputs(table):
    """
    For each dtype: `v` and `w`, edges of the dtype (9 values each, in another order); `m` and `n`, 3 x 4 numbers of
    usual size; `p`, 3 x 4 numbers between 0 and 1 (0 and 1 for integers); `r` and `c`, a row and a column that fit
    them; `s`, a single value; `e`, an empty 0 x 4.
    """
    for code, name in CODES.items():
        dtype = np.dtype(name)
        edges, usual = values_of(dtype)
        table.input(code + "v", edges)
        table.input(code + "w", np.roll(edges, 4)[::-1].copy())
        table.input(code + "m", usual[:12].reshape(3, 4))
        table.input(code + "n", usual[12:].reshape(3, 4))
        unit = (np.arange(1, 13) * 7 % 13 / 13).reshape(3, 4)
        table.input(code + "p", (unit + 1j * unit[::-1] / 2 if dtype.kind == "c" else unit.round() if dtype.kind != "f" else unit).astype(dtype))
        table.input(code + "r", usual[3:7])
        table.input(code + "c", usual[8:11].reshape(3, 1))
        table.input(code + "s", usual[5])
        table.input(code + "e", np.empty((0, 4), dtype))


def values_of(dtype):
    """Edges of a dtype, and 24 numbers of usual size."""
    if dtype.kind == "b":
        return np.array([1, 0, 1, 1, 0, 0, 1, 0, 0], dtype), (np.arange(24) * 7 % 11 % 2).astype(dtype)
    if dtype.kind in "iu":
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        edges = [0, 1, 2, 7, high, high - 1] + ([-1, -7, low] if low < 0 else [3, 63, high // 2 + 1])
        usual = (np.arange(24) * 7 % 25) - (12 if low < 0 else 0)
        return np.array(edges, dtype), np.where(usual == 0, 5, usual).astype(dtype)
    usual = ((np.arange(24) * 7 % 25) - 12.25) / 4
    if dtype.kind == "f":
        edges = [0.0, -0.0, 1.0, -2.5, 0.5, np.inf, -np.inf, np.nan, np.finfo(dtype).max]
        return np.array(edges, dtype), usual.astype(dtype)
    edges = [0, 1, 1j, -1, -2.5 - 0.5j, 3e-3 + 4e-3j, 1e10 - 1e10j, 1 - 1e-9j, -1j]
    return np.array(edges, dtype), (usual + 1j * usual[::-1]).astype(dtype)
