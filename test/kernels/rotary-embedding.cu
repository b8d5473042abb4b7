// Rotary position embedding, in place on (positions, heads, dim): pairs of channels turn by an angle that grows with
// the position and falls with the channel.
extern "C" __global__ void rotary_embedding(float* x, const int* positions, int heads, int dim, float base) {
  const int half = dim / 2;
  const int token = blockIdx.x;
  const float position = static_cast<float>(positions[token]);
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x) {
    const int head = i / half, pair = i % half;
    const float angle = position * powf(base, -2.0f * pair / dim);
    float sine, cosine;
    sincosf(angle, &sine, &cosine);
    float* low = x + (token * heads + head) * dim + pair;
    float* high = low + half;
    const float a = *low, b = *high;
    *low = a * cosine - b * sine;
    *high = a * sine + b * cosine;
  }
}
