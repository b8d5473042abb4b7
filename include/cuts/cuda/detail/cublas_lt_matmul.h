// d = epilogue(alpha * op(a) * op(b) + beta * c), as cublasLtMatmul has it.
#pragma once
#include "cublas_lt_types.h"

inline cublasStatus_t cuts_lt_refuse(const char* what, int value) {
  fprintf(stderr, "cublasLtMatmul: %s %d is not supported on the cpu device\n", what, value);
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
inline cublasStatus_t cuts_lt_check(cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                    cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d) {
  if (desc == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  for (const cublasLtMatrixLayoutOpaque_t* layout : {a, b, c, d}) {
    if (layout->order != CUBLASLT_ORDER_COL && layout->order != CUBLASLT_ORDER_ROW) return cuts_lt_refuse("order", layout->order);
    if (cuts_type_bytes(layout->type) == 0 || layout->type == CUDA_C_32F || layout->type == CUDA_C_64F)
      return cuts_lt_refuse("type", layout->type);
    if (layout->ld < int64_t(layout->order == CUBLASLT_ORDER_COL ? layout->rows : layout->columns)) return CUBLAS_STATUS_INVALID_VALUE;
  }
  const bool ta = desc->op_a != CUBLAS_OP_N, tb = desc->op_b != CUBLAS_OP_N;
  if ((ta ? a->columns : a->rows) != d->rows || (tb ? b->rows : b->columns) != d->columns || c->rows != d->rows ||
      c->columns != d->columns || (ta ? a->rows : a->columns) != (tb ? b->columns : b->rows))
    return CUBLAS_STATUS_INVALID_VALUE;
  const int bits = desc->epilogue;
  if (bits == CUBLASLT_EPILOGUE_RELU_AUX || bits == CUBLASLT_EPILOGUE_RELU_AUX_BIAS || bits == CUBLASLT_EPILOGUE_DRELU ||
      bits == CUBLASLT_EPILOGUE_DRELU_BGRAD)
    return cuts_lt_refuse("epilogue", bits);
  return CUBLAS_STATUS_SUCCESS;
}
// The approximation by tanh, which is cuBLASLt's, and its derivative.
inline float cuts_gelu(float x) {
  return 0.5f * x * (1.0f + tanhf(0.79788456080286535588f * (x + 0.044715f * x * x * x)));
}
inline float cuts_gelu_slope(float x) {
  const float root = 0.79788456080286535588f, inner = root * (x + 0.044715f * x * x * x), t = tanhf(inner);
  return 0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * root * (1.0f + 3.0f * 0.044715f * x * x);
}

struct cuts_lt_product {
  cublasLtMatmulDesc_t desc;
  const void *alpha, *beta, *a, *b, *c;
  void* d;
  cublasLtMatrixLayout_t a_layout, b_layout, c_layout, d_layout;
  cudaStream_t stream;

  static int64_t at(const cublasLtMatrixLayoutOpaque_t* layout, int batch, int64_t i, int64_t j) {
    return batch * layout->batch_stride + (layout->order == CUBLASLT_ORDER_COL ? j * layout->ld + i : i * layout->ld + j);
  }
  static float factor(const float* scale) { return scale == nullptr ? 1.0f : *scale; }

  // The product alone into `out`, column by column. `In` is the type of both matrices.
  template <class Real, class In> cublasStatus_t multiply(const In* x, const In* y, Real* out, bool packed) {
    const bool ta = (desc->op_a != CUBLAS_OP_N) != (a_layout->order == CUBLASLT_ORDER_ROW);
    const bool tb = (desc->op_b != CUBLAS_OP_N) != (b_layout->order == CUBLASLT_ORDER_ROW);
    const int m = int(d_layout->rows), n = int(d_layout->columns);
    const int k = int(desc->op_a == CUBLAS_OP_N ? a_layout->columns : a_layout->rows);
    cublasContext context = {stream, CUBLAS_POINTER_MODE_HOST, CUBLAS_DEFAULT_MATH, CUBLAS_ATOMICS_NOT_ALLOWED};
    const Real one = 1, zero = 0;
    const int64_t whole_a = span(a_layout), whole_b = span(b_layout);
    return cuts_gemm("LTMATMUL", &context, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &one, x,
                     int(a_layout->ld), packed ? whole_a : a_layout->batch_stride, y, int(b_layout->ld),
                     packed ? whole_b : b_layout->batch_stride, &zero, out, m, (long long)m * n, d_layout->batches);
  }
  // Elements from a matrix's first to its last.
  static int64_t span(const cublasLtMatrixLayoutOpaque_t* layout) {
    return layout->ld * int64_t(layout->order == CUBLASLT_ORDER_COL ? layout->columns : layout->rows);
  }
  // Matrices of other types are widened first.
  template <class Real> cublasStatus_t widened(Real* out) {
    if (cudaStreamSynchronize(stream) != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
    const int64_t batches = d_layout->batches, spans[2] = {span(a_layout), span(b_layout)};
    const cublasLtMatrixLayoutOpaque_t* layouts[2] = {a_layout, b_layout};
    const void* sources[2] = {a, b};
    Real* wide[2] = {nullptr, nullptr};
    for (int which = 0; which < 2; ++which) {
      if (cudaMalloc(&wide[which], size_t(spans[which] * batches) * sizeof(Real)) != cudaSuccess) return CUBLAS_STATUS_ALLOC_FAILED;
      for (int64_t batch = 0; batch < batches; ++batch)
        for (int64_t i = 0; i < spans[which]; ++i)
          wide[which][batch * spans[which] + i] =
              cuts_load<Real>(sources[which], layouts[which]->type, batch * layouts[which]->batch_stride + i);
    }
    cublasStatus_t status = multiply<Real, Real>(wide[0], wide[1], out, true);
    if (cudaStreamSynchronize(stream) != cudaSuccess) status = CUBLAS_STATUS_EXECUTION_FAILED;
    cudaFree(wide[0]);
    cudaFree(wide[1]);
    return status;
  }
  template <class Real> cublasStatus_t product(Real* out) {
    const cudaDataType_t type = a_layout->type == b_layout->type ? a_layout->type : CUTS_LT_UNSET;
#define CUTS_LT_TYPE(name, In) \
  if (type == name) return multiply<Real, In>(static_cast<const In*>(a), static_cast<const In*>(b), out, false);
    if constexpr (sizeof(Real) == 8) {
      CUTS_LT_TYPE(CUDA_R_64F, double)
    } else if constexpr (Real(0.5) != Real(0)) {
      CUTS_LT_TYPE(CUDA_R_32F, float)
      CUTS_LT_TYPE(CUDA_R_16F, __half)
      CUTS_LT_TYPE(CUDA_R_16BF, __nv_bfloat16)
    } else {
      CUTS_LT_TYPE(CUDA_R_8I, signed char)
    }
#undef CUTS_LT_TYPE
    return widened(out);
  }

  template <class Real> cublasStatus_t run() {
    const int64_t m = int64_t(d_layout->rows), n = int64_t(d_layout->columns), batches = d_layout->batches;
    if (m == 0 || n == 0 || batches == 0) return CUBLAS_STATUS_SUCCESS;
    Real* sums = nullptr;
    if (cudaMalloc(&sums, size_t(m * n * batches) * sizeof(Real)) != cudaSuccess) return CUBLAS_STATUS_ALLOC_FAILED;
    cublasStatus_t status = product(sums);
    if (cudaStreamSynchronize(stream) != cudaSuccess) status = CUBLAS_STATUS_EXECUTION_FAILED;
    if (status == CUBLAS_STATUS_SUCCESS) finish(sums, m, n, batches);
    cudaFree(sums);
    return status;
  }
  // Integers are scaled by integers or by float; the rest in the type of the sums.
  template <class Real> void finish(const Real* sums, int64_t m, int64_t n, int64_t batches) {
    typedef decltype(Real(0) + float(0)) Wide;
    const Wide scale = cuts_load<Wide>(alpha, desc->scale_type, 0) * factor(desc->a_scale) * factor(desc->b_scale);
    const Wide keep = cuts_load<Wide>(beta, desc->scale_type, 0) * factor(desc->c_scale), d_scale = factor(desc->d_scale);
    const bool whole = desc->scale_type == CUDA_R_32I;
    const int epilogue = desc->epilogue == 0 ? CUBLASLT_EPILOGUE_DEFAULT : desc->epilogue;
    const bool gelu = epilogue & 32, relu = epilogue & 2, slope = epilogue == CUBLASLT_EPILOGUE_DGELU ||
                                                                 epilogue == CUBLASLT_EPILOGUE_DGELU_BGRAD;
    const bool has_bias = (epilogue & 4) != 0, keeps = gelu && (epilogue & 128);
    const cudaDataType_t bias_type = desc->bias_type != CUTS_LT_UNSET ? desc->bias_type
                                     : d_layout->type == CUDA_R_8F_E4M3 || d_layout->type == CUDA_R_8F_E5M2 ? CUDA_R_16BF
                                     : d_layout->type == CUDA_R_8I ? CUDA_R_32F
                                                                   : d_layout->type;
    const cudaDataType_t aux_type = desc->aux_type != CUTS_LT_UNSET ? desc->aux_type : d_layout->type;
    float largest = 0.0f;
    for (int batch = 0; batch < batches; ++batch)
      for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i) {
          const Real sum = sums[(batch * n + j) * m + i];
          const int64_t c_at = at(c_layout, batch, i, j), aux_at = batch * desc->aux_stride + j * desc->aux_ld + i;
          if (whole) {
            const int kept = keep == 0 ? 0 : int(keep) * cuts_load<int>(c, c_layout->type, c_at);
            cuts_store(d, d_layout->type, at(d_layout, batch, i, j), int(scale) * int(sum) + kept);
            continue;
          }
          Wide value = scale * Wide(sum);
          if (keep != 0) value += keep * cuts_load<Wide>(c, c_layout->type, c_at);
          if (has_bias && desc->bias != nullptr) value += cuts_load<Wide>(desc->bias, bias_type, batch * desc->bias_stride + i);
          if (keeps) cuts_store(desc->aux, aux_type, aux_at, value);
          if (relu && value < 0) value = 0;
          if (gelu) value = cuts_gelu(float(value));
          if (slope) value *= cuts_gelu_slope(cuts_load<float>(desc->aux, aux_type, aux_at));
          largest = fmaxf(largest, fabsf(float(value)));
          cuts_store(d, d_layout->type, at(d_layout, batch, i, j), value * d_scale);
        }
    if (desc->d_largest != nullptr) *desc->d_largest = largest;
    if (epilogue == CUBLASLT_EPILOGUE_DGELU_BGRAD) sum_bias(d, d_layout, d_layout->type, bias_type, true);
    if (epilogue == CUBLASLT_EPILOGUE_BGRADA) sum_bias(a, a_layout, a_layout->type, bias_type, desc->op_a == CUBLAS_OP_N);
    if (epilogue == CUBLASLT_EPILOGUE_BGRADB) sum_bias(b, b_layout, b_layout->type, bias_type, desc->op_b != CUBLAS_OP_N);
  }
  // The gradient of a bias: sums of rows, or of columns.
  void sum_bias(const void* matrix, cublasLtMatrixLayout_t layout, cudaDataType_t type, cudaDataType_t bias_type, bool of_rows) {
    if (desc->bias == nullptr) return;
    const int64_t lines = int64_t(of_rows ? layout->rows : layout->columns), length = int64_t(of_rows ? layout->columns : layout->rows);
    for (int64_t line = 0; line < lines; ++line) {
      double sum = 0.0;
      for (int64_t i = 0; i < length; ++i) sum += cuts_load<double>(matrix, type, of_rows ? at(layout, 0, line, i) : at(layout, 0, i, line));
      cuts_store(desc->bias, bias_type, line, sum);
    }
  }
};
