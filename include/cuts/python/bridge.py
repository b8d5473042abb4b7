# CuTS inside Python: what cu.python() runs once in the embedded interpreter. JavaScript writes a request in Python's own marshal
# format to shared memory and calls step(); the answer comes back the same way. Long calls are given to one worker thread,
# which JavaScript is told about when they end. What marshal does not know travels as a tuple that begins with Ellipsis:
#   (..., "o", id)   an object that stays here, by its number
#   (..., "a", …)    an array, by its memory
#   (..., "f", id)   a function of JavaScript
# No JavaScript runs when an object of Python is freed: the number is put into a list, which JavaScript looks at.

import builtins
import collections
import ctypes
import importlib
import marshal
import sys
import threading
import traceback

_dumps, _loads = marshal.dumps, marshal.loads
_PLAIN = frozenset((type(None), bool, int, float, str, bytes, complex))

objects = {}
# Asking for its length counts what JavaScript refers to.
objects[0] = objects
_next_object = 1
released = collections.deque()
output = collections.deque()


class JavaScriptError(Exception):
    """What a function of JavaScript has thrown."""

    number = 0


class _Output:
    """sys.stdout and sys.stderr: text that JavaScript writes, because its own streams may not block."""

    encoding = "utf-8"
    errors = "strict"
    closed = False

    def __init__(self, number):
        self._number = number

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError("write() argument must be str, not " + type(text).__name__)
        output.append((self._number, text))
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        pass

    def isatty(self):
        return False

    def readable(self):
        return False

    def writable(self):
        return True

    def fileno(self):
        import io

        raise io.UnsupportedOperation("fileno")


class Array:
    """An array of CuTS: its memory, for NumPy, CuPy, PyTorch and whoever else knows one of the protocols."""

    __slots__ = (
        "_id",
        "_device",
        "_interface",
        "_capsules",
        "_ready_on",
        "_ready_at",
        "shape",
        "dtype",
        "readonly",
        "__weakref__",
    )

    def __init__(self, number, pointer, shape, strides, typestr, dtype, readonly, device):
        self._id = number
        self._device = device
        # Capsules that can be handed out again, with a version and without.
        self._capsules = ([], [])
        # The stream that it is ready on, and how much work JavaScript had given then.
        self._ready_on = None
        self._ready_at = -1
        self.shape = tuple(shape)
        self.dtype = dtype
        self.readonly = readonly
        self._interface = {
            "shape": self.shape,
            "typestr": typestr,
            "data": (pointer, readonly),
            "strides": None if strides is None else tuple(strides),
            "version": 3,
        }

    def __del__(self):
        released.append(self._id)

    def __getattr__(self, name):
        is_host = self._device[0] == 1
        if name == "__array_interface__" and is_host and self.dtype != "bfloat16":
            return self._interface
        if name == "__cuda_array_interface__" and not is_host and self.dtype != "bfloat16":
            # The stream on which the memory is ready now, not when it was given.
            return {**self._interface, "stream": _ask("stream", self._id)}
        raise AttributeError(name)

    def __dlpack_device__(self):
        return self._device

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if not copy and (dl_device is None or dl_device == self._device):
            versioned = max_version is not None and max_version[0] >= 1
            on = _NO_STREAM if stream is None else stream
            spare = self._spare(versioned)
            if spare is not None:
                is_ready = (self._ready_on == on and self._ready_at == _control[_USES]) or self._make_ready(on)
                capsule = spare.hand_out() if is_ready else None
                self._capsules[versioned].append(spare)
                if is_ready:
                    return capsule
            else:
                pointer = _struct(self._id, on, versioned)
                if pointer:
                    return self._made(pointer, versioned, on)
        pointer, name = _ask("dlpack", self._id, stream, max_version, dl_device, copy)
        return _new_capsule(pointer, name)

    def _make_ready(self, stream):
        if not _struct(self._id, stream, _WANT_READY):
            return False
        self._ready_on = stream
        self._ready_at = _control[_USES]
        return True

    def _made(self, pointer, versioned, stream):
        self._ready_on = stream
        self._ready_at = _control[_USES]
        made = _Capsule(pointer, versioned)
        capsules = self._capsules[versioned]
        if _CAN_REUSE and len(capsules) < _MOST_SPARE:
            capsules.append(made)
        return made.capsule

    def _spare(self, versioned):
        """A capsule that nobody has, over a struct that nobody uses; no other thread gets it before it is put back."""
        capsules = self._capsules[versioned]
        for _ in range(len(capsules)):
            try:
                one = capsules.pop()
            except IndexError:
                return None
            if one.is_free():
                return one
            capsules.insert(0, one)
        return None

    def __repr__(self):
        return "<cuts.Array %s%r>" % (self.dtype, list(self.shape))

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of a single value")
        return self.shape[0]


