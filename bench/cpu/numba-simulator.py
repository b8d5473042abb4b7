# The kernels of kernels.cu in Numba's CUDA Python, run by its simulator (NUMBA_ENABLE_CUDASIM=1): one operating system
# thread a CUDA thread. Speaks the protocol of contender.h. There is no reduce_shuffle: the simulator has no warps.
import math
import platform
import sys
import time

import numba
import numpy as np
from numba import cuda, float32


@cuda.jit
def add(a, b, out, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = a[i] + b[i]


@cuda.jit
def saxpy(x, b, y, n):
    i = cuda.grid(1)
    if i < n:
        y[i] = 0.5 * x[i] + y[i]


@cuda.jit
def horner(x, b, out, n):
    i = cuda.grid(1)
    if i < n:
        total = 1.0
        for k in range(1, 17):
            total = total * x[i] + 1.0 / k
        out[i] = total


@cuda.jit
def roots(x, b, out, n):
    i = cuda.grid(1)
    if i < n:
        v = x[i]
        for _ in range(8):
            v = math.sqrt(v * 0.75 + 0.5)
        out[i] = v


@cuda.jit
def matmul(a, b, out, n):
    a_tile = cuda.shared.array((16, 16), float32)
    b_tile = cuda.shared.array((16, 16), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    row = cuda.blockIdx.y * 16 + ty
    col = cuda.blockIdx.x * 16 + tx
    total = 0.0
    for t in range(0, n, 16):
        a_tile[ty, tx] = a[row * n + t + tx]
        b_tile[ty, tx] = b[(t + ty) * n + col]
        cuda.syncthreads()
        for k in range(16):
            total += a_tile[ty, k] * b_tile[k, tx]
        cuda.syncthreads()
    out[row * n + col] = total


@cuda.jit
def reduce_tree(x, b, out, n):
    tile = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = x[i] if i < n else 0.0
    cuda.syncthreads()
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]


@cuda.jit
def transpose(x, b, out, n):
    tile = cuda.shared.array((32, 33), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    column = cuda.blockIdx.x * 32 + tx
    row = cuda.blockIdx.y * 32 + ty
    for j in range(0, 32, 8):
        tile[ty + j, tx] = x[(row + j) * n + column]
    cuda.syncthreads()
    column = cuda.blockIdx.y * 32 + tx
    row = cuda.blockIdx.x * 32 + ty
    for j in range(0, 32, 8):
        out[(row + j) * n + column] = tile[tx, ty + j]


@cuda.jit(device=True)
def pixel(x, column, row, n):
    return x[row * n + column] if 0 <= column < n and 0 <= row < n else 0.0


@cuda.jit
def stencil(x, b, out, n):
    tile = cuda.shared.array((18, 18), float32)
    tx, ty = cuda.threadIdx.x + 1, cuda.threadIdx.y + 1
    column, row = cuda.grid(2)
    tile[ty, tx] = x[row * n + column]
    if tx == 1:
        tile[ty, 0] = pixel(x, column - 1, row, n)
    if tx == 16:
        tile[ty, 17] = pixel(x, column + 1, row, n)
    if ty == 1:
        tile[0, tx] = pixel(x, column, row - 1, n)
    if ty == 16:
        tile[17, tx] = pixel(x, column, row + 1, n)
    cuda.syncthreads()
    around = tile[ty, tx - 1] + tile[ty, tx + 1] + tile[ty - 1, tx] + tile[ty + 1, tx]
    out[row * n + column] = 0.5 * tile[ty, tx] + 0.125 * around


@cuda.jit
def scan(x, b, out, n):
    tile = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = x[i] if i < n else 0.0
    cuda.syncthreads()
    offset = 1
    while offset < cuda.blockDim.x:
        left = tile[t - offset] if t >= offset else 0.0
        cuda.syncthreads()
        tile[t] += left
        cuda.syncthreads()
        offset *= 2
    if i < n:
        out[i] = tile[t]


@cuda.jit
def softmax(x, b, out, n):
    tile = cuda.shared.array(256, float32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x * n
    top = -math.inf
    for c in range(t, n, cuda.blockDim.x):
        top = max(top, x[row + c])
    tile[t] = top
    cuda.syncthreads()
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            tile[t] = max(tile[t], tile[t + half])
        cuda.syncthreads()
        half //= 2
    top = tile[0]
    cuda.syncthreads()
    total = 0.0
    for c in range(t, n, cuda.blockDim.x):
        power = math.exp(x[row + c] - top)
        out[row + c] = power
        total += power
    tile[t] = total
    cuda.syncthreads()
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    total = tile[0]
    for c in range(t, n, cuda.blockDim.x):
        out[row + c] /= total


@cuda.jit
def mandelbrot(a, b, out, n):
    px, py = cuda.grid(2)
    if px < n and py < n:
        cx = -2.0 + px * (3.0 / n)
        cy = -1.5 + py * (3.0 / n)
        x = y = 0.0
        count = 0
        while count < 256 and x * x + y * y <= 4.0:
            x, y = x * x - y * y + cx, 2.0 * x * y + cy
            count += 1
        out[py * n + px] = count


@cuda.jit
def nbody(bodies, b, out, n):
    tile = cuda.shared.array((256, 4), float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    bx, by, bz = bodies[4 * i], bodies[4 * i + 1], bodies[4 * i + 2]
    ax = ay = az = 0.0
    for begin in range(0, n, cuda.blockDim.x):
        for j in range(4):
            tile[t, j] = bodies[4 * (begin + t) + j]
        cuda.syncthreads()
        for k in range(cuda.blockDim.x):
            dx, dy, dz = tile[k, 0] - bx, tile[k, 1] - by, tile[k, 2] - bz
            inverse = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz + 0.01)
            scale = tile[k, 3] * inverse * inverse * inverse
            ax += dx * scale
            ay += dy * scale
            az += dz * scale
        cuda.syncthreads()
    out[4 * i], out[4 * i + 1], out[4 * i + 2], out[4 * i + 3] = ax, ay, az, 0.0


def line(n):
    return (n + 255) // 256, 256


def square(n):
    return ((n + 15) // 16, (n + 15) // 16), (16, 16)


# Kernel, and the grid and block for n.
CASES = {
    "add": (add, line),
    "saxpy": (saxpy, line),
    "horner": (horner, line),
    "roots": (roots, line),
    "matmul": (matmul, square),
    "reduce": (reduce_tree, line),
    "transpose": (transpose, lambda n: ((n // 32, n // 32), (32, 8))),
    "stencil": (stencil, square),
    "scan": (scan, line),
    "softmax": (softmax, line),
    "mandelbrot": (mandelbrot, square),
    # Blocks of 32, for a block of 256 alone would take seconds here.
    "nbody": (nbody, lambda n: (n // 32, 32)),
}
ELEMENTS = 1 << 16


def fill(seed):
    i = np.arange(ELEMENTS, dtype=np.uint32) + np.uint32(seed)
    return ((i * np.uint32(2654435761)) >> np.uint32(8)).astype(np.float32) * np.float32(2**-24)


arrays = [fill(0), fill(1), fill(2)]
print(f"ready Numba {numba.__version__}, Python {platform.python_version()}", flush=True)
for request in sys.stdin:
    verb, name, n, amount, *path = request.split()
    if name not in CASES:
        print("none", flush=True)
        continue
    kernel, shape = CASES[name]
    grid, block = shape(int(n))
    if verb == "check":
        arrays[2] = fill(2)
    start = time.perf_counter_ns()
    kernel[grid, block](*arrays, int(n))
    elapsed = time.perf_counter_ns() - start
    if verb == "check":
        arrays[2][: int(amount)].tofile(path[0])
        print("ok", flush=True)
    else:
        # Its threads do not outlive the kernel, so how long they waited for a processor is not known.
        print(elapsed, 0, flush=True)
