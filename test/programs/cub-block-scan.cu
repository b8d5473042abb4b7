// cub::BlockScan with an operator whose order matters, with one and with several values a thread, with and without a first
// value, the total, and what precedes the block.
#include <cstdio>
#include <cub/cub.cuh>

// x -> a * x + b; joined in order.
struct Map {
  int a, b;
};
struct Join {
  __host__ __device__ Map operator()(const Map& first, const Map& second) const {
    return {first.a * second.a % 1009, (second.a * first.b + second.b) % 1009};
  }
};
// What precedes the next tile; CUB asks the first warp.
struct Running {
  Map before;
  __device__ Map operator()(const Map& total) {
    Map old = before;
    before = Join()(before, total);
    return old;
  }
};

const int THREADS = 64, ITEMS = 3, FORMS = 8;
template <int N> __global__ void scans(const Map* in, Map* out, Map* totals) {
  typedef cub::BlockScan<Map, N> Scan;
  __shared__ typename Scan::TempStorage temp;
  const int rank = threadIdx.x, n = N * ITEMS;
  Map mine[ITEMS], got[ITEMS], total;
  auto keep = [&](int form) {
    for (int i = 0; i < ITEMS; ++i) out[form * n + rank * ITEMS + i] = got[i];
    __syncthreads();
  };
  for (int i = 0; i < ITEMS; ++i) mine[i] = in[rank * ITEMS + i], got[i] = {0, 0};
  Scan(temp).InclusiveScan(mine, got, Join());
  keep(0);
  Scan(temp).InclusiveScan(mine, got, Join(), total);
  if (rank == 0) totals[0] = total;
  keep(1);
  Scan(temp).ExclusiveScan(mine, got, Map{2, 5}, Join(), total);
  if (rank == 0) totals[1] = total;
  keep(2);
  if (rank == 0) got[0] = {0, 0};
  Scan(temp).ExclusiveScan(mine, got, Join(), total);
  if (rank == 0) totals[2] = total, got[0] = {0, 0};
  keep(3);
  Running running = {{2, 5}};
  Scan(temp).InclusiveScan(mine, got, Join(), running);
  keep(4);
  if (rank == 0) totals[3] = running.before;
  Running again = {{2, 5}};
  Scan(temp).ExclusiveScan(mine, got, Join(), again);
  keep(5);
  // In place, and one value a thread.
  for (int i = 0; i < ITEMS; ++i) got[i] = mine[i];
  Scan(temp).InclusiveScan(got, got, Join());
  keep(6);
  Running once = {{2, 5}};
  Scan(temp).ExclusiveScan(mine[0], got[0], Join(), once);
  keep(7);
}
template <int N> __global__ void sums(const int* in, int* out) {
  typedef cub::BlockScan<int, N> Scan;
  __shared__ typename Scan::TempStorage temp;
  int mine[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]}, got[2], total;
  Scan(temp).InclusiveSum(mine, got, total);
  out[threadIdx.x] = got[0] + got[1];
  __syncthreads();
  Scan(temp).ExclusiveSum(mine, got);
  out[N + threadIdx.x] = got[0] + got[1] + total;
}

bool same(Map x, Map y) { return x.a == y.a && x.b == y.b; }

int main() {
  const int n = THREADS * ITEMS;
  Map in[n], inclusive[n], exclusive[n], plain[n], *d_in, *d_out, *d_totals;
  static Map out[FORMS * n];
  Map totals[4], all = {1, 0}, from = {2, 5};
  for (int i = 0; i < n; ++i) {
    in[i] = {i % 7 + 1, i % 11};
    exclusive[i] = i == 0 ? from : Join()(from, all);
    plain[i] = i == 0 ? Map{0, 0} : all;
    all = i == 0 ? in[0] : Join()(all, in[i]);
    inclusive[i] = all;
  }
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMalloc(&d_totals, sizeof totals);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  scans<THREADS><<<1, THREADS>>>(d_in, d_out, d_totals);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(totals, d_totals, sizeof totals, cudaMemcpyDeviceToHost);
  const char* names[FORMS] = {"inclusive", "inclusive, total", "exclusive, first value", "exclusive",
                              "inclusive, prefix", "exclusive, prefix", "in place", "one value"};
  for (int form = 0; form < FORMS; ++form) {
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
      Map want = form == 2 || form == 5 ? exclusive[i] : form == 3 ? plain[i] : form == 4 ? Join()(from, inclusive[i]) : inclusive[i];
      if (form == 7) {
        if (i % ITEMS != 0) continue;
        want = from;
        for (int j = 0; j < i; j += ITEMS) want = Join()(want, in[j]);
      }
      wrong += !same(want, out[form * n + i]);
    }
    printf("%s: %d wrong\n", names[form], wrong);
  }
  for (int i = 0; i < 4; ++i) printf("total %d: %d\n", i, same(totals[i], i == 3 ? Join()(from, all) : all));

  int numbers[128], sums_out[128], *d_numbers, *d_sums, wrong = 0, before = 0;
  for (int i = 0; i < 128; ++i) numbers[i] = i * i % 13;
  cudaMalloc(&d_numbers, sizeof numbers);
  cudaMalloc(&d_sums, sizeof sums_out);
  cudaMemcpy(d_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  sums<64><<<1, 64>>>(d_numbers, d_sums);
  cudaMemcpy(sums_out, d_sums, sizeof sums_out, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int x : numbers) sum += x;
  for (int i = 0; i < 64; ++i) {
    int x = numbers[2 * i], y = numbers[2 * i + 1];
    wrong += sums_out[i] != (before + x) + (before + x + y);
    wrong += sums_out[64 + i] != before + (before + x) + sum;
    before += x + y;
  }
  printf("sums: %d wrong\n", wrong);
  return 0;
}
