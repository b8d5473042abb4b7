"""Calls of CuTS in a Node process (server.ts): values as JSON, arrays and devices as objects that stand for those over there."""
import collections, json, math, os, struct, subprocess

SERVER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "server.ts")
UNDEFINED = {"$undefined": 1}
released = []
make = {}  # what array.py makes of answers: "$array", "$device", "$object"

_from_us, _to_node = os.pipe()
_from_node, _to_us = os.pipe()
_node = subprocess.Popen(
    ["node", "--import", "tsx", SERVER],
    pass_fds=(_from_us, _to_us),
    cwd=os.path.dirname(SERVER),
    env={**os.environ, "CUTS_DEVICE": "cpu", "ARRAY_API_INPUT": str(_from_us), "ARRAY_API_OUTPUT": str(_to_us)},
)
os.close(_from_us)
os.close(_to_us)


class CutsError(Exception): pass
class CutsTypeError(CutsError, TypeError): pass
class CutsRangeError(CutsError, ValueError): pass
class CutsIndexError(CutsError, IndexError): pass
class CutsAxisError(CutsError, ValueError, IndexError): pass
class CutsAxesError(CutsError, ValueError, TypeError): pass


BY_CODE = {"CUTS_AXIS": CutsAxisError, "CUTS_AXES": CutsAxesError}
BY_NAME = {"TypeError": CutsTypeError, "RangeError": CutsRangeError}


class BigInt(collections.namedtuple("BigInt", "value")):
    """An int that is a bigint in JavaScript."""


def call(name, *args):
    given = released[:]
    del released[: len(given)]
    text = json.dumps({"call": name, "args": [encode(one) for one in args], "released": given}, allow_nan=False).encode()
    _write(struct.pack("<I", len(text)) + text)
    answer = json.loads(_read(struct.unpack("<I", _read(4))[0]))
    if "error" not in answer:
        return decode(answer["result"])
    error = answer["error"]
    kind = BY_CODE.get(error["code"]) or BY_NAME.get(error["name"], CutsError)
    if error["code"] == "CUTS_INDEX" and error["name"] == "RangeError":
        kind = CutsIndexError
    raise kind("%s: %s %s: %s" % (name, error["name"], error["code"], error["message"]))


def encode(value):
    if hasattr(value, "as_argument"): return value.as_argument()
    if isinstance(value, BigInt): return {"$integer": str(value.value)}
    if value is None or isinstance(value, (bool, str)): return value
    if isinstance(value, int): return int(value) if abs(value) < 2**53 else {"$integer": str(int(value))}
    if isinstance(value, float): return float(value) if math.isfinite(value) else {"$float": _text(value)}
    if isinstance(value, complex): return {"$complex": [_text(value.real), _text(value.imag)]}
    if isinstance(value, (list, tuple)): return [encode(one) for one in value]
    if isinstance(value, dict): return {name: encode(one) for name, one in value.items()}
    if hasattr(value, "__index__"): return encode(value.__index__())
    if hasattr(value, "__float__"): return encode(value.__float__())
    raise TypeError("cannot pass %r to CuTS" % (value,))


def decode(value):
    if isinstance(value, list): return [decode(one) for one in value]
    if not isinstance(value, dict): return value
    if "$integer" in value: return int(value["$integer"])
    if "$float" in value: return float(value["$float"])
    if "$complex" in value: return complex(*(float(decode(one)) for one in value["$complex"]))
    for tag, maker in make.items():
        if tag in value: return maker(value)
    return {name: decode(one) for name, one in value.items()}


def _text(value):
    if math.isnan(value): return "NaN"
    return repr(value) if math.isfinite(value) else "Infinity" if value > 0 else "-Infinity"


def _write(data):
    while data: data = data[os.write(_to_node, data) :]


def _read(count):
    data = b""
    while len(data) < count:
        part = os.read(_from_node, count - len(data))
        if not part: raise RuntimeError("Node has ended with %s" % _node.wait())
        data += part
    return data
