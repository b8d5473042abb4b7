// One AdamW step over a flat parameter buffer; hyperparameters travel by value as a struct.
struct AdamW {
  float learning_rate, beta1, beta2, epsilon, weight_decay;
  float correction1, correction2;  // 1 - beta^step
  int amsgrad;
};

extern "C" __global__ void adamw_step(float* __restrict__ parameters, const float* __restrict__ gradients,
                                      float* __restrict__ m, float* __restrict__ v, float* __restrict__ v_max,
                                      size_t count, const AdamW options) {
  const size_t stride = static_cast<size_t>(blockDim.x) * gridDim.x;
  for (size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; i < count; i += stride) {
    const float g = gradients[i];
    const float m_new = options.beta1 * m[i] + (1.0f - options.beta1) * g;
    const float v_new = options.beta2 * v[i] + (1.0f - options.beta2) * g * g;
    m[i] = m_new;
    v[i] = v_new;
    float second = v_new;
    if (options.amsgrad) {
      second = fmaxf(v_max[i], v_new);
      v_max[i] = second;
    }
    const float denominator = sqrtf(second / options.correction2) + options.epsilon;
    const float p = parameters[i] * (1.0f - options.learning_rate * options.weight_decay);
    parameters[i] = p - options.learning_rate * (m_new / options.correction1) / denominator;
  }
}
