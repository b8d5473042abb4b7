"""Joining, splitting, repeating, rolling, padding. These copy elements without looking at them, so few dtypes are enough."""

import numpy as np

from table import CODES

SIZES = ["b1", "i2", "f4", "c16"]
errors = (ValueError, IndexError, TypeError)


def cases(table):
    rng = np.random.default_rng(12)
    for code in ["b1", "i2", "f4", "c16"]:
        dtype = table.arrays[code + "m"].dtype
        table.input(code + "t", rng.integers(0, 2 if code == "b1" else 100, (2, 3, 4)).astype(dtype))
        # Sides beyond a tile of transposed copies.
        table.input(code + "big", rng.integers(0, 2, (40, 18)).astype(dtype))
        table.input(code + "one", np.ones((1,), dtype))
    join = lambda name: lambda a, axis=0: getattr(np, name)(a, axis=axis)
    joined = lambda name: lambda a: getattr(np, name)(a)
    for code in SIZES:
        views = [[code + "m", code + "n"], [code + "m[:, ::-1]", code + "m.T[1:, :].T", code + "c"], [code + "e", code + "m"], [code + "t"]]
        for arrays in views:
            own = [table.view(one).value for one in arrays]
            for axis in [0, 1, -1]:
                concat(table, "concatenate", arrays, own, lambda a, axis: np.concatenate(a, axis=axis), {"axis": axis})
            concat(table, "concatenate", arrays, own, lambda a, axis: np.concatenate(a, axis=axis), {"axis": None})
            for name in ["vstack", "hstack", "dstack"]:
                concat(table, name, arrays, own, getattr(np, name), {})
        for name in ["vstack", "hstack", "dstack", "columnStack"]:
            numpy = np.column_stack if name == "columnStack" else getattr(np, name)
            for arrays in [[code + "r", code + "r[::-1]"], [code + "m", code + "n"], [code + "s", code + "s"]]:
                concat(table, name, arrays, [table.view(one).value for one in arrays], numpy, {})
        for axis in [0, 1, -1, 2]:
            for arrays in [[code + "m", code + "n[::-1]"], [code + "r"], [code + "s", code + "s"], [code + "m", code + "r"]]:
                concat(table, "stack", arrays, [table.view(one).value for one in arrays], lambda a, axis: np.stack(a, axis=axis), {"axis": axis})
        for sections, axis in [(3, 0), (2, 1), ([1, 3], 1), ([2], 0), (5, 1), ([-1, 9], 1), (0, 0), ([], 0)]:
            for name in ["split", "arraySplit"]:
                numpy = np.split if name == "split" else np.array_split
                table.case(name, lambda a, n, axis, numpy=numpy: numpy(a, n, axis=axis), code + "m", sections, options={"axis": axis}, raises=(ValueError, ZeroDivisionError))
        for name in ["hsplit", "vsplit"]:
            table.case(name, getattr(np, name), code + "m[:2]", 2)
        table.case("dsplit", np.dsplit, code + "t", 2)
        table.case("hsplit", np.hsplit, code + "r", [1])
        for axis in [0, 1, -1]:
            table.case("unstack", lambda a, axis: tuple(np.moveaxis(a, axis, 0)), code + "t", options={"axis": axis})
        for times in [2, [2], [3, 1], [1, 2], [2, 1, 3], [0, 2], 0, []]:
            for view in ["m", "r[::-1]", "s", "t.T", "e"]:
                table.case("tile", np.tile, code + view, times)
        for times, options in [(2, {}), (3, {"axis": 0}), (2, {"axis": 1}), (0, {"axis": 0}), ([1, 0, 3], {"axis": 0}), ([2, 1, 0, 1], {"axis": -1}), ([1, 2], {"axis": 0}), (-1, {})]:
            for view in ["m", "m[:, ::-1]", "e"]:
                table.case("repeat", lambda a, n, axis=None: np.repeat(a, n, axis=axis), code + view, times, options=options, raises=errors)
        for shift, options in [(1, {}), (-2, {}), (5, {"axis": 0}), (1, {"axis": 1}), ([1, -1], {"axis": [0, 1]}), (2, {"axis": [0, 1]}), ([1, 2], {"axis": 1}), (3, {"axis": -1})]:
            for view in ["m", "m.T", "e", "t[:, ::2]"]:
                table.case("roll", np.roll, code + view, shift, options=options)
        for k in [0, 1, 2, 3, -1, 6]:
            table.case("rot90", np.rot90, code + "m", k)
            table.case("rot90", lambda a, k, axes: np.rot90(a, k, axes=axes), code + "t", k, options={"axes": [2, 0]})
        for name in ["fliplr", "flipud"]:
            for view in ["m", "t", "r"]:
                table.case(name, getattr(np, name), code + view, raises=errors)
        table.case("permuteDims", np.transpose, code + "t", [2, 0, 1])
        table.case("matrixTranspose", lambda a: np.swapaxes(a, -1, -2), code + "t")
        for width in [1, [2, 0], [[1, 2], [0, 3]], [[4, 5], [5, 9]], 0, [[1, 1]], -1, [[1, 1], [1, 1], [1, 1]]]:
            for mode in ["constant", "edge", "reflect", "symmetric", "wrap"]:
                old = {"since": (1, 25), "why": "a border wider than the array repeats it whole"} if mode == "wrap" and width == [[4, 5], [5, 9]] else {}
                table.case("pad", np.pad, code + "m[:, ::-1]", width, options={"mode": mode}, raises=errors, **old)
        table.case("pad", np.pad, code + "one", [3, 2], options={"mode": "reflect"})
        table.case("pad", np.pad, code + "t", 1, options={"mode": "symmetric"})
        table.case("pad", np.pad, code + "e", 1, options={"mode": "edge"}, raises=errors)
        table.case("pad", np.pad, code + "e", 1)
        table.case("pad", lambda a, n, mode, constantValues: np.pad(a, n, mode=mode, constant_values=constantValues), code + "m", 2, options={"mode": "constant", "constantValues": 1} if code != "b1" else {"mode": "constant", "constantValues": True})
        for index, values, options in [(1, code + "r[:1]", {}), ([1, 3], code + "r[:2]", {}), ([3, 1], code + "r[:2]", {}), (0, code + "r", {"axis": 0}), (-1, code + "c[:, 0]", {"axis": 1}), ([0, 2], code + "c", {"axis": 1}), (4, code + "m", {"axis": 1}), (5, code + "s", {"axis": 1}), ([2, 2], code + "s", {"axis": 0})]:
            table.case("insert", lambda a, i, v, axis=None: np.insert(a, i, v, axis=axis), code + "m", index, values, options=options, raises=errors)
        for index, options in [(1, {}), ([0, -1], {"axis": 1}), (2, {"axis": 0}), ([], {"axis": 0}), (4, {"axis": 1}), ([1, 1], {"axis": 0})]:
            table.case("delete", lambda a, i, axis=None: np.delete(a, np.array(i, int) if i == [] else i, axis=axis), code + "m", index, options=options, raises=errors)
        table.case("append", lambda a, b: np.append(a, b), code + "m", code + "r")
        table.case("append", lambda a, b, axis: np.append(a, b, axis=axis), code + "m", code + "c", options={"axis": 1})
        for view in ["big.T", "big[::-1].T[1:, 2:]", "t.T"]:
            table.case("copy", np.copy, code + view)
        for options in [{}, {"axis": 0}, {"n": 2}, {"n": 0}, {"n": 5}, {"n": -1}]:
            table.case("diff", np.diff, code + "m", options=options, raises=errors)
        table.case("diff", np.diff, code + "m.T", options={"axis": 0, "prepend": {"@": code + "c.T"}, "append": {"@": code + "m.T"}})
        table.case("diff", np.diff, code + "s", raises=errors)
    for a in CODES:
        concat(table, "concatenate", [a + "r", "i4r", "f4r"], [table.view(one).value for one in [a + "r", "i4r", "f4r"]], lambda a, axis: np.concatenate(a, axis=axis), {"axis": 0})


def concat(table, name, arrays, own, function, options):
    """A case of a list of arrays: the list of a table has their names."""
    for one in arrays:
        table.view(one)
    views = [table.view(one) for one in arrays]
    table.case(name, lambda _, **named: function(own, **named), views, options=options, raises=errors)