_NO_STREAM = -2
_WANT_READY = 2
# Where the work is counted that was given to memory which is known here.
_USES = 2
_MOST_SPARE = 4
# Who else has an object is known by its references, where one thread runs at a time.
_CAN_REUSE = getattr(sys, "_is_gil_enabled", lambda: True)()


def _struct(number, stream, want):
    """A struct of an array, or that it is ready: 0 where that is not possible."""
    if _thread_number() == _javascript_thread:
        return _ask_struct(number, stream, want)
    return _ask("struct", number, None if stream == _NO_STREAM else stream, int(want))

# Capsules. Their names must stay for ever.
_NAMES = {name: ctypes.create_string_buffer(name.encode()) for name in ("dltensor", "dltensor_versioned")}
_USED = {name: ctypes.create_string_buffer(b"used_" + name.encode()) for name in _NAMES}
_api = ctypes.pythonapi
_capsule_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(
    ("PyCapsule_New", _api)
)
_capsule_is = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(("PyCapsule_IsValid", _api))
_capsule_name = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(("PyCapsule_GetName", _api))
_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(
    ("PyCapsule_GetPointer", _api)
)
_capsule_rename = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)(
    ("PyCapsule_SetName", _api)
)
_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def _free_capsule(capsule):
    # Only what nobody has taken: whoever takes it renames it.
    text = _capsule_name(capsule)
    deleter_at = _DELETERS.get(text)
    if deleter_at is None:
        return
    pointer = _capsule_pointer(capsule, text)
    deleter = ctypes.c_void_p.from_address(pointer + deleter_at).value
    if deleter:
        _DELETER(deleter)(pointer)


_FORMS = {
    "dltensor": (ctypes.addressof(_NAMES["dltensor"]), 56),
    "dltensor_versioned": (ctypes.addressof(_NAMES["dltensor_versioned"]), 16),
}
_DELETERS = dict(_FORMS.values())
_destructor = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_free_capsule)
_destructor_address = ctypes.cast(_destructor, ctypes.c_void_p).value


def _new_capsule(pointer, name):
    return _capsule_new(pointer, _FORMS[name][0], _destructor_address)


class _Capsule:
    """A capsule that is handed out again when its struct was given back: the deleter has changed the first word of that."""

    __slots__ = ("capsule", "_name", "_word", "_first")

    def __init__(self, pointer, versioned):
        name = "dltensor_versioned" if versioned else "dltensor"
        self._name = _FORMS[name][0]
        self._word = ctypes.c_uint32.from_address(pointer)
        self._first = self._word.value
        self.capsule = _new_capsule(pointer, name)

    def is_free(self):
        return _references(self.capsule) == _ALONE and self._word.value != self._first

    def hand_out(self):
        capsule = self.capsule
        self._word.value = self._first
        _capsule_rename(capsule, self._name)
        return capsule


_references = sys.getrefcount


class _Probe:
    __slots__ = ("capsule",)


_probe = _Probe()
_probe.capsule = object()
# What it says of an object that only one attribute refers to.
_ALONE = _references(_probe.capsule)


def _take_capsule(capsule):
    """The pointer in a capsule, which is its taker's from then on, and whether it has a version."""
    for name, (text, _) in _FORMS.items():
        if _capsule_is(id(capsule), text):
            pointer = _capsule_pointer(id(capsule), text)
            _capsule_rename(capsule, ctypes.addressof(_USED[name]))
            return pointer, name == "dltensor_versioned"
    raise TypeError("a DLPack capsule that was not taken is needed")


# Into Python.

def _keep(value):
    global _next_object
    number = _next_object
    _next_object = number + 1
    objects[number] = value
    return number


