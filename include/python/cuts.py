"""TypeScript and JavaScript modules from Python, with arrays that both sides see.

    import cuts

    with cuts.start("./module.ts") as m:
        y = m.scale(x, 2)          # export function scale(x: cu.NDArray, k: number) { return x.mul(k); }

One file, which needs Linux, Node and the npm package `cuts` of the module; NumPy only where arrays are exchanged. Node runs in a process of its own.
Arrays of `cuts.empty`, `cuts.zeros` and `cuts.share`, and all results, are in memory that both processes map: they are passed
without a copy, and a function may write to them. Other NumPy arrays are copied on the way in and cannot be written to there.
Arrays of CuPy and PyTorch on a GPU are passed by CUDA IPC, without a copy.
"""

import base64
import collections
import ctypes
import errno
import itertools
import json
import math
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import weakref

__all__ = ["start", "empty", "zeros", "share", "Module", "DeviceArray", "JavaScriptError", "ProcessError", "CallTimeout"]


class JavaScriptError(Exception):
    """What a function has thrown, or why a module could not be loaded. `stack` is where."""

    def __init__(self, name, message, code, stack):
        super().__init__(message)
        self.name = name
        self.message = message
        self.code = code
        self.stack = stack

    def __str__(self):
        return self.stack or "%s: %s" % (self.name, self.message)


class ProcessError(Exception):
    """Node could not be started, or has ended."""


class CallTimeout(ProcessError, TimeoutError):
    """A call took longer than `timeout`. The process was ended, for it may never answer."""


def start(module, node=None, arguments=(), timeout=None):
    """Starts Node with a module, whose exported functions are those of the result.

    `node` is the program, by default $CUTS_NODE or the first `node` on the PATH; `arguments` are options for it. Loading the module and each call
    may take `timeout` seconds, by default as long as they like.
    """
    return Module(module, node, arguments, timeout)


def empty(shape, dtype="float32"):
    """A NumPy array in memory that every module sees without a copy."""
    import numpy

    dtype = numpy.dtype(dtype)
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if dtype.hasobject:
        raise TypeError("Cannot share an array of %s: its elements must be numbers" % dtype)
    if any(length < 0 for length in shape):
        raise ValueError("Cannot share an array: its axes must not be negative (got %r)" % (shape,))
    return numpy.ndarray(shape, dtype, _new_memory(math.prod(shape) * dtype.itemsize).bytes())


def _key(value):
    """A key of a dict: a list, which is none, is a tuple."""
    if isinstance(value, list):
        return tuple(_key(one) for one in value)
    try:
        hash(value)
    except TypeError:
        text = "Cannot give a Map or a Set to Python: %s is no key of a dict" % type(value).__name__
        raise JavaScriptError("TypeError", text, None, None) from None
    return value


def zeros(shape, dtype="float32"):
    """The same, with zeros."""
    # New memory of the system is zeros.
    return empty(shape, dtype)


def share(values, dtype=None):
    """A copy of an array, or of lists, in memory that every module sees without a copy."""
    import numpy

    values = numpy.asarray(values, dtype)
    made = empty(values.shape, values.dtype)
    made[...] = values
    return made


# Memory. It has no name anywhere, so that nothing is left behind, however a process ends: the other one opens it by a
# descriptor that somebody has: this process that of memory of its own, Node that of its results, of which it may have more.

_numbers = itertools.count(1)
_memories = weakref.WeakSet()
_modules = weakref.WeakSet()


_PROT_READ_WRITE = 3
_MAP_SHARED = 1
_MAP_FAILED = ctypes.c_void_p(-1).value
_system = ctypes.CDLL(None, use_errno=True)
_system.mmap.restype = ctypes.c_void_p
_system.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int64]
_system.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


