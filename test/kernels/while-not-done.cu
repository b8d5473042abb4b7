// A block iterates until a flag in shared memory says that nothing changed: distances in a maze flood from a source.
// The loop condition is the same for all threads, yet only shared memory knows it.
#define SIDE 16

extern "C" __global__ void flood_maze(const unsigned char* walls, int source, int* distances, int* rounds) {
  __shared__ int distance[SIDE][SIDE];
  __shared__ bool done;
  __shared__ int round;
  const int x = threadIdx.x, y = threadIdx.y;
  const int cell = y * SIDE + x;
  const bool wall = walls[blockIdx.x * SIDE * SIDE + cell] != 0;

  distance[y][x] = cell == source && !wall ? 0 : -1;
  if (cell == 0) {
    done = false;
    round = 0;
  }
  __syncthreads();

  while (!done) {
    __syncthreads();  // everyone has read the flag
    if (cell == 0) {
      done = true;
      ++round;
    }
    int best = distance[y][x];
    if (!wall && best < 0) {
      if (x > 0 && distance[y][x - 1] >= 0) best = distance[y][x - 1] + 1;
      else if (x < SIDE - 1 && distance[y][x + 1] >= 0) best = distance[y][x + 1] + 1;
      else if (y > 0 && distance[y - 1][x] >= 0) best = distance[y - 1][x] + 1;
      else if (y < SIDE - 1 && distance[y + 1][x] >= 0) best = distance[y + 1][x] + 1;
    }
    __syncthreads();  // everyone has read the neighbours
    if (best != distance[y][x]) {
      distance[y][x] = best;
      done = false;
    }
    __syncthreads();
  }
  distances[blockIdx.x * SIDE * SIDE + cell] = distance[y][x];
  if (cell == 0) rounds[blockIdx.x] = round;
}
