// The twin in C: the median time of an all-reduce of floats, in microseconds, for each size of the command line (bytes:repeats).
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void* a, const void* b) {
  double d = *(const double*)a - *(const double*)b;
  return d < 0 ? -1 : d > 0;
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 1; i < argc; i++) {
    long bytes;
    int repeats;
    sscanf(argv[i], "%ld:%d", &bytes, &repeats);
    float* x = calloc(bytes / 4, 4);
    double* times = malloc(sizeof(double) * repeats);
    for (int k = -1 - repeats / 10; k < repeats; k++) {
      double start = MPI_Wtime();
      MPI_Allreduce(MPI_IN_PLACE, x, bytes / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
      if (k >= 0) times[k] = MPI_Wtime() - start;
    }
    qsort(times, repeats, sizeof(double), compare);
    if (rank == 0) printf("%ld %.3f\n", bytes, times[repeats / 2] * 1e6);
    free(x);
    free(times);
  }
  MPI_Finalize();
  return 0;
}