class _Memory:
    """Memory that others can map. Arrays over it keep it. `keeper` is the process that has the descriptor; None is this one."""

    def __init__(self, descriptor, byte_length, keeper=None):
        # Python's own mmap would keep another descriptor.
        address = _system.mmap(None, max(byte_length, 1), _PROT_READ_WRITE, _MAP_SHARED, descriptor, 0)
        if address == _MAP_FAILED:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))
        self.address = address
        self.byte_length = byte_length
        self.descriptor = descriptor
        self.keeper = keeper
        self.number = next(_numbers)
        _memories.add(self)

    def bytes(self):
        """Its bytes, for NumPy."""
        found = (ctypes.c_char * max(self.byte_length, 1)).from_address(self.address)
        found.memory = self
        return found

    def source(self):
        """Who can be asked for it: a process and its descriptor. None where that process is gone."""
        if self.keeper is None:
            return os.getpid(), self.descriptor
        return None if self.keeper.poll() is not None else (self.keeper.pid, self.descriptor)

    def __del__(self, _munmap=_system.munmap, _close=os.close, _all=_memories):
        if not hasattr(self, "number"):
            return
        # Before other threads can get memory at the same address, which they would take for this.
        _all.discard(self)
        _munmap(self.address, max(self.byte_length, 1))
        if self.keeper is None:
            _close(self.descriptor)
        for module in list(_modules):
            module._released.append(self.number)


def _cannot_share(byte_length, error):
    if error.errno not in (errno.EMFILE, errno.ENFILE):
        return MemoryError("Cannot share %d bytes: %s" % (byte_length, error))
    import resource

    return OSError(
        error.errno,
        "Cannot share %d bytes: this process has as many files open as it may (%d), and memory that is made here takes one each\n"
        "Try: let go of arrays, put several into one (cuts.empty((100, n))), or raise the limit (ulimit -n)"
        % (byte_length, resource.getrlimit(resource.RLIMIT_NOFILE)[0]),
    )


def _new_memory(byte_length):
    if not hasattr(os, "memfd_create"):
        raise OSError("Cannot share memory: this needs Linux")
    try:
        descriptor = os.memfd_create("cuts", os.MFD_CLOEXEC)
    except OSError as error:
        raise _cannot_share(byte_length, error) from None
    try:
        os.ftruncate(descriptor, max(byte_length, 1))
        # Else the first touch of a page that is not there any more would end the process.
        os.posix_fallocate(descriptor, 0, max(byte_length, 1))
        return _Memory(descriptor, byte_length)
    except OSError as error:
        os.close(descriptor)
        raise _cannot_share(byte_length, error) from None


