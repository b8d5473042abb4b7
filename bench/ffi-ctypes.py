# The ctypes + ndpointer twin of ffi.bench.ts: the same C function, checked by NumPy. Speaks the protocol of lib/external.ts
# and measures processor time, as its twin does.
import ctypes
import platform
import sys
import time

import numpy as np

lib = ctypes.CDLL(sys.argv[1])
checked = np.ctypeslib.ndpointer(dtype=np.float32, ndim=1, flags="C_CONTIGUOUS")
lib.sum3.restype = None
lib.sum3.argtypes = [checked, checked, checked, ctypes.c_int]

a, b, out = (np.ones(1024, dtype=np.float32) for _ in range(3))
print(f"ready Python {platform.python_version()}, NumPy {np.__version__}", flush=True)

CALLS = 2000
for _ in sys.stdin:
    start = time.process_time_ns()
    for _ in range(CALLS):
        lib.sum3(a, b, out, 1024)
    print((time.process_time_ns() - start) / CALLS, flush=True)
