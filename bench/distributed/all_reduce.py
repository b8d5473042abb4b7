# The twin with mpi4py and NumPy: as all-reduce.c.
import sys
import time

import numpy
from mpi4py import MPI

world = MPI.COMM_WORLD
for word in sys.argv[1:]:
    size, repeats = map(int, word.split(":"))
    x = numpy.zeros(size // 4, dtype=numpy.float32)
    times = []
    for k in range(-1 - repeats // 10, repeats):
        start = time.perf_counter()
        world.Allreduce(MPI.IN_PLACE, x, op=MPI.SUM)
        if k >= 0:
            times.append(time.perf_counter() - start)
    if world.rank == 0:
        print(size, "%.3f" % (sorted(times)[repeats // 2] * 1e6))
