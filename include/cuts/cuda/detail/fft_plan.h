// Plans of cuFFT: their sizes and layouts, and how they are run. Transforms are not scaled, as cuFFT's.
#pragma once
#include "fft_lines.h"

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef int cufftHandle;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
typedef enum cufftResult_t {
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_TYPE = 3,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_UNALIGNED_DATA = 9,
  CUFFT_INVALID_DEVICE = 11,
  CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_NOT_SUPPORTED = 16,
  CUFFT_MISSING_DEPENDENCY = 17,
  CUFFT_NVRTC_FAILURE = 18,
  CUFFT_NVJITLINK_FAILURE = 19,
  CUFFT_NVSHMEM_FAILURE = 20,
} cufftResult;
typedef enum cufftType_t { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 } cufftType;

struct cuts_fft_plan {
  // Where the elements of one side are: element (x, y, z) of transform b at b * distance + ((x * embed[1] + y) * embed[2] + z) *
  // stride. Without `given` they are packed; and real ones, in place, have rows as long as their complex results.
  struct side {
    bool given = false;
    long long embed[3] = {1, 1, 1}, stride = 1, distance = 0;
    __host__ __device__ long long at(long long batch, const long long* i) const {
      return batch * distance + ((i[0] * embed[1] + i[1]) * embed[2] + i[2]) * stride;
    }
  };
  // The elements that a transform reads or writes, in order: `offset` counts from the start of the data, in elements.
  struct elements {
    side where;
    long long counts[3], batch;
    __host__ __device__ long long count() const { return batch * counts[0] * counts[1] * counts[2]; }
    __host__ __device__ size_t offset(long long element) const {
      const long long place[3] = {element / (counts[1] * counts[2]) % counts[0], element / counts[2] % counts[1], element % counts[2]};
      return size_t(where.at(element / (counts[0] * counts[1] * counts[2]), place));
    }
    size_t extent() const { return offset(count() - 1) + 1; }
  };
  // A function of the program's device code that reads or writes each element (cufftXt.h). `run` calls it between `data`, which is the
  // program's, and `copy`, on which the transform works.
  struct callback {
    void *routine = nullptr, *info = nullptr;
    cudaError_t (*run)(const callback& self, const elements& which, void* data, void* copy, cudaStream_t stream) = nullptr;
  };
  long long n[3] = {0, 1, 1}, batch = 1;
  int rank = 0;
  cufftType type = CUFFT_C2C;
  side in, out;
  callback load, store;
  cudaStream_t stream = nullptr;

  bool is_double() const { return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D; }
  bool from_real() const { return type == CUFFT_R2C || type == CUFFT_D2Z; }
  bool to_real() const { return type == CUFFT_C2R || type == CUFFT_Z2D; }

  cufftResult make(int dimensions, const long long* sizes, const long long* inembed, long long istride, long long idist,
                   const long long* onembed, long long ostride, long long odist, cufftType kind, long long count) {
    if (dimensions < 1 || dimensions > 3 || sizes == nullptr) return CUFFT_INVALID_VALUE;
    if (kind != CUFFT_C2C && kind != CUFFT_Z2Z && kind != CUFFT_R2C && kind != CUFFT_D2Z && kind != CUFFT_C2R && kind != CUFFT_Z2D)
      return CUFFT_INVALID_TYPE;
    if (count < 1) return CUFFT_INVALID_SIZE;
    rank = dimensions;
    type = kind;
    batch = count;
    // Axes are kept at the end: a vector is the last one.
    for (int i = 0; i < 3; ++i) n[i] = i < 3 - rank ? 1 : sizes[i - (3 - rank)];
    for (int i = 0; i < 3; ++i)
      if (n[i] < 1) return CUFFT_INVALID_SIZE;
    // Either is packed if one of them is not told.
    const bool told = inembed != nullptr && onembed != nullptr;
    in = describe(told ? inembed : nullptr, istride, idist);
    out = describe(told ? onembed : nullptr, ostride, odist);
    return CUFFT_SUCCESS;
  }
  side describe(const long long* embed, long long stride, long long distance) const {
    side made;
    if (embed == nullptr) return made;
    made.given = true;
    for (int i = 0; i < 3; ++i) made.embed[i] = i < 3 - rank ? 1 : embed[i - (3 - rank)];
    made.stride = stride;
    made.distance = distance;
    return made;
  }
  long long half() const { return n[2] / 2 + 1; }
  side packed(const side& told, bool real_side, bool complex_is_half, bool in_place) const {
    if (told.given) return told;
    side made;
    made.embed[0] = n[0];
    made.embed[1] = n[1];
    made.embed[2] = real_side ? (in_place ? 2 * half() : n[2]) : complex_is_half ? half() : n[2];
    made.distance = made.embed[0] * made.embed[1] * made.embed[2];
    return made;
  }

