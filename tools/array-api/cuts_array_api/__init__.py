"""CuTS as a namespace of the array API standard, for its test suite. Names and argument styles are translated; CuTS computes every result."""
import importlib, math, os, sys, types

sys.path.append(os.path.join(os.environ["ARRAY_API_TESTS"], "array-api", "src"))
from .array import DTYPES
from .functions import Info, function_of

__array_api_version__ = "2025.12"
__version__ = "cuts"
e, pi, inf, nan, newaxis = math.e, math.pi, math.inf, math.nan, None
linalg, fft = types.ModuleType("cuts_array_api.linalg"), types.ModuleType("cuts_array_api.fft")


def __array_namespace_info__(): return Info()


def _stubs(name): return importlib.import_module("array_api_stubs._2025_12." + name)
def eig(x, /): ...
def eigvals(x, /): ...


for _part in "creation data_type elementwise indexing linear_algebra manipulation searching set sorting statistical utility".split():
    _module = _stubs(_part + "_functions")
    for _name in _module.__all__: globals()[_name] = function_of(getattr(_module, _name))
for _own, _part in ((linalg, "linalg"), (fft, "fft")):
    _module = _stubs(_part)
    for _name in _module.__all__:
        # Those that are also outside of linalg have their signatures there.
        _stub = getattr(_stubs("linear_algebra_functions"), _name, None) if _own is linalg else None
        setattr(_own, _name, function_of(_stub or getattr(_module, _name), _part + "."))
linalg.eig, linalg.eigvals = function_of(eig, "linalg."), function_of(eigvals, "linalg.")
del eig, eigvals
globals().update(DTYPES)
