"""The functions of the standard, by its own signatures: snake_case is camelCase, keyword arguments are the last options object."""
import collections, inspect, re
from .array import Array, BigInt, DTYPES, Named, UNDEFINED, as_values, call, py_bool

# What CuTS takes by position besides what is positional in the standard.
POSITIONAL = {
    "arange": ["start", "stop", "step"], "empty": ["shape"], "ones": ["shape"], "zeros": ["shape"], "full": ["shape", "fill_value"],
    "full_like": ["fill_value"], "eye": ["n_rows", "n_cols"], "linspace": ["start", "stop", "num"], "broadcast_to": ["x", "shape"],
    "reshape": ["x", "shape"], "roll": ["x", "shift"], "clip": ["x", "min", "max"], "permute_dims": ["x", "axes"],
    "where": ["condition", "x1", "x2"], "astype": ["x", "dtype"], "moveaxis": ["x", "source", "destination"], "repeat": ["x", "repeats"],
    "tile": ["x", "repetitions"], "isdtype": ["dtype", "kind"], "take": ["x", "indices"], "take_along_axis": ["x", "indices"],
}
# Results with names: those of the standard, and CuTS's where they are others.
RESULTS = {
    "eigh": "eigenvalues eigenvectors", "eig": "eigenvalues eigenvectors", "qr": "Q=q R=r", "svd": "U=u S=s Vh=vh",
    "slogdet": "sign logabsdet", "unique_all": "values indices inverse_indices=inverse counts",
    "unique_counts": "values counts", "unique_inverse": "values inverse_indices=inverse",
}
TUPLES = {"broadcast_shapes", "nonzero", "unstack", "meshgrid", "broadcast_arrays"}


def camel(name): return re.sub(r"_([a-z])", lambda match: match[1].upper(), name)


def function_of(stub, prefix=""):
    name, signature = stub.__name__, inspect.signature(stub)
    def function(*args, **kwargs):
        given = signature.bind(*args, **kwargs).arguments
        prepare(name, given)
        positional, options = arguments(name, signature, given)
        result = call(prefix + camel(name), *positional, *([options] if options else []))
        return answer(name, result)
    function.__name__, function.__signature__ = name, signature
    return function


def has_floats(value):
    """Whether a value of Python, or a list of them, is real with a float among them. JavaScript's numbers do not tell 1.0 from 1."""
    if isinstance(value, (list, tuple)):
        flat = list(value)
        while any(isinstance(one, (list, tuple)) for one in flat):
            flat = [one for part in flat for one in (part if isinstance(part, (list, tuple)) else [part])]
        return any(isinstance(one, float) for one in flat) and all(type(one) in (int, float) for one in flat)
    return isinstance(value, float)


def prepare(name, given):
    """Values, in place: Python's ints are numbers or bigints by what they are for."""
    dtype = given.get("dtype")
    if name == "asarray":
        if dtype is None and has_floats(given["obj"]): given["dtype"] = DTYPES["float32"]
        given["obj"] = as_values(given["obj"], dtype)
    if name == "full": given["fill_value"] = as_values(given["fill_value"], dtype)
    if name == "full_like": given["fill_value"] = as_values(given["fill_value"], dtype or given["x"].dtype)
    if name != "arange": return
    if dtype is None and any(isinstance(given.get(one), float) for one in ("start", "stop", "step")): given["dtype"] = DTYPES["float32"]
    if given.get("stop") is None: given["start"], given["stop"] = 0, given["start"]
    bounds = [one for one in ("start", "stop", "step") if given.get(one) is not None]
    is_exact = dtype is None and all(isinstance(given[one], int) for one in bounds)
    turn = BigInt if is_exact or dtype is not None and dtype.name in ("int64", "uint64") else None
    for one in bounds:
        if turn is not None: given[one] = turn(int(given[one]))
        elif any(isinstance(given[other], float) for other in bounds): given[one] = float(given[one])


def arguments(name, signature, given):
    positional, options = [], {}
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional.extend(given.get(parameter.name, ()))
            continue
        is_positional = parameter.kind is parameter.POSITIONAL_ONLY or parameter.name in POSITIONAL.get(name, ())
        value = given.get(parameter.name, None if is_positional else UNDEFINED)
        if value is None and parameter.default in (None, inspect.Parameter.empty): value = UNDEFINED
        if value is None and parameter.name not in given: value = parameter.default
        if is_positional: positional.append(value)
        elif value is not UNDEFINED:
            # A diagonal far outside of the matrix is a number, not a bigint.
            options[camel(parameter.name)] = float(value) if parameter.name == "k" and abs(value) >= 2**53 else value
    while positional and positional[-1] is UNDEFINED: positional.pop()
    return positional, options


def answer(name, result):
    if name in RESULTS:
        pairs = [(one.split("=")[0], one.split("=")[-1]) for one in RESULTS[name].split()]
        fields = collections.namedtuple(name + "_result", [ours for ours, _ in pairs])
        return fields(*(result[theirs] for _, theirs in pairs))
    if name in TUPLES and isinstance(result, list): return tuple(result)
    if name == "result_type": return DTYPES[result]
    if name in ("finfo", "iinfo"): return limits(name, result)
    return result


def limits(name, result):
    values = {re.sub("[A-Z]", lambda match: "_" + match[0].lower(), key): value for key, value in result.items()}
    values["dtype"] = DTYPES[values["dtype"]]
    if name == "finfo": values = {key: float(value) if isinstance(value, int) and key != "bits" else value for key, value in values.items()}
    return collections.namedtuple(name + "_object", values)(**values)


class Info:
    """What docs/array-api.md says that CuTS has instead of this protocol."""
    def capabilities(self): return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": None}
    def default_device(self): return call("device")
    def devices(self): return tuple(call("devices"))
    def default_dtypes(self, *, device=None):
        dtype = lambda value: call("asarray", value).dtype
        return {"real floating": dtype(0.5), "complex floating": dtype(0j), "integral": dtype(BigInt(0)), "indexing": call("argmax", call("zeros", 1)).dtype}
    def dtypes(self, *, device=None, kind=None):
        kinds = list(kind) if isinstance(kind, tuple) else kind
        return {name: dtype for name, dtype in DTYPES.items() if kind is None or call("isdtype", name, kinds)}