  long long width() const { return from_real() || to_real() ? half() : n[2]; }
  elements reads(bool in_place) const {
    return {packed(in, from_real(), from_real() || to_real(), in_place), {n[0], n[1], from_real() ? n[2] : width()}, batch};
  }
  elements writes(bool in_place) const {
    return {packed(out, to_real(), from_real() || to_real(), in_place), {n[0], n[1], to_real() ? n[2] : width()}, batch};
  }

  // `in_place` is as the program calls it: with a callback, source or target are copies.
  template <class Real> void run(const void* source, void* target, int direction, bool in_place) const {
    typedef cuts_complex<double> Wide;
    const side from = reads(in_place).where, to = writes(in_place).where;
    const long long width = this->width();
    // One transform at a time; of real data, the half that is stored.
    std::vector<Wide> data(size_t(n[0] * n[1] * width)), line(size_t(n[2]), Wide(0));
    cuts_fft_lines last(size_t(n[2]), direction), middle(size_t(n[1]), direction), first(size_t(n[0]), direction);
    // In place, batches may not overwrite what later ones read: they do not overlap, but a real row may be longer than its
    // input where layouts are given. All input is read first then.
    std::vector<std::vector<Wide>> all(in_place ? size_t(batch) : 1);
    for (int pass = 0; pass < (in_place ? 2 : 1); ++pass)
      for (long long b = 0; b < batch; ++b) {
        std::vector<Wide>& values = in_place ? all[size_t(b)] : data;
        if (pass == 0) {
          values.resize(data.size());
          read<Real>(source, from, b, width, values, line, last);
          for (long long x = 0; n[1] > 1 && x < n[0]; ++x)
            for (long long z = 0; z < width; ++z) middle.run(values.data() + x * n[1] * width + z, size_t(width));
          for (long long rest = 0; n[0] > 1 && rest < n[1] * width; ++rest) first.run(values.data() + rest, size_t(n[1] * width));
        }
        if (pass == 1 || !in_place) write<Real>(target, to, b, width, values, line, last);
      }
  }
  // Reads one transform; the last axis is transformed here, unless the result is real.
  template <class Real>
  void read(const void* source, const side& from, long long b, long long width, std::vector<cuts_complex<double>>& values,
            std::vector<cuts_complex<double>>& line, cuts_fft_lines& last) const {
    long long i[3];
    for (i[0] = 0; i[0] < n[0]; ++i[0])
      for (i[1] = 0; i[1] < n[1]; ++i[1]) {
        cuts_complex<double>* row = values.data() + (i[0] * n[1] + i[1]) * width;
        if (from_real()) {
          for (i[2] = 0; i[2] < n[2]; ++i[2]) line[size_t(i[2])] = cuts_complex<double>(double(static_cast<const Real*>(source)[from.at(b, i)]));
          last.run(line.data(), 1);
          for (long long z = 0; z < width; ++z) row[z] = line[size_t(z)];
        } else {
          for (i[2] = 0; i[2] < width; ++i[2])
            row[i[2]] = cuts_complex<double>(static_cast<const cuts_complex<Real>*>(source)[from.at(b, i)]);
          if (!to_real()) last.run(row, 1);
        }
      }
  }
  template <class Real>
  void write(void* target, const side& to, long long b, long long width, std::vector<cuts_complex<double>>& values,
             std::vector<cuts_complex<double>>& line, cuts_fft_lines& last) const {
    long long i[3];
    for (i[0] = 0; i[0] < n[0]; ++i[0])
      for (i[1] = 0; i[1] < n[1]; ++i[1]) {
        const cuts_complex<double>* row = values.data() + (i[0] * n[1] + i[1]) * width;
        if (to_real()) {
          // The other half is the conjugate of this one; what has no partner is real.
          for (long long z = 0; z < n[2]; ++z) line[size_t(z)] = z < width ? row[z] : cuts_conj(row[n[2] - z]);
          line[0].y = 0;
          if (n[2] % 2 == 0) line[size_t(n[2] / 2)].y = 0;
          last.run(line.data(), 1);
          for (i[2] = 0; i[2] < n[2]; ++i[2]) static_cast<Real*>(target)[to.at(b, i)] = Real(line[size_t(i[2])].x);
        } else {
          for (i[2] = 0; i[2] < width; ++i[2])
            static_cast<cuts_complex<Real>*>(target)[to.at(b, i)] = cuts_complex<Real>(row[i[2]]);
        }
      }
  }
};