def _numpy_view(array):
    import numpy

    if array.dtype == "bfloat16":
        try:
            import ml_dtypes
        except ImportError:
            raise TypeError(
                "NumPy has no bfloat16: install ml_dtypes, or convert the array before (x.astype)"
            ) from None
        return numpy.asarray(_Other(array, typestr="<u2")).view(ml_dtypes.bfloat16)
    # No elements have no address, and NumPy takes no null.
    if 0 in array.shape:
        return numpy.empty(array.shape, array.dtype)
    # NumPy takes what has no axes for a number.
    if array.shape == ():
        return numpy.asarray(_Other(array, shape=(1,), strides=None)).reshape(())
    return numpy.asarray(array)


class _Other:
    """An array that is described otherwise; it keeps the array."""

    def __init__(self, array, **changes):
        self._array = array
        self.__array_interface__ = {**array._interface, **changes}


def _library_of(function):
    """The package that a function is of: it decides what arrays it gets."""
    owner = getattr(function, "__self__", None)
    if owner is not None and not isinstance(owner, type(sys)):
        module = type(owner).__module__
    else:
        module = getattr(function, "__module__", None)
        if not isinstance(module, str):
            module = type(function).__module__
    root = module.split(".", 1)[0]
    if root == "builtins" and isinstance(owner, type(sys)):
        root = owner.__name__.split(".", 1)[0]
    return root


def _for_library(array, library):
    # What py.array() gives is asked for its memory anew by each call, which is how work is kept in order.
    if library == "cuts":
        return array
    is_host = array._device[0] == 1
    if library in ("torch", "jax", "cupy", "tensorflow") and library in sys.modules:
        module = sys.modules[library]
        if library == "torch":
            return _torch_from(module, array)
        if library == "jax":
            return importlib.import_module("jax.dlpack").from_dlpack(array)
        if library == "cupy" and not is_host:
            return module.from_dlpack(array)
    if is_host:
        return _numpy_view(array)
    for name in ("cupy", "torch"):
        if name in sys.modules:
            return _for_library(array, name)
    return array


def _torch_from(torch, array):
    # PyTorch has no negative strides, and ends the process over them.
    strides = array._interface["strides"]
    if strides is not None and any(stride < 0 for stride in strides):
        raise TypeError("PyTorch has no negative strides: pass x.copy()")
    return torch.from_dlpack(array)


def _into(value, library):
    """A value of a request."""
    kind = type(value)
    if kind is tuple:
        if value and value[0] is Ellipsis:
            tag = value[1]
            if tag == "o":
                return objects[value[2]]
            if tag == "a":
                return _for_library(Array(*value[2]), library)
            if tag == "f":
                return _Function(value[2])
            if tag == "p":
                return _follow(objects[value[2]], value[3])
            if tag == "s":
                return {_into(one, library) for one in value[2]}
        return tuple(_into(one, library) for one in value)
    if kind is list:
        return [_into(one, library) for one in value]
    if kind is dict:
        return {_into(key, library): _into(one, library) for key, one in value.items()}
    return value


class _Function:
    """A function of JavaScript."""

    __slots__ = ("_id", "__weakref__")

    def __init__(self, number):
        self._id = number

    def __del__(self):
        released.append(-self._id)

    def __call__(self, *args, **kwargs):
        return _ask("call", self._id, list(args), kwargs)


_thread_number = threading.get_ident


def _ask(*question):
    """Asks JavaScript; on another thread than its own this waits for it, without the lock of the interpreter."""
    text = _dumps(tuple(_outward(one, None) for one in question), 2)
    reply = _exchange(text) if _thread_number() == _javascript_thread else _ask_from_afar(text)
    if reply is None:
        raise JavaScriptError("JavaScript gave no answer")
    if reply[0] == "=":
        return _into(reply[1], "")
    if reply[0] == "BufferError":
        raise BufferError(reply[1])
    error = JavaScriptError(reply[1])
    error.number = reply[2]
    raise error


def _exchange(text):
    """The reply of JavaScript, on its own thread; None where it gives none."""
    buffer = ctypes.create_string_buffer(text, len(text))
    place = ctypes.c_uint64()
    length = _ask_javascript(ctypes.addressof(buffer), len(text), ctypes.addressof(place))
    return None if length <= 0 else _loads(ctypes.string_at(place.value, length))


# Questions of other threads wait in a line of their own, which JavaScript looks at when its event loop turns or it calls something here. They do
# not wait in a call of JavaScript: that could not be given up where JavaScript itself waits for the thread that asks.

_questions = collections.deque()
_knocks = None
# How often JavaScript's thread has called something here, and how many of these calls are not over.
_steps = 0
_inside = 0
# How long one call of py.sync may keep a question waiting.
_PATIENCE_S = 1


