// cuSPARSE: products in three formats and both directions, 32- and 64-bit indices, conversions, sums, triangular systems,
// incomplete factors. All numbers are small integers or halves, so that every order of sums gives the same.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include <cusparse.h>

#define CHECK(call)                                                                     \
  do {                                                                                  \
    cusparseStatus_t status = (call);                                                   \
    if (status != CUSPARSE_STATUS_SUCCESS) {                                            \
      printf("%s: %s\n", #call, cusparseGetErrorString(status));                        \
      return 1;                                                                         \
    }                                                                                   \
  } while (0)

// All that was allocated, to be freed at the end.
std::vector<void*> allocated;
template <class T> T* upload(const std::vector<T>& h) {
  T* d;
  cudaMalloc((void**)&d, h.size() * sizeof(T) + 16);
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  allocated.push_back(d);
  return d;
}
template <class T> void show(const char* name, const T* d, int n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
  printf("%s:", name);
  for (T x : h) printf(" %g", (double)x);
  printf("\n");
}
void* buffer(size_t bytes) {
  void* d;
  cudaMalloc(&d, bytes + 16);
  allocated.push_back(d);
  return d;
}

// 1 0 2 0
// 0 3 0 0
// 4 5 6 7
const std::vector<int> OFFSETS = {0, 2, 3, 7}, COLUMNS = {0, 2, 1, 0, 1, 2, 3};
const std::vector<float> VALUES = {1, 2, 3, 4, 5, 6, 7};

int main() {
  cusparseHandle_t handle;
  CHECK(cusparseCreate(&handle));
  const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE;
  size_t bytes;
  float one = 1, two = 2, zero = 0;

  cusparseSpMatDescr_t csr, csc, coo;
  int *offsets = upload(OFFSETS), *columns = upload(COLUMNS);
  float* values = upload(VALUES);
  CHECK(cusparseCreateCsr(&csr, 3, 4, 7, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  // The same by columns, with 64-bit indices.
  CHECK(cusparseCreateCsc(&csc, 3, 4, 7, upload<int64_t>({0, 2, 4, 6, 7}), upload<int64_t>({0, 2, 1, 2, 0, 2, 2}), upload<float>({1, 4, 3, 5, 2, 6, 7}),
                          CUSPARSE_INDEX_64I, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  // And as coordinates counted from 1.
  CHECK(cusparseCreateCoo(&coo, 3, 4, 7, upload<int>({1, 1, 2, 3, 3, 3, 3}), upload<int>({1, 3, 2, 1, 2, 3, 4}), values, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F));
  float *x = upload<float>({1, -1, 2, 3}), *y = upload<float>({10, 20, 30, 40});
  cusparseDnVecDescr_t x4, x3, y3, y4;
  CHECK(cusparseCreateDnVec(&x4, 4, x, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&x3, 3, x, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&y3, 3, y, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&y4, 4, y, CUDA_R_32F));
  for (auto m : {csr, csc, coo}) {
    CHECK(cusparseSpMV_bufferSize(handle, N, &one, m, x4, &two, y3, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    CHECK(cusparseSpMV(handle, N, &one, m, x4, &two, y3, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer(bytes)));
    show("a x + 2 y", y, 3);
    CHECK(cusparseSpMV_bufferSize(handle, T, &two, m, x3, &zero, y4, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    CHECK(cusparseSpMV(handle, T, &two, m, x3, &zero, y4, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer(bytes)));
    show("2 a' x", y, 4);
  }

  // Dense 4 x 2, by rows and by columns.
  float *b = upload<float>({1, 2, 3, 4, 5, 6, 7, 8}), *c = upload(std::vector<float>(6, 1));
  cusparseDnMatDescr_t by_rows, by_columns, c_rows;
  CHECK(cusparseCreateDnMat(&by_rows, 4, 2, 2, b, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseCreateDnMat(&by_columns, 4, 2, 4, b, CUDA_R_32F, CUSPARSE_ORDER_COL));
  CHECK(cusparseCreateDnMat(&c_rows, 3, 2, 2, c, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseSpMM_bufferSize(handle, N, N, &one, csr, by_rows, &one, c_rows, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  CHECK(cusparseSpMM(handle, N, N, &one, csr, by_rows, &one, c_rows, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer(bytes)));
  show("a b + c", c, 6);
  cusparseDnMatDescr_t c_columns;
  CHECK(cusparseCreateDnMat(&c_columns, 3, 2, 3, c, CUDA_R_32F, CUSPARSE_ORDER_COL));
  CHECK(cusparseSpMM_bufferSize(handle, N, N, &one, csr, by_columns, &zero, c_columns, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  CHECK(cusparseSpMM(handle, N, N, &one, csr, by_columns, &zero, c_columns, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer(bytes)));
  show("a b by columns", c, 6);

  // (3 x 2)(2 x 4) where the sparse matrix has elements.
  float *left = upload<float>({1, 2, 3, 4, 5, 6}), *right = upload<float>({1, 2, 3, 4, 5, 6, 7, 8}), *sampled = upload(VALUES);
  cusparseDnMatDescr_t l, r;
  cusparseSpMatDescr_t s;
  CHECK(cusparseCreateDnMat(&l, 3, 2, 2, left, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseCreateDnMat(&r, 2, 4, 4, right, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseCreateCsr(&s, 3, 4, 7, offsets, columns, sampled, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseSDDMM_bufferSize(handle, N, N, &one, l, r, &two, s, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, &bytes));
  void* work = buffer(bytes);
  CHECK(cusparseSDDMM_preprocess(handle, N, N, &one, l, r, &two, s, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, work));
  CHECK(cusparseSDDMM(handle, N, N, &one, l, r, &two, s, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, work));
  show("sampled", sampled, 7);

  // To dense and back, with 64-bit indices.
  float* dense = upload(std::vector<float>(12, 9));
  cusparseDnMatDescr_t d;
  CHECK(cusparseCreateDnMat(&d, 3, 4, 4, dense, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseSparseToDense_bufferSize(handle, csr, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
  CHECK(cusparseSparseToDense(handle, csr, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer(bytes)));
  show("dense", dense, 12);
  int64_t* offsets64 = upload(std::vector<int64_t>(4));
  cusparseSpMatDescr_t again;
  CHECK(cusparseCreateCsr(&again, 3, 4, 0, offsets64, nullptr, nullptr, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseDenseToSparse_bufferSize(handle, d, again, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
  work = buffer(bytes);
  CHECK(cusparseDenseToSparse_analysis(handle, d, again, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, work));
  int64_t rows, cols, nnz;
  CHECK(cusparseSpMatGetSize(again, &rows, &cols, &nnz));
  int64_t* columns64 = upload(std::vector<int64_t>(nnz));
  float* values64 = upload(std::vector<float>(nnz));
  CHECK(cusparseCsrSetPointers(again, offsets64, columns64, values64));
  CHECK(cusparseDenseToSparse_convert(handle, d, again, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, work));
  printf("%d x %d with %d\n", (int)rows, (int)cols, (int)nnz);
  show("offsets", offsets64, 4);
  show("columns", columns64, (int)nnz);
  show("values", values64, (int)nnz);

  // By columns, and a (3 x 4) times that, transposed (4 x 3).
  int *t_offsets = upload(std::vector<int>(5)), *t_rows = upload(std::vector<int>(7));
  float* t_values = upload(std::vector<float>(7));
  CHECK(cusparseCsr2cscEx2_bufferSize(handle, 3, 4, 7, values, offsets, columns, t_values, t_offsets, t_rows, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                                      CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, &bytes));
  CHECK(cusparseCsr2cscEx2(handle, 3, 4, 7, values, offsets, columns, t_values, t_offsets, t_rows, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                           CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, buffer(bytes)));
  show("by columns", t_values, 7);
  show("rows", t_rows, 7);
  cusparseSpMatDescr_t transposed, product;
  CHECK(cusparseCreateCsr(&transposed, 4, 3, 7, t_offsets, t_rows, t_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  int* p_offsets = upload(std::vector<int>(4));
  CHECK(cusparseCreateCsr(&product, 3, 3, 0, p_offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  cusparseSpGEMMDescr_t gemm;
  CHECK(cusparseSpGEMM_createDescr(&gemm));
  const auto alg = CUSPARSE_SPGEMM_DEFAULT;
  CHECK(cusparseSpGEMM_workEstimation(handle, N, N, &one, csr, transposed, &zero, product, CUDA_R_32F, alg, gemm, &bytes, nullptr));
  CHECK(cusparseSpGEMM_workEstimation(handle, N, N, &one, csr, transposed, &zero, product, CUDA_R_32F, alg, gemm, &bytes, buffer(bytes)));
  CHECK(cusparseSpGEMM_compute(handle, N, N, &one, csr, transposed, &zero, product, CUDA_R_32F, alg, gemm, &bytes, nullptr));
  CHECK(cusparseSpGEMM_compute(handle, N, N, &one, csr, transposed, &zero, product, CUDA_R_32F, alg, gemm, &bytes, buffer(bytes)));
  CHECK(cusparseSpMatGetSize(product, &rows, &cols, &nnz));
  float* p_values = upload(std::vector<float>(nnz));
  int* p_columns = upload(std::vector<int>(nnz));
  CHECK(cusparseCsrSetPointers(product, p_offsets, p_columns, p_values));
  CHECK(cusparseSpGEMM_copy(handle, N, N, &one, csr, transposed, &zero, product, CUDA_R_32F, alg, gemm));
  show("product offsets", p_offsets, 4);
  show("product columns", p_columns, (int)nnz);
  show("product values", p_values, (int)nnz);

  // a + 2 a is 3 a; sorted rows; counts.
  cusparseMatDescr_t general;
  CHECK(cusparseCreateMatDescr(&general));
  int *sum_offsets = upload(std::vector<int>(4)), total;
  CHECK(cusparseScsrgeam2_bufferSizeExt(handle, 3, 4, &one, general, 7, values, offsets, columns, &two, general, 7, values, offsets, columns, general,
                                        nullptr, sum_offsets, nullptr, &bytes));
  work = buffer(bytes);
  CHECK(cusparseXcsrgeam2Nnz(handle, 3, 4, general, 7, offsets, columns, general, 7, offsets, columns, general, sum_offsets, &total, work));
  float* sum_values = upload(std::vector<float>(total));
  int* sum_columns = upload(std::vector<int>(total));
  CHECK(cusparseScsrgeam2(handle, 3, 4, &one, general, 7, values, offsets, columns, &two, general, 7, values, offsets, columns, general, sum_values,
                          sum_offsets, sum_columns, work));
  show("sum", sum_values, total);
  int *unsorted = upload<int>({2, 0, 1, 3, 1, 2, 0}), *order = upload(std::vector<int>(7));
  CHECK(cusparseXcsrsort_bufferSizeExt(handle, 3, 4, 7, offsets, unsorted, &bytes));
  CHECK(cusparseCreateIdentityPermutation(handle, 7, order));
  CHECK(cusparseXcsrsort(handle, 3, 4, 7, general, offsets, unsorted, order, buffer(bytes)));
  show("sorted", unsorted, 7);
  show("order", order, 7);
  int* counts = upload(std::vector<int>(4));
  CHECK(cusparseSnnz(handle, CUSPARSE_DIRECTION_ROW, 4, 3, general, dense, 4, counts, &total));
  show("nonzero", counts, 4);
  printf("in all %d\n", total);

  // Sparse vectors.
  cusparseSpVecDescr_t v;
  float* v_values = upload<float>({5, 7});
  CHECK(cusparseCreateSpVec(&v, 4, 2, upload<int64_t>({3, 1}), v_values, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseAxpby(handle, &two, v, &one, x4));
  show("x + 2 v", x, 4);
  CHECK(cusparseGather(handle, x4, v));
  show("gathered", v_values, 2);

  // Lower triangle of 2 . . / 1 4 . / 3 2 5, the rest is passed over; then incomplete factors, which are complete here.
  const std::vector<double> full = {2, 2, 4, 1, 4, 1, 3, 2, 5};
  double *t = upload(full), *f = upload<double>({2, 9, 29}), *g = upload<double>({0, 0, 0}), done = 1;
  int *f_offsets = upload<int>({0, 3, 6, 9}), *f_columns = upload<int>({0, 1, 2, 0, 1, 2, 0, 1, 2});
  cusparseSpMatDescr_t triangle;
  cusparseDnVecDescr_t fv, gv;
  CHECK(cusparseCreateCsr(&triangle, 3, 3, 9, f_offsets, f_columns, t, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  CHECK(cusparseCreateDnVec(&fv, 3, f, CUDA_R_64F));
  CHECK(cusparseCreateDnVec(&gv, 3, g, CUDA_R_64F));
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  CHECK(cusparseSpMatSetAttribute(triangle, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
  CHECK(cusparseSpMatSetAttribute(triangle, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal)));
  for (auto op : {N, T}) {
    cusparseSpSVDescr_t solver;
    CHECK(cusparseSpSV_createDescr(&solver));
    CHECK(cusparseSpSV_bufferSize(handle, op, &done, triangle, fv, gv, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, solver, &bytes));
    CHECK(cusparseSpSV_analysis(handle, op, &done, triangle, fv, gv, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, solver, buffer(bytes)));
    CHECK(cusparseSpSV_solve(handle, op, &done, triangle, fv, gv, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, solver));
    show("solved", g, 3);
    CHECK(cusparseSpSV_destroyDescr(solver));
  }
  csrilu02Info_t info;
  int size, pivot;
  CHECK(cusparseCreateCsrilu02Info(&info));
  CHECK(cusparseDcsrilu02_bufferSize(handle, 3, 9, general, t, f_offsets, f_columns, info, &size));
  work = buffer(size);
  CHECK(cusparseDcsrilu02_analysis(handle, 3, 9, general, t, f_offsets, f_columns, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, work));
  CHECK(cusparseDcsrilu02(handle, 3, 9, general, t, f_offsets, f_columns, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, work));
  CHECK(cusparseXcsrilu02_zeroPivot(handle, info, &pivot));
  show("factors", t, 9);
  printf("pivot %d\n", pivot);

  // -1 2 -1 with ones at the ends.
  double *low = upload<double>({0, -1, -1, -1}), *main = upload<double>({2, 2, 2, 2}), *high = upload<double>({-1, -1, -1, 0}), *rhs = upload<double>({1, 0, 0, 1});
  CHECK(cusparseDgtsv2_bufferSizeExt(handle, 4, 1, low, main, high, rhs, 4, &bytes));
  CHECK(cusparseDgtsv2(handle, 4, 1, low, main, high, rhs, 4, buffer(bytes)));
  std::vector<double> solution(4);
  cudaMemcpy(solution.data(), rhs, 4 * sizeof(double), cudaMemcpyDeviceToHost);
  printf("tridiagonal: %.6f %.6f %.6f %.6f\n", solution[0], solution[1], solution[2], solution[3]);
  for (auto m : {csr, csc, coo}) CHECK(cusparseDestroySpMat(m));
  CHECK(cusparseDestroyDnVec(x4));
  CHECK(cusparseDestroyDnMat(by_rows));
  CHECK(cusparseDestroy(handle));
  printf("%s\n", cusparseGetErrorString(CUSPARSE_STATUS_INVALID_VALUE));
  for (void* one : allocated) cudaFree(one);
  return 0;
}