// Handles are numbers from 1, the same in all files of a program.
inline std::vector<cuts_fft_plan*>& cuts_fft_plans() {
  static std::vector<cuts_fft_plan*> plans;
  return plans;
}
inline cufftHandle cuts_fft_new() {
  std::vector<cuts_fft_plan*>& plans = cuts_fft_plans();
  plans.push_back(new cuts_fft_plan());
  return cufftHandle(plans.size());
}
inline cuts_fft_plan* cuts_fft_find(cufftHandle handle) {
  std::vector<cuts_fft_plan*>& plans = cuts_fft_plans();
  return handle < 1 || size_t(handle) > plans.size() ? nullptr : plans[size_t(handle) - 1];
}
inline cufftResult cuts_fft_delete(cufftHandle handle) {
  cuts_fft_plan* plan = cuts_fft_find(handle);
  if (plan == nullptr) return CUFFT_INVALID_PLAN;
  delete plan;
  cuts_fft_plans()[size_t(handle) - 1] = nullptr;
  return CUFFT_SUCCESS;
}
// What a transform reads or writes: the program's data, or a copy of it where a callback stands between them.
struct cuts_fft_copy {
  const cuts_fft_plan& plan;
  const cuts_fft_plan::callback& callback;
  const cuts_fft_plan::elements which;
  void *const data, *memory;
  cuts_fft_copy(const cuts_fft_plan& plan, const cuts_fft_plan::callback& callback, const cuts_fft_plan::elements& which, void* data)
      : plan(plan), callback(callback), which(which), data(data), memory(data) {
    // No element has more bytes than a complex number of doubles.
    if (callback.run != nullptr && cudaMalloc(&memory, which.extent() * sizeof(cufftDoubleComplex)) != cudaSuccess) memory = nullptr;
  }
  cuts_fft_copy(const cuts_fft_copy&) = delete;
  ~cuts_fft_copy() {
    if (memory != data) cudaFree(memory);
  }
  bool call() const { return callback.run == nullptr || callback.run(callback, which, data, memory, plan.stream) == cudaSuccess; }
};
inline cufftResult cuts_fft_run(cufftHandle handle, cufftType type, const void* in, void* out, int direction) {
  const cuts_fft_plan* plan = cuts_fft_find(handle);
  if (plan == nullptr || plan->rank == 0) return CUFFT_INVALID_PLAN;
  if (plan->type != type) return CUFFT_INVALID_TYPE;
  if (in == nullptr || out == nullptr || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)) return CUFFT_INVALID_VALUE;
  if (cudaStreamSynchronize(plan->stream) != cudaSuccess) return CUFFT_EXEC_FAILED;
  if (plan->to_real()) direction = CUFFT_INVERSE;
  if (plan->from_real()) direction = CUFFT_FORWARD;
  const bool in_place = in == out;
  cuts_fft_copy source(*plan, plan->load, plan->reads(in_place), const_cast<void*>(in));
  cuts_fft_copy target(*plan, plan->store, plan->writes(in_place), out);
  if (source.memory == nullptr || target.memory == nullptr) return CUFFT_ALLOC_FAILED;
  if (!source.call()) return CUFFT_EXEC_FAILED;
  if (plan->is_double()) plan->run<double>(source.memory, target.memory, direction, in_place);
  else plan->run<float>(source.memory, target.memory, direction, in_place);
  return target.call() ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}
