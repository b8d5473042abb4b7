"""Indexing by arrays and masks. Kernels differ by the size of an element only, so a dtype of each size is enough."""

import numpy as np

SIZES = ["b1", "i2", "f4", "c8", "c16"]


def parts_of(parts):
    """Indices, as the options "0", "1", … of a case: ranges are strings."""
    def part(value):
        if isinstance(value, str):
            return Ellipsis if value == "..." else slice(*[int(one) if one else None for one in value.split(":")])
        return np.array(value, dtype=np.int64) if isinstance(value, list) and value == [] else value
    return tuple(part(value) for value in parts.values())


def get(x, **parts):
    return x[parts_of(parts)]


def set_at(x, values, **parts):
    y = x.copy()
    y[parts_of(parts)] = values
    return y


def put(x, indices, values, mode="raise"):
    y = x.copy()
    np.put(y, indices, values, mode=mode)
    return y


def put_along(x, indices, values, axis=-1):
    y = x.copy()
    np.put_along_axis(y, np.array(indices), values, axis)
    return y


def numbered(*values):
    return {str(k): value for k, value in enumerate(values)}


def on_device(table, operation, function, *arguments, options=None, raises=()):
    """A case with index arrays on the device: a wrong index there is seen by whoever awaits the stream, so it is left out."""
    values = [table.view(one).value if isinstance(one, str) else one for one in arguments]
    named = {key: table.view(one["@"]).value if isinstance(one, dict) else one for key, one in (options or {}).items()}
    try:
        function(*values, **named)
    except IndexError as error:
        if "out of bounds" in str(error):
            return
    except raises:
        pass
    table.case(operation, function, *arguments, options=options, raises=raises)