def _open_memory(process, descriptor, byte_length):
    """Maps the memory of another process, which keeps the descriptor."""
    try:
        own = os.open("/proc/%d/fd/%d" % (process.pid, descriptor), os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise _cannot_share(byte_length, error) from None
    try:
        made = _Memory(own, byte_length, process)
    finally:
        os.close(own)
    made.descriptor = descriptor
    return made


def _memory_of(array):
    """The shared memory that all of an array is in, and where in it the first element is; else None."""
    address = array.__array_interface__["data"][0]
    low = address + sum(min(0, stride * (size - 1)) for size, stride in zip(array.shape, array.strides))
    high = address + sum(max(0, stride * (size - 1)) for size, stride in zip(array.shape, array.strides))
    for memory in list(_memories):
        if memory.address <= low and high + array.itemsize <= memory.address + memory.byte_length:
            return memory, address - memory.address
    return None


# The process.

_HEADER = struct.Struct("<I")


class Module:
    """A module in a process of Node. Calls are one after the other, from whatever thread."""

    def __init__(self, module, node, arguments, timeout):
        self._timeout = timeout
        self._why = None
        self._socket = None
        self._process = None
        self._lock = threading.RLock()
        self._released = collections.deque()
        self._dropped = collections.deque()
        path = os.path.abspath(os.fspath(module))
        program = node or os.environ.get("CUTS_NODE") or shutil.which("node")
        if not program:
            raise ProcessError("Cannot start Node: there is no `node` on the PATH\nTry: CUTS_NODE=/path/to/node")
        own, other = socket.socketpair()
        try:
            self._process = subprocess.Popen(
                [program, *arguments, _host(path), path, str(other.fileno())],
                pass_fds=[other.fileno()],
                stdin=subprocess.DEVNULL,
            )
        except OSError as error:
            own.close()
            raise ProcessError("Cannot start Node: %s\nTry: CUTS_NODE=/path/to/node" % error) from None
        finally:
            other.close()
        self._socket = own
        _modules.add(self)
        # The end of Python is the end of the process, which sees that nobody is there any more.
        self._end = weakref.finalize(self, _stop, self._process, own)
        self._name = os.path.basename(path)
        try:
            ready = self._receive("load %s" % self._name, self._deadline())
            self._functions = ready["functions"]
            self._values = {name: self._from_node(value, ()) for name, value in ready["values"].items()}
        except BaseException:
            self.close()
            raise

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._functions:
            return lambda *args, **kwargs: self._call(name, args, kwargs)
        if name in self._values:
            return self._values[name]
        names = ", ".join(self._functions + list(self._values)) or "nothing"
        raise AttributeError("%s exports no %r (it exports %s)" % (self._name, name, names))

    def __dir__(self):
        return [*super().__dir__(), *self._functions, *self._values]

    def __repr__(self):
        return "<cuts.Module %s>" % self._name

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def pid(self):
        """The process of Node."""
        return self._process.pid

    def close(self):
        """Ends the process. Arrays that it gave stay."""
        self._close("close() was called")

    def _close(self, why):
        self._why = self._why or why
        self._end()

    def _deadline(self):
        return None if self._timeout is None else time.monotonic() + self._timeout

    def _call(self, name, args, kwargs):
        with self._lock:
            what = "call %s()" % name
            # What is written for this call must stay until it is over.
            kept = []
            values = [self._to_node(value, kept) for value in args]
            request = {"call": name, "args": values, **self._news()}
            if kwargs:
                request["args"] = [*values, self._to_node(kwargs, kept)]
            deadline = self._deadline()
            try:
                self._send(request, what, deadline)
                answer = self._receive(what, deadline)
            except (JavaScriptError, ProcessError):
                raise
            except BaseException as error:
                # An answer may still come, which nobody would ask for.
                self._close("%s() was interrupted by %s" % (name, type(error).__name__))
                raise
            try:
                return self._from_node(answer, args)
            except BaseException:
                self._leave(answer)
                raise

    def _leave(self, value):
        """Results that are not taken are Node's to free."""
        if isinstance(value, list):
            for one in value:
                self._leave(one)
        elif isinstance(value, dict):
            if value.get("$") == "new" and not value.get("taken"):
                self._send({"left": value["descriptor"]}, "leave a result")
            for one in value.values():
                self._leave(one)

    def _news(self):
        """What nobody here uses any more."""
        return {"released": _drain(self._released), "dropped": _drain(self._dropped)}

    def _send(self, message, what, deadline=None):
        text = json.dumps(message, allow_nan=False).encode()
        try:
            self._within(deadline)
            self._socket.sendall(_HEADER.pack(len(text)) + text)
        except socket.timeout:
            raise self._too_late(what) from None
        except OSError:
            raise self._ended(what) from None

    def _within(self, deadline):
        # 0 would mean not to wait at all.
        self._socket.settimeout(None if deadline is None else max(deadline - time.monotonic(), 1e-6))

    def _too_late(self, what):
        why = "it took longer than %g seconds" % self._timeout
        # It may be busy for ever.
        self._process.kill()
        self._close("Cannot %s: %s" % (what, why))
        return CallTimeout("Cannot %s: %s, and its process was ended\nTry: cuts.start(module, timeout=seconds) with more" % (what, why))

    def _receive(self, what, deadline):
        (length,) = _HEADER.unpack(self._read(_HEADER.size, what, deadline))
        message = json.loads(self._read(length, what, deadline))
        error = message.get("error")
        if error is not None:
            raise JavaScriptError(error["name"], error["message"], error.get("code"), error.get("stack"))
        return message["result"]

    def _read(self, count, what, deadline):
        parts = bytearray()
        while len(parts) < count:
            try:
                self._within(deadline)
                part = self._socket.recv(min(count - len(parts), 1 << 20))
            except socket.timeout:
                raise self._too_late(what) from None
            except OSError:
                part = b""
            if not part:
                raise self._ended(what)
            parts += part
        return bytes(parts)

    def _ended(self, what):
        if not self._end.alive:
            return ProcessError(
                "Cannot %s: %s was closed before (%s)\nTry: cuts.start(%r) again" % (what, self._name, self._why, self._name)
            )
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            code = None
        how = "it does not answer" if code is None else _how_it_ended(code)
        text = "Cannot %s: the process of Node is gone (%s)" % (what, how)
        self._close(text)
        return ProcessError("%s; its last words are on standard error" % text)

    # Values.

    def _to_node(self, value, kept):
        try:
            return self._tagged(value, kept)
        except RecursionError:
            raise ValueError(
                "Cannot pass %s to Node: it contains itself, or is nested deeper than Python goes" % type(value).__qualname__
            ) from None

    def _tagged(self, value, kept):
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if kind is int:
            return value if abs(value) <= 2**53 - 1 else {"$": "int", "text": str(value)}
        if kind is float:
            return value if math.isfinite(value) else {"$": "float", "text": repr(value)}
        if kind is complex:
            return {"$": "complex", "re": self._tagged(value.real, kept), "im": self._tagged(value.imag, kept)}
        if kind in (bytes, bytearray, memoryview):
            return {"$": "bytes", "text": base64.b64encode(value).decode()}
        if kind in (list, tuple):
            return [self._tagged(one, kept) for one in value]
        if kind in (set, frozenset):
            return {"$": "set", "items": [self._tagged(one, kept) for one in value]}
        if kind is dict:
            # One with re and im would be a complex number when it comes back.
            if all(type(key) is str for key in value) and "$" not in value and value.keys() != {"re", "im"}:
                return {key: self._tagged(one, kept) for key, one in value.items()}
            return {"$": "map", "items": [[self._tagged(k, kept), self._tagged(v, kept)] for k, v in value.items()]}
        if kind.__module__ == "array" and kind.__name__ == "array":
            import numpy

            return self._array_to_node(numpy.asarray(value), kept)
        if hasattr(value, "__cuda_array_interface__"):
            return _export_device_array(value, self)
        if hasattr(value, "__array_interface__") and hasattr(value, "dtype"):
            return self._array_to_node(value, kept)
        raise TypeError(
            "Cannot pass %s to Node: it must be None, a number, text, bytes, a list, a dict, a set, or an array of NumPy, or of CuPy or PyTorch on a GPU"
            % kind.__qualname__
        )

    def _array_to_node(self, value, kept):
        import numpy

        if isinstance(value, numpy.generic):
            return self._tagged(value.item(), kept)
        masked = sys.modules.get("numpy.ma")
        if masked is not None and isinstance(value, masked.MaskedArray):
            raise TypeError("Cannot pass a masked array to Node: its mask would be lost\nTry: a.filled(value), or a.data and a.mask")
        dtype = value.dtype
        if dtype.name not in _DTYPES or not dtype.isnative or any(stride % dtype.itemsize for stride in value.strides):
            raise TypeError("Cannot pass an array of %s to Node: CuTS has no such elements" % dtype)
        if value.size == 0:
            return {"$": "memory", "dtype": dtype.name, "shape": list(value.shape)}
        found = _memory_of(value)
        source = None if found is None else found[0].source()
        readonly = source is None or not value.flags.writeable
        if source is None:
            value = share(value)
            kept.append(value)
            found = _memory_of(value)
            source = found[0].source()
        memory, offset = found
        return {
            "$": "memory",
            "number": memory.number,
            "process": source[0],
            "descriptor": source[1],
            "byteLength": memory.byte_length,
            "offset": offset,
            "dtype": dtype.name,
            "shape": list(value.shape),
            "strides": [stride // dtype.itemsize for stride in value.strides],
            "readonly": readonly,
        }

    def _from_node(self, value, args):
        if isinstance(value, list):
            return [self._from_node(one, args) for one in value]
        if not isinstance(value, dict):
            return value
        kind = value.get("$")
        if kind is None:
            return {key: self._from_node(one, args) for key, one in value.items()}
        if kind == "int":
            return int(value["text"])
        if kind == "float":
            return float(value["text"])
        if kind == "complex":
            return complex(self._from_node(value["re"], args), self._from_node(value["im"], args))
        if kind == "bytes":
            return base64.b64decode(value["text"])
        if kind == "set":
            return {_key(self._from_node(one, args)) for one in value["items"]}
        if kind == "map":
            return {_key(self._from_node(k, args)): self._from_node(v, args) for k, v in value["items"]}
        if kind == "argument":
            return args[value["index"]]
        if kind == "device":
            return self._device_from_node(value, args)
        return self._memory_from_node(value)

    def _memory_from_node(self, value):
        import numpy

        dtype = numpy.dtype(value["dtype"]) if value["dtype"] != "bfloat16" else _bfloat16()
        if value["$"] == "memory":
            memory = next(one for one in list(_memories) if one.number == value["number"])
        else:
            memory = _open_memory(self._process, value["descriptor"], value["byteLength"])
            value["taken"] = True
            self._send({"took": value["descriptor"], "number": memory.number}, "take a result")
        strides = value.get("strides")
        strides = None if strides is None else tuple(stride * dtype.itemsize for stride in strides)
        return numpy.ndarray(tuple(value["shape"]), dtype, memory.bytes(), value.get("offset", 0), strides)

    def _device_from_node(self, value, args):
        made = DeviceArray(self, value)
        for one in args:
            library = type(one).__module__.split(".")[0]
            if library == "torch":
                import torch

                return torch.as_tensor(made, device="cuda:%d" % value["device"])
            if library == "cupy":
                import cupy

                with cupy.cuda.Device(value["device"]):
                    return cupy.asarray(made)
        return made


_DTYPES = frozenset(
    "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128".split()
)


def _bfloat16():
    import ml_dtypes
    import numpy

    return numpy.dtype(ml_dtypes.bfloat16)


def _drain(queue):
    # Others may add to it meanwhile.
    return [queue.popleft() for _ in range(len(queue))]


def _how_it_ended(code):
    if code >= 0:
        return "exit code %d" % code
    try:
        return signal.Signals(-code).name
    except ValueError:
        return "signal %d" % -code


def _stop(process, connection):
    """Ends a process that was started: it goes by itself when nobody is there any more."""
    connection.close()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _host(module):
    """The program of the package that serves a module."""
    program = os.path.join("dist", "interop", "serve", "serve-main.js")
    places = [os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))]
    folder = os.path.dirname(module)
    while True:
        places.append(os.path.join(folder, "node_modules", "cuts"))
        if os.path.dirname(folder) == folder:
            break
        folder = os.path.dirname(folder)
    for place in places:
        if os.path.exists(os.path.join(place, program)):
            return os.path.join(place, program)
    raise ProcessError("Cannot start Node: the npm package cuts is not installed for %s\nTry: npm install cuts" % module)


