// The kernels of kernels.cu in OpenCL C. There is no reduce_shuffle: PoCL 3.1 has no sub-groups on the cpu.

kernel void add(global const float* a, global const float* b, global float* out, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = a[i] + b[i];
}

kernel void saxpy(float alpha, global const float* x, global float* y, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = alpha * x[i] + y[i];
}

kernel void horner(global const float* x, global float* out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  const float v = x[i];
  float sum = 1.0f;
#pragma unroll
  for (int k = 1; k <= 16; ++k) sum = sum * v + 1.0f / k;
  out[i] = sum;
}

kernel void roots(global const float* x, global float* out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float v = x[i];
#pragma unroll
  for (int k = 0; k < 8; ++k) v = sqrt(v * 0.75f + 0.5f);
  out[i] = v;
}

kernel void matmul(global const float* A, global const float* B, global float* C, int n) {
  local float As[16][16];
  local float Bs[16][16];
  const int tx = get_local_id(0), ty = get_local_id(1);
  const int row = get_group_id(1) * 16 + ty;
  const int col = get_group_id(0) * 16 + tx;
  float sum = 0.0f;
  for (int t = 0; t < n; t += 16) {
    As[ty][tx] = A[row * n + t + tx];
    Bs[ty][tx] = B[(t + ty) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += As[ty][k] * Bs[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * n + col] = sum;
}

kernel void reduce_tree(global const float* in, global float* out, int n) {
  local float tile[256];
  const int t = get_local_id(0);
  const int i = get_global_id(0);
  tile[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    if (t < half_size) tile[t] += tile[t + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0)] = tile[0];
}

kernel void transpose(global const float* in, global float* out, int n) {
  local float tile[32][33];
  const int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_group_id(0) * 32 + tx;
  int y = get_group_id(1) * 32 + ty;
  for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = in[(y + j) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 32 + tx;
  y = get_group_id(0) * 32 + ty;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[tx][ty + j];
}

float pixel(global const float* in, int x, int y, int n) {
  return x >= 0 && x < n && y >= 0 && y < n ? in[y * n + x] : 0.0f;
}

kernel void stencil(global const float* in, global float* out, int n) {
  local float tile[18][18];
  const int tx = get_local_id(0) + 1, ty = get_local_id(1) + 1;
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  tile[ty][tx] = in[y * n + x];
  if (tx == 1) tile[ty][0] = pixel(in, x - 1, y, n);
  if (tx == 16) tile[ty][17] = pixel(in, x + 1, y, n);
  if (ty == 1) tile[0][tx] = pixel(in, x, y - 1, n);
  if (ty == 16) tile[17][tx] = pixel(in, x, y + 1, n);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * n + x] =
      0.5f * tile[ty][tx] + 0.125f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}

kernel void scan(global const float* in, global float* out, int n) {
  local float tile[256];
  const int t = get_local_id(0);
  const int i = get_global_id(0);
  tile[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int offset = 1; offset < (int)get_local_size(0); offset *= 2) {
    const float left = t >= offset ? tile[t - offset] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[t] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = tile[t];
}

kernel void softmax(global const float* in, global float* out, int n) {
  local float tile[256];
  const int t = get_local_id(0);
  const int threads = get_local_size(0);
  global const float* row = in + get_group_id(0) * n;
  global float* result = out + get_group_id(0) * n;

  float top = -INFINITY;
  for (int c = t; c < n; c += threads) top = fmax(top, row[c]);
  tile[t] = top;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = threads / 2; half_size > 0; half_size /= 2) {
    if (t < half_size) tile[t] = fmax(tile[t], tile[t + half_size]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  top = tile[0];
  barrier(CLK_LOCAL_MEM_FENCE);

  float sum = 0.0f;
  for (int c = t; c < n; c += threads) {
    const float power = exp(row[c] - top);
    result[c] = power;
    sum += power;
  }
  tile[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = threads / 2; half_size > 0; half_size /= 2) {
    if (t < half_size) tile[t] += tile[t + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sum = tile[0];
  for (int c = t; c < n; c += threads) result[c] /= sum;
}

kernel void mandelbrot(global float* out, int n) {
  const int px = get_global_id(0);
  const int py = get_global_id(1);
  if (px >= n || py >= n) return;
  const float cx = -2.0f + px * (3.0f / n);
  const float cy = -1.5f + py * (3.0f / n);
  float x = 0.0f, y = 0.0f;
  int count = 0;
  while (count < 256 && x * x + y * y <= 4.0f) {
    const float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++count;
  }
  out[py * n + px] = count;
}

kernel void nbody(global const float4* bodies, global float4* out, int n) {
  local float4 tile[256];
  const int t = get_local_id(0);
  const int threads = get_local_size(0);
  const float4 body = bodies[get_global_id(0)];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int begin = 0; begin < n; begin += threads) {
    tile[t] = bodies[begin + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < threads; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
      const float inverse = 1.0f / sqrt(dx * dx + dy * dy + dz * dz + 0.01f);
      const float scale = other.w * inverse * inverse * inverse;
      ax += dx * scale;
      ay += dy * scale;
      az += dz * scale;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = (float4)(ax, ay, az, 0.0f);
}
