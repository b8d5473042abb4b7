# mpi4py: as cuts.ts, in processes of its own.
import sys
import time

import numpy
from mpi4py import MPI

world = MPI.COMM_WORLD
for word in sys.argv[1:]:
    byte_length, calls, batches = map(int, word.split(":"))
    x = numpy.zeros(byte_length // 4, dtype=numpy.float32)
    times = []
    for batch in range(-1, batches):
        world.Barrier()
        start = time.perf_counter()
        for _ in range(calls):
            world.Allreduce(MPI.IN_PLACE, x, MPI.SUM)
        if batch >= 0:
            times.append((time.perf_counter() - start) * 1e6 / calls)
    times.sort()
    if world.rank == 0:
        print(f"{byte_length} {times[len(times) // 2]:.3f} {times[0]:.3f} mpi4py")