class _Question:
    __slots__ = ("text", "reply", "answered")

    def __init__(self, text):
        self.text = text
        self.reply = None
        self.answered = threading.Lock()
        self.answered.acquire()


def _ask_from_afar(text):
    global _knocks
    question = _Question(text)
    _questions.append(question)
    if _knocks is None:
        import queue

        _knocks = queue.SimpleQueue()
        threading.Thread(target=_knock_for_all, name="cuts questions", daemon=True).start()
    _knocks.put(None)
    step = 0
    while not question.answered.acquire(timeout=_PATIENCE_S):
        if not _inside or step != _steps:
            step = _steps
            continue
        try:
            _questions.remove(question)
        except ValueError:
            # It is being answered.
            continue
        raise JavaScriptError(
            "Cannot call JavaScript from this thread: the thread of JavaScript is within one call of py.sync, which may be waiting for this one\n"
            "Try: await the call in place of py.sync, or do not wait for the thread in it"
        )
    return question.reply


def _knock_for_all():
    while True:
        _knocks.get()
        if _questions:
            _knock()


def _serve(_, __):
    """Answers the questions of other threads, on that of JavaScript."""
    while True:
        try:
            question = _questions.popleft()
        except IndexError:
            return 0
        try:
            question.reply = _exchange(question.text)
        finally:
            question.answered.release()


# Out of Python.

_DTYPES = frozenset(
    "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128".split()
)


# What CuTS calls a dtype of NumPy's, None where it has none for it: asking NumPy takes microseconds.
_dtype_names = {}


def _dtype_name(dtype):
    usable = dtype.name in _DTYPES and dtype.isnative and not dtype.hasobject and dtype.names is None
    name = dtype.name if usable else None
    _dtype_names[dtype] = name
    return name