# GPUs. CUDA shares whole allocations: what is sent is that of an allocation, and where in it the array is. Each side waits for its own work before
# it tells the other to go on.

class _Handle(ctypes.Structure):
    _fields_ = [("reserved", ctypes.c_char * 64)]


_LAZY_ENABLE_PEER_ACCESS = 1
_DEVICE_ORDINAL = 9


class _Cuda:
    """The functions of the driver that are needed, in the context that CuPy and PyTorch use."""

    def __init__(self):
        self._driver = ctypes.CDLL("libcuda.so.1")
        self._check("cuInit", 0)

    def _check(self, name, *args):
        status = getattr(self._driver, name)(*args)
        if status == 0:
            return
        text = ctypes.c_char_p()
        self._driver.cuGetErrorName(status, ctypes.byref(text))
        raise RuntimeError("%s: %s" % (name, text.value.decode() if text.value else status))

    def within(self, device, act):
        """Does something in the primary context of a device."""
        handle, context = ctypes.c_int(), ctypes.c_void_p()
        self._check("cuDeviceGet", ctypes.byref(handle), device)
        self._check("cuDevicePrimaryCtxRetain", ctypes.byref(context), handle)
        try:
            self._check("cuCtxPushCurrent_v2", context)
            try:
                return act()
            finally:
                self._check("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))
        finally:
            self._check("cuDevicePrimaryCtxRelease_v2", handle)

    def device_of(self, pointer):
        ordinal = ctypes.c_int()
        self._check("cuPointerGetAttribute", ctypes.byref(ordinal), _DEVICE_ORDINAL, ctypes.c_uint64(pointer))
        return ordinal.value

    def synchronize(self):
        self._check("cuCtxSynchronize")

    def export(self, pointer):
        """The handle of the allocation that an address is in, how long it is, and where in it that is."""
        base, length, handle = ctypes.c_uint64(), ctypes.c_size_t(), _Handle()
        self._check("cuMemGetAddressRange_v2", ctypes.byref(base), ctypes.byref(length), ctypes.c_uint64(pointer))
        self._check("cuIpcGetMemHandle", ctypes.byref(handle), base)
        return ctypes.string_at(ctypes.byref(handle), 64), length.value, pointer - base.value

    def open(self, memory):
        pointer = ctypes.c_uint64()
        handle = _Handle.from_buffer_copy(memory)
        self._check("cuIpcOpenMemHandle_v2", ctypes.byref(pointer), handle, _LAZY_ENABLE_PEER_ACCESS)
        return pointer.value

    def close(self, pointer):
        self._check("cuIpcCloseMemHandle", ctypes.c_uint64(pointer))


_cuda_driver = None


def _cuda():
    global _cuda_driver
    if _cuda_driver is None:
        _cuda_driver = _Cuda()
    return _cuda_driver


_KINDS = {"b": "bool", "i": "int", "u": "uint", "f": "float", "c": "complex"}


_device_arrays = weakref.WeakSet()


def _export_device_array(value, module):
    interface = value.__cuda_array_interface__
    typestr, shape = interface["typestr"], list(interface["shape"])
    size = int(typestr[2:])
    dtype = "bool" if typestr[1] == "b" else "%s%d" % (_KINDS.get(typestr[1], typestr[1]), 8 * size)
    if dtype not in _DTYPES:
        raise TypeError("Cannot pass an array of %s to Node: CuTS has no such elements" % typestr)
    expected, step = [], size
    for length in reversed(shape):
        expected.insert(0, step)
        step *= length
    strides = interface.get("strides")
    if strides is not None and list(strides) != expected and 0 not in shape:
        raise TypeError("Cannot pass an array to another process: its elements must lie in C order without gaps (cupy.ascontiguousarray, tensor.contiguous())")
    if 0 in shape:
        raise TypeError("Cannot pass an array of a GPU to another process: it must have elements")
    pointer = interface["data"][0]
    cuda = _cuda()
    device = cuda.device_of(pointer)
    for lent in list(_device_arrays):
        offset = pointer - lent._start
        if lent._module is module._process and 0 <= offset < lent._byte_length:
            # Node's own memory comes home.
            cuda.within(device, cuda.synchronize)
            return {"$": "lent", "key": lent._key, "byteOffset": offset, "dtype": dtype, "shape": shape}

    def export():
        cuda.synchronize()
        return cuda.export(pointer)

    try:
        memory, length, offset = cuda.within(device, export)
    except RuntimeError as error:
        raise TypeError("Cannot pass an array to another process: CUDA shares memory of cudaMalloc only, not that of an asynchronous pool (%s)" % error) from None
    return {
        "$": "device",
        "device": device,
        "memory": base64.b64encode(memory).decode(),
        "allocationBytes": length,
        "byteOffset": offset,
        "dtype": dtype,
        "shape": shape,
    }


class DeviceArray:
    """An array of Node's on a GPU: `cupy.asarray(a)` and `torch.as_tensor(a, device="cuda")` are over the same memory."""

    def __init__(self, module, value):
        cuda, device = _cuda(), value["device"]
        base = cuda.within(device, lambda: cuda.open(base64.b64decode(value["memory"])))
        self.shape = tuple(value["shape"])
        self.dtype = value["dtype"]
        self.device = device
        letter = "b" if self.dtype == "bool" else self.dtype[0]
        size = value["itemBytes"]
        self.__cuda_array_interface__ = {
            "shape": self.shape,
            "typestr": "%s%s%d" % ("|" if size == 1 else "<", letter, size),
            "data": (base + value["byteOffset"], False),
            "strides": None,
            "version": 3,
            "stream": None,
        }
        self._start = base + value["byteOffset"]
        self._byte_length = math.prod(self.shape) * size
        self._key = value["key"]
        self._module = module._process
        _device_arrays.add(self)
        self._gone = weakref.finalize(self, _close_device_array, cuda, device, base, module._dropped, value["key"])

    def __repr__(self):
        return "<cuts.DeviceArray %s%r on cuda:%d>" % (self.dtype, list(self.shape), self.device)


def _close_device_array(cuda, device, base, dropped, key):
    def close():
        # Work that uses it may be under way.
        cuda.synchronize()
        cuda.close(base)

    cuda.within(device, close)
    dropped.append(key)