def cases(table):
    rng = np.random.default_rng(11)
    for code in SIZES:
        dtype = table.arrays[code + "m"].dtype
        values = rng.integers(0, 2 if code == "b1" else 100, (3, 4, 5))
        table.input(code + "t", (values + 1j * values[::-1] if dtype.kind == "c" else values).astype(dtype))
        table.input(code + "wide", rng.integers(0, 2, (5, 40)).astype(dtype))
    table.input("i8one", np.array([2, 0, -1, 1], np.int64))
    table.input("i8two", np.array([[0, -2], [3, 1]], np.int64))
    table.input("i4col", np.array([[0], [2]], np.int32))
    table.input("u1row", np.array([1, 0, 3], np.uint8))
    table.input("i8none", np.zeros((0,), np.int64))
    table.input("i8dot", np.array(1, np.int64))
    table.input("i8far", np.array([7, -9, 2, 100], np.int64))
    table.input("i8sort", np.argsort(table.arrays["f4t"].real, axis=1, kind="stable"))
    table.input("b1three", np.array([True, False, True]))
    table.input("b1mat", table.arrays["f4t"][:, :, 0] > 40)
    table.input("b1all", table.arrays["f4t"] > 60)
    at = lambda name: {"@": name}
    lists = [
        numbered([2, 0, -1]), numbered(":", [3, 0, 0]), numbered([0, 2], [1, 3]), numbered([[0], [2]], [1, -1, 0]),
        numbered([0, 1], ":", [4, 2]), numbered(":", [0, 1], [4, 2]), numbered(0, ":", [4, 2]), numbered(":", 0, [4, 2]),
        numbered([0, 1], None, [1, 2]), numbered(None, [0, 1], [1, 2]), numbered("...", [1, -1]), numbered([1, -1], "..."),
        numbered([1], "...", [2]), numbered("1:", [0, 3], "::-2"), numbered([True, False, True]), numbered([]),
        numbered(":", [True, False, False, True], [0, 4]), numbered([[True, False, True, True]] * 3),
        numbered([5]), numbered(":", [-5]), numbered([0, 1], [0, 1, 2]), numbered([True, False]), numbered([0], [0], [0], [0]),
        numbered("...", [0], "..."), numbered([False, False, False]), numbered(-4, [1]),
    ]
    arrays = [
        numbered(at("i8one")), numbered(":", at("i8two")), numbered(at("i4col"), at("u1row")), numbered(at("u1row[:2]"), ":", at("i4col")),
        numbered(at("i8dot")), numbered(at("i8none"), "1:"), numbered(":", at("i8one[::-1]"), at("i8one")), numbered(1, at("u1row"), at("i8one[:3]")),
        numbered(at("i8dot"), ":", at("i8dot")), numbered(at("i4col.T"), "...", at("i4col")), numbered("::-1", "1:3", at("i8one")),
    ]
    errors = (IndexError, ValueError)
    for code in SIZES:
        for view in ["t", "t[::-1, 1:]", "t.T[:3, :, ::-1]"]:
            for parts in lists if code in ["f4", "c16"] or view == "t" else lists[:6]:
                table.case("slice", get, code + view, options=parts, raises=errors)
            for parts in arrays if "T" not in view else arrays[:3]:
                on_device(table, "slice", get, code + view, options=parts, raises=errors)
        table.case("slice", get, code + "wide", options=numbered(at("i8one")))
        table.case("slice", get, code + "wide[:, ::-1]", options=numbered(at("i8one")))
        # Values that are the same for a place that is named twice: which one stays is not said.
        for parts, values in [
            (numbered([2, 0]), code + "t[:2]"), (numbered(":", [3, 0]), code + "m[:, 1, null, null]"), (numbered([0, 1], ":", [4, 2]), 1),
            (numbered(at("i8one[:3]"), [1, 3, 0]), code + "t[0, 1]"), (numbered(at("i4col"), at("u1row")), code + "t[:2, :3, :]"),
            (numbered("1:", [0, 3], "::-2"), code + "t[:2, :2, :3]"), (numbered([True, False, True]), code + "t[:2]"), (numbered([0, 0]), 1),
            (numbered("1:", 2), code + "t[0, 0]"), (numbered(at("b1three")), 1), (numbered(at("b1three")), code + "t[0]"),
            (numbered(at("b1three")), code + "t[1:]"), (numbered(at("b1mat")), 0), (numbered(at("b1all")), 1), (numbered(at("b1mat[:, :3]")), 1),
            (numbered([3]), 0), (numbered([0, 1]), code + "t"), (numbered(at("i8none")), 1),
        ]:
            if code == "b1" and isinstance(values, int):
                values = bool(values)
            table.case("setAt", set_at, code + "t", values, options=parts, raises=errors)
        for options in [{}, {"axis": 0}, {"axis": 1}, {"axis": -1}]:
            for indices in ["i8two", "i4col.T", "i8none", "i8dot", 1, -2, [0, -1], [[1], [0]]]:
                on_device(table, "take", lambda a, i, axis=None: np.take(a, i, axis=axis), code + "t", indices, options=options)
        for mode in ["wrap", "clip"]:
            for indices in ["i8far", [9, -7, 1], -20]:
                table.case("take", np.take, code + "t.T", indices, options={"axis": 1, "mode": mode})
                table.case("put", put, code + "m.T", indices, code + "r[:1]", options={"mode": mode})
        table.case("take", np.take, code + "t", [0, 4], options={"axis": 1}, raises=errors)
        table.case("take", np.take, code + "t", [60], raises=errors)
        table.case("take", np.take, code + "e", [0], options={"axis": 0}, raises=errors)
        table.case("take", np.take, code + "e", "i8none", options={"axis": 0})
        table.case("take", np.take, code + "s", [0, 0])
        table.case("put", put, code + "t", [3, -1, 7], code + "r")
        table.case("put", put, code + "t[::2, ::-1]", "i8one", code + "r[:2]")
        table.case("put", put, code + "m", [12], code + "r", raises=errors)
        for axis in [0, 1, -1]:
            on_device(table, "takeAlongAxis", lambda a, i, axis: np.take_along_axis(a, i, axis), code + "t", "i8two[:, :, null]" if axis == 1 else "i8two[null]" if axis else "i8two[:, :1, null]",
                       options={"axis": axis}, raises=(IndexError, ValueError))
        table.case("takeAlongAxis", lambda a, i, axis: np.take_along_axis(a, i, axis), code + "t", "i8sort", options={"axis": 1})
        table.case("takeAlongAxis", lambda a, i, axis: np.take_along_axis(a, i, axis), code + "t", "i8sort[:, :2]", options={"axis": 1})
        table.case("takeAlongAxis", lambda a, i: np.take_along_axis(a, np.array(i), -1), code + "t", [[[0, -1]]])
        table.case("takeAlongAxis", lambda a, i: np.take_along_axis(a, np.array(i), -1), code + "t", [0, 1], raises=errors)
        table.case("putAlongAxis", put_along, code + "t", "i8sort", code + "t", options={"axis": 1})
        table.case("putAlongAxis", put_along, code + "t[::-1]", [[[0]], [[1]], [[3]]], code + "t[0, :1]", options={"axis": 1})
        for view in ["t", "m.T", "e", "r[::2]", "t[:, ::-1, 1:3]"]:
            table.case("nonzero", lambda a: tuple(one.astype(np.int64) for one in np.nonzero(a)), code + view)
            table.case("flatnonzero", lambda a: np.flatnonzero(a).astype(np.int64), code + view)
            table.case("argwhere", lambda a: np.argwhere(a).astype(np.int64), code + view)
        table.case("where", lambda a: tuple(one.astype(np.int64) for one in np.where(a)), code + "t")
        table.case("argwhere", lambda a: np.argwhere(a).astype(np.int64), code + "s")
        for mask in ["b1three", "b1mat", "b1all", "b1mat[:, :3]", "b1three[:2]"]:
            table.case("masked", lambda a, m: a[m], code + "t", mask, raises=errors)
        table.case("masked", lambda a, m: a[m], code + "t.T[:3, :, ::-1]", "b1mat")
        table.case("masked", lambda a, m: a[np.array(m)], code + "m", [True, False, True])
        for axis in [0, 1, 2]:
            table.case("compress", lambda m, a, axis: np.compress(m, a, axis=axis), "b1three", code + "t[::-1]", options={"axis": axis})
        table.case("compress", lambda m, a: np.compress(m, a), "b1three", code + "t")
        table.case("extract", lambda m, a: np.extract(m, a), "b1all", code + "t")
    table.case("nonzero", np.nonzero, "f4s", since=(2, 1), why="a 0-d array is an error", raises=ValueError)