def _numpy_array(value):
    dtype = value.dtype
    name = _dtype_names[dtype] if dtype in _dtype_names else _dtype_name(dtype)
    if name is None or not value.flags.aligned:
        return None
    strides = value.strides
    size = dtype.itemsize
    if any(stride % size for stride in strides):
        return None
    pointer, readonly = value.__array_interface__["data"]
    return (
        Ellipsis,
        "a",
        ("numpy", pointer, name, list(value.shape), [stride // size for stride in strides], readonly, _keep(value)),
    )


def _dlpack_array(value, stream):
    device = value.__dlpack_device__()
    kind = int(device[0])
    if kind not in (1, 2, 3, 13):
        return None
    arguments = {"stream": stream if kind in (2, 13) else None}
    try:
        capsule = value.__dlpack__(**arguments, max_version=(1, 0))
    except TypeError:
        capsule = value.__dlpack__(**arguments)
    except (BufferError, RuntimeError):
        return None
    pointer, versioned = _take_capsule(capsule)
    return (Ellipsis, "a", ("dlpack", pointer, versioned))


def _out(value, stream=None):
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list:
        return [_out(one, stream) for one in value]
    if kind is tuple:
        return tuple([_out(one, stream) for one in value])
    if kind is dict:
        return {_out_key(key): _out(one, stream) for key, one in value.items()}
    if kind is set or kind is frozenset:
        return (Ellipsis, "s", [_out(one, stream) for one in value])
    if kind is bytearray or kind is memoryview:
        return bytes(value)
    if isinstance(value, tuple) and not hasattr(kind, "_fields"):
        return tuple([_out(one, stream) for one in value])
    array = None
    if kind is Array:
        return (Ellipsis, "r", value._id)
    if kind is _Function:
        return (Ellipsis, "f", value._id)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if isinstance(value, numpy.ndarray):
            # What is masked would be lost: it stays here, and is referred to.
            array = None if _is_masked(value) else _numpy_array(value)
        elif isinstance(value, numpy.generic):
            item = value.item()
            if type(item) in _PLAIN:
                return item
    if array is None and hasattr(kind, "__dlpack__") and not (numpy and isinstance(value, numpy.ndarray)):
        array = _dlpack_array(value, stream)
    if array is not None:
        return array
    return (Ellipsis, "o", _keep(value), callable(value), _describe(kind))


def _is_masked(value):
    masked = sys.modules.get("numpy.ma")
    return masked is not None and isinstance(value, masked.MaskedArray)


def _outward(value, stream):
    """_out() of what may contain itself."""
    try:
        return _out(value, stream)
    except RecursionError:
        raise ValueError(
            "Cannot give a %s to JavaScript: it contains itself, or is nested deeper than Python goes\n"
            "Try: py.callRaw(), which leaves a result in Python" % _describe(type(value))
        ) from None


def _out_key(key):
    if type(key) in _PLAIN:
        return key
    return _out(key)


def _describe(kind):
    module = kind.__module__
    return kind.__qualname__ if module == "builtins" else module + "." + kind.__qualname__


# Requests.

_main = sys.modules["__main__"].__dict__


def _follow(target, path):
    value = target
    for name in path:
        value = getattr(value, name)
    return value


def _call(target, path, args, kwargs):
    function = _follow(objects[target], path) if path else objects[target]
    if args or kwargs:
        library = _library_of(function)
        args = [_into(one, library) for one in args]
        if kwargs:
            return function(*args, **{key: _into(one, library) for key, one in kwargs.items()})
    return function(*args)


def _plain_call(target, args):
    """A call of an object with values that are the same on both sides."""
    return objects[target](*args)


def _get(target, path):
    return _follow(objects[target], path)


def _set(target, path, name, value):
    owner = _follow(objects[target], path)
    setattr(owner, name, _into(value, _library_of(owner)))


def _import(name):
    return _Kept(importlib.import_module(name))


class _Kept:
    """A result that stays here as it is."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


def _evaluate(code, names, mode):
    if names is None:
        scope = _main
    else:
        scope = {"__builtins__": builtins}
        for key, value in names.items():
            scope[key] = _into(value, "")
    if mode == "eval":
        return eval(compile(code, "<cuts>", "eval"), scope)
    exec(compile(code, "<cuts>", "exec"), scope)
    return None if names is None else {
        key: value for key, value in scope.items() if key != "__builtins__" and not isinstance(value, type(sys))
    }


def _wrap(array):
    return _Kept(_into(array, "cuts"))


def _index(target, key):
    return objects[target][_into(key, _library_of(objects[target]))]


def _set_index(target, key, value):
    owner = objects[target]
    library = _library_of(owner)
    owner[_into(key, library)] = _into(value, library)


def _enter(target):
    manager = objects[target]
    # As the language has it: looked up on the type, the exit before the entrance.
    type(manager).__exit__
    return type(manager).__enter__(manager)


def _exit(target, error):
    manager = objects[target]
    if error is None:
        return type(manager).__exit__(manager, None, None, None)
    exception = JavaScriptError(error)
    return bool(type(manager).__exit__(manager, type(exception), exception, exception.__traceback__))


def _iterate(target, count):
    """Up to so many items of an iterator, and whether it may have more."""
    items = []
    for item in objects[target]:
        items.append(item)
        if len(items) == count:
            return [items, True]
    return [items, False]


def _iterator(target):
    return _Kept(iter(objects[target]))


def _release(numbers):
    for number in numbers:
        objects.pop(number, None)


def _text(target):
    return str(objects[target])


def _length(target):
    return len(objects[target])


def _describe_object(target):
    return repr(objects[target])


def _attributes(target):
    return dir(objects[target])


def _keep_result(target, path, args, kwargs):
    return _Kept(_call(target, path, args, kwargs))


# That of calls with values that are the same on both sides, which are the short ones.
_PLAIN_CALL = 0

_OPERATIONS = {
    _PLAIN_CALL: _plain_call,
    "call": _call,
    "raw": _keep_result,
    "get": _get,
    "set": _set,
    "import": _import,
    "run": _evaluate,
    "wrap": _wrap,
    "index": _index,
    "setIndex": _set_index,
    "enter": _enter,
    "exit": _exit,
    "iterator": _iterator,
    "iterate": _iterate,
    "release": _release,
    "text": _text,
    "repr": _describe_object,
    "length": _length,
    "dir": _attributes,
}


def _result(value, stream):
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is _Kept:
        own = value.value
        return (Ellipsis, "o", _keep(own), callable(own), _describe(type(own)))
    return _outward(value, stream)


def _answer(request):
    try:
        operation, stream, arguments, dead = request
        if dead:
            _release(dead)
        value = _result(_OPERATIONS[operation](*arguments), stream)
        return _dumps((1, value), 2)
    except BaseException as error:
        return _failure(error)


def _answer_to(text):
    try:
        # A dict or a set of what cannot be in one is not read.
        request = _loads(text)
    except BaseException as error:
        return _failure(error)
    return _answer(request)


def _failure(error):
    try:
        lines = traceback.format_exception(type(error), error, _below(error.__traceback__))
        text = "".join(lines).rstrip("\n")
    except BaseException:
        text = type(error).__name__
    try:
        message = str(error)
    except BaseException:
        message = ""
    number = getattr(error, "number", 0) if isinstance(error, JavaScriptError) else 0
    return _dumps((0, _describe(type(error)), message, text, number), 2)


def _below(place):
    """The part of a traceback that is not this file."""
    while place is not None and place.tb_frame.f_code.co_filename == __file__:
        place = place.tb_next
    return place


# The doors. JavaScript's memory: control words, the place of requests, the place of answers.

def _open(control, request, request_bytes, answer, answer_bytes, ask_address, done_address, struct_address, knock_address):
    global _control, _request, _place, _place_bytes, _ask_javascript, _ask_struct, _done, _knock, _javascript_thread
    _javascript_thread = _thread_number()
    _control = (ctypes.c_uint64 * 8).from_address(control)
    _request = memoryview((ctypes.c_char * request_bytes).from_address(request)).cast("B")
    _place = memoryview((ctypes.c_char * answer_bytes).from_address(answer)).cast("B")
    _place_bytes = answer_bytes
    _ask_javascript = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)(ask_address)
    _ask_struct = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint32, ctypes.c_int64, ctypes.c_uint32)(struct_address)
    _done = ctypes.CFUNCTYPE(None, ctypes.c_uint32)(done_address)
    _knock = ctypes.CFUNCTYPE(None)(knock_address)
    sys.stdout = _Output(1)
    sys.stderr = _Output(2)


_long_answers = []


def _give(text):
    """Puts an answer where JavaScript finds it; the length of a long one is negative, and its address is in the control words."""
    length = len(text)
    if length <= _place_bytes:
        _place[:length] = text
        return length
    _long_answers[:] = [ctypes.create_string_buffer(text, length)]
    _control[0] = ctypes.addressof(_long_answers[0])
    return -length


def _step(address, length):
    global _steps, _inside
    _steps += 1
    _inside += 1
    try:
        # A dict or a set of what cannot be in one is not read.
        request = _loads(_request if address == 0 else ctypes.string_at(address, length))
        if _questions:
            _serve(0, 0)
        if request[0] == _PLAIN_CALL and request[3] is None:
            answer = _short_answer(request)
        else:
            answer = _answer(request)
        del request
    except BaseException as error:
        answer = _failure(error)
    _inside -= 1
    if released or output:
        _control[1] = 1
    # None is what most functions give that are called for what they do.
    return 0 if answer is None else _give(answer)


def _short_answer(request):
    """None, or what _answer() gives."""
    try:
        target, args = request[2]
        value = objects[target](*args)
        if value is None:
            return None
        return _dumps((1, value if type(value) in _PLAIN else _result(value, request[1])), 2)
    except BaseException as error:
        return _failure(error)


_jobs = None


def _submit(number, address, length):
    """Gives a request to the worker thread."""
    global _jobs
    import queue

    if _jobs is None:
        _jobs = queue.SimpleQueue()
        threading.Thread(target=_work, name="cuts", daemon=True).start()
    _jobs.put((number, ctypes.string_at(address, length)))
    return 0


_answers = {}


def _work():
    while True:
        number, text = _jobs.get()
        answer = _answer_to(text)
        # Nothing of the request is kept while the thread waits for the next one.
        del text
        _answers[number] = answer
        del answer
        _done(number)


def _collect(number, _):
    """The answer of a request that the worker thread has done."""
    if released or output:
        _control[1] = 1
    return _give(_answers.pop(number))


def _drain(_, __):
    """What was released and printed since the last time; nothing where there is nothing."""
    _control[1] = 0
    if not released and not output:
        return 0
    numbers = []
    while released:
        numbers.append(released.popleft())
    texts = []
    while output:
        texts.append(output.popleft())
    return _give(_dumps((numbers, texts), 2))


# CFUNCTYPE takes the lock of the interpreter on whatever thread it is called.
_doors = (
    ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64)(_step),
    ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64)(_submit),
    ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64)(_collect),
    ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64)(_drain),
    ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64)(_serve),
)


def _addresses():
    return [ctypes.cast(door, ctypes.c_void_p).value for door in _doors]


def _at_exit():
    import atexit

    atexit._run_exitfuncs()
