// Tensors: what an addon sees of the package's arrays. A Tensor is a cheap reference to an array's memory, shape and
// strides; copying one copies no elements. It is valid in the call that it came with or was made in. A copy that is kept
// longer (in a member, in a static) keeps the memory alive by itself, also when JavaScript disposes the array; it can be
// used in later calls on the same thread of JavaScript, and throws elsewhere.

#pragma once

#include <atomic>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "error.h"

namespace cuts {

/** Where a tensor's memory is: the cpu, or a GPU by number. */
struct Device {
#if defined(CUTS_CPU_DEVICE)
  /** For the cpu device, where host code and kernels use the same memory: it is both the cpu and CUDA's device 0. */
  int index = 0;
  static constexpr Device cpu() { return {}; }
  static constexpr Device cuda(int index = 0) { return {index}; }
  constexpr bool is_cpu() const { return index == 0; }
  constexpr bool is_cuda() const { return true; }
#else
  /** -1 for the cpu. */
  int index = -1;
  static constexpr Device cpu() { return {}; }
  static constexpr Device cuda(int index = 0) { return {index}; }
  constexpr bool is_cpu() const { return index < 0; }
  constexpr bool is_cuda() const { return index >= 0; }
#endif
  std::string to_string() const { return is_cpu() ? "cpu" : "cuda:" + std::to_string(index); }
  friend constexpr bool operator==(Device a, Device b) { return a.index == b.index; }
  friend constexpr bool operator!=(Device a, Device b) { return a.index != b.index; }
};

/** A run of whole numbers that somebody else holds: sizes, strides. */
class IntSpan {
 public:
  IntSpan(const std::int64_t* data, std::size_t size) : data_(data), size_(size) {}
  IntSpan(const std::vector<std::int64_t>& values) : data_(values.data()), size_(values.size()) {}  // NOLINT
  const std::int64_t* begin() const { return data_; }
  const std::int64_t* end() const { return data_ + size_; }
  const std::int64_t* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::int64_t operator[](std::size_t i) const { return data_[i]; }
  std::string to_string() const {
    std::string text = "[";
    for (std::size_t i = 0; i < size_; i++) text += concat(i == 0 ? "" : ", ", data_[i]);
    return text + "]";
  }
  friend bool operator==(IntSpan a, IntSpan b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; i++)
      if (a[i] != b[i]) return false;
    return true;
  }
  friend bool operator!=(IntSpan a, IntSpan b) { return !(a == b); }

 private:
  const std::int64_t* data_;
  std::size_t size_;
};

/** Elements by index, with the strides of the tensor: for loops on the cpu, and by value for kernels. Nothing is checked. */
template <class T, int N>
struct Accessor {
  static_assert(N >= 1, "a tensor without axes has one element: *tensor.data_ptr<T>()");
  T* data;
  std::int64_t sizes[N];
  std::int64_t strides[N];

  CUTS_HD std::int64_t size(int axis) const { return sizes[axis]; }
  CUTS_HD std::int64_t stride(int axis) const { return strides[axis]; }

  template <class... I>
  CUTS_HD T& operator()(I... index) const {
    static_assert(sizeof...(I) == N, "one index for each axis");
    const std::int64_t at[] = {static_cast<std::int64_t>(index)...};
    T* element = data;
    for (int axis = 0; axis < N; axis++) element += at[axis] * strides[axis];
    return *element;
  }

  CUTS_HD decltype(auto) operator[](std::int64_t i) const {
    if constexpr (N == 1) return (data[i * strides[0]]);
    else {
      Accessor<T, N - 1> part{data + i * strides[0], {}, {}};
      for (int axis = 1; axis < N; axis++) part.sizes[axis - 1] = sizes[axis], part.strides[axis - 1] = strides[axis];
      return part;
    }
  }
};

namespace detail {

struct Instance;
struct Call;
struct TensorData;

void touch(TensorData* data);
void last_use(TensorData* data);
void destroy(TensorData* data);
std::string describe_tensor(const TensorData* data);

/** What Tensors share. The call it belongs to holds one reference, so that its end sees which Tensors were kept. */
struct TensorData {
  std::atomic<std::uint32_t> references{1};
  DType dtype{};
  bool is_contiguous = true;
  bool is_writable = true;
  /** Made in this call and not handed to JavaScript: ours to give back. */
  bool is_ours = false;
  /** Whether the memory may be used now: the call it came with is not over, or it was announced to the runtime. */
  std::atomic<bool> is_live{true};
  Device device;
  int ndim = 0;
  /** Its position among the arguments, for messages; -1 for others. */
  int argument = -1;
  /** Which array it is in JavaScript's list of an async call. */
  int slot = -1;
  void* data = nullptr;
  std::int64_t numel = 0;
  Instance* instance = nullptr;
  Call* call = nullptr;
  /** The next of the same call. */
  TensorData* next = nullptr;
  /** The array, in the call it came with; a napi_value. */
  void* value = nullptr;
  /** The array of our own that keeps the memory beyond that call; a napi_ref. */
  void* kept = nullptr;

  std::int64_t* sizes() { return reinterpret_cast<std::int64_t*>(this + 1); }
  const std::int64_t* sizes() const { return reinterpret_cast<const std::int64_t*>(this + 1); }
  std::int64_t* strides() { return sizes() + ndim; }
  const std::int64_t* strides() const { return sizes() + ndim; }

  static TensorData* make(int ndim) {
    void* memory = ::operator new(sizeof(TensorData) + 2 * static_cast<std::size_t>(ndim) * sizeof(std::int64_t));
    TensorData* made = ::new (memory) TensorData();
    made->ndim = ndim;
    return made;
  }

  void claim() { references.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    const std::uint32_t before = references.fetch_sub(1, std::memory_order_acq_rel);
    if (before == 1) destroy(this);
    else if (before == 2 && is_ours) last_use(this);
  }

  void check_live() {
    if (!is_live.load(std::memory_order_relaxed)) touch(this);
  }
};

}  // namespace detail

/** A reference to an array. As a parameter, `const Tensor&` is read, `Tensor&` and `Tensor` are written. */
class Tensor {
 public:
  /** Refers to nothing. */
  Tensor() = default;
  Tensor(const Tensor& other) : data_(other.data_) {
    if (data_ != nullptr) data_->claim();
  }
  Tensor(Tensor&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  Tensor& operator=(Tensor other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }
  ~Tensor() {
    if (data_ != nullptr) data_->release();
  }

  /** Whether it refers to an array. */
  bool defined() const { return data_ != nullptr; }
  explicit operator bool() const { return defined(); }

  DType dtype() const { return use()->dtype; }
  Device device() const { return use()->device; }
  bool is_cuda() const { return use()->device.is_cuda(); }
  bool is_cpu() const { return use()->device.is_cpu(); }
  /** Number of axes. */
  int dim() const { return use()->ndim; }
  /** Number of elements. */
  std::int64_t numel() const { return use()->numel; }
  std::int64_t nbytes() const { return numel() * element_size(); }
  int element_size() const { return size_of(use()->dtype); }
  IntSpan sizes() const { return {use()->sizes(), static_cast<std::size_t>(data_->ndim)}; }
  /** Elements (not bytes) between neighbours along each axis. */
  IntSpan strides() const { return {use()->strides(), static_cast<std::size_t>(data_->ndim)}; }
  /** The size along an axis; -1 is the last one. */
  std::int64_t size(int axis) const { return use()->sizes()[check_axis(axis)]; }
  std::int64_t stride(int axis) const { return use()->strides()[check_axis(axis)]; }
  /** Whether the elements lie in C order without gaps. */
  bool is_contiguous() const { return use()->is_contiguous; }
  /** Whether it may be written: not a broadcast view, not a parameter that is only read. */
  bool is_writable() const { return use()->is_writable; }

  /** The first element, to be read and written. Throws where T is not the dtype or the tensor may only be read. */
  template <class T>
  T* data_ptr() {
    if constexpr (!std::is_const_v<T>) check_writable();
    return static_cast<T*>(checked<T>());
  }
  /** The first element, to be read. */
  template <class T>
  const T* data_ptr() const {
    return static_cast<const T*>(checked<T>());
  }
  /** The first element, whatever the dtype. */
  void* raw_data() {
    check_writable();
    return memory();
  }
  const void* raw_data() const { return memory(); }

  /** The elements by index. Throws where T is not the dtype or N not the number of axes. */
  template <class T, int N>
  Accessor<T, N> accessor() {
    return access<T, N>(data_ptr<T>());
  }
  template <class T, int N>
  Accessor<const T, N> accessor() const {
    return access<const T, N>(data_ptr<T>());
  }

  /** "float32[2, 3] on cuda:0". */
  std::string to_string() const {
    return defined() ? concat(dtype(), sizes(), " on ", device()) : std::string("an undefined tensor");
  }
  /** Whether both refer to the same array. */
  bool is_same(const Tensor& other) const { return data_ == other.data_; }

  /** For the code that hands tensors in and out. */
  explicit Tensor(detail::TensorData* claimed) : data_(claimed) {}
  detail::TensorData* internals() const { return data_; }

 private:
  detail::TensorData* use() const {
    if (data_ == nullptr) throw Error("the tensor must refer to an array (got an undefined tensor)");
    return data_;
  }
  void* memory() const {
    use()->check_live();
    return data_->data;
  }
  template <class T>
  void* checked() const {
    constexpr DType wanted = DTypeOf<T>::value;
    if (use()->dtype != wanted)
      throw TypeError(concat(detail::describe_tensor(data_), " must be ", wanted, " here (got ", dtype(), ")"));
    return memory();
  }
  void check_writable() const {
    if (!use()->is_writable)
      throw TypeError(concat(detail::describe_tensor(data_), " may only be read: it is a read-only view, or a parameter that is `const Tensor&`"));
  }
  int check_axis(int axis) const {
    const int at = axis < 0 ? axis + use()->ndim : axis;
    if (at < 0 || at >= use()->ndim)
      throw RangeError(concat("an axis of ", detail::describe_tensor(data_), " must be within its ", dim(), " axes (got ", axis, ")"));
    return at;
  }
  template <class T, int N>
  Accessor<T, N> access(T* data) const {
    if (dim() != N)
      throw TypeError(concat(detail::describe_tensor(data_), " must have ", N, " axes here (got ", dim(), ")"));
    Accessor<T, N> made{data, {}, {}};
    for (int axis = 0; axis < N; axis++) made.sizes[axis] = data_->sizes()[axis], made.strides[axis] = data_->strides()[axis];
    return made;
  }

  detail::TensorData* data_ = nullptr;
};

/**
 * A Tensor whose dtype, and number of axes unless N is -1, are part of the signature: checked when a function is called,
 * when it returns one, used to choose among overloads, and seen in the generated types. `TensorOf<const float>` is read.
 */
template <class T, int N = -1>
class TensorOf : public Tensor {
 public:
  TensorOf() = default;
  /** Throws where the tensor is another. */
  TensorOf(Tensor tensor) : Tensor(std::move(tensor)) {  // NOLINT: implicit, so that functions can return a Tensor
    if (!defined()) return;
    if (dtype() != DTypeOf<T>::value)
      throw TypeError(concat(detail::describe_tensor(internals()), " must be ", DTypeOf<T>::value, " (got ", dtype(), ")"));
    if (N >= 0 && dim() != N)
      throw TypeError(concat(detail::describe_tensor(internals()), " must have ", N, " axes (got ", dim(), ")"));
  }

  T* data() { return this->template data_ptr<T>(); }
  const T* data() const { return this->template data_ptr<T>(); }
  using Tensor::accessor;
  auto accessor() { return this->template accessor<T, N>(); }
  auto accessor() const { return this->template accessor<T, N>(); }
};

/** A new tensor whose contents mean nothing, from the memory pool of a device; the current one by default. */
Tensor empty(IntSpan shape, DType dtype = kFloat32);
Tensor empty(IntSpan shape, DType dtype, Device device);
/** A new tensor of zeros. */
Tensor zeros(IntSpan shape, DType dtype = kFloat32);
Tensor zeros(IntSpan shape, DType dtype, Device device);

inline Tensor empty(std::initializer_list<std::int64_t> shape, DType dtype = kFloat32) {
  return empty(IntSpan(shape.begin(), shape.size()), dtype);
}
inline Tensor empty(std::initializer_list<std::int64_t> shape, DType dtype, Device device) {
  return empty(IntSpan(shape.begin(), shape.size()), dtype, device);
}
inline Tensor zeros(std::initializer_list<std::int64_t> shape, DType dtype = kFloat32) {
  return zeros(IntSpan(shape.begin(), shape.size()), dtype);
}
inline Tensor zeros(std::initializer_list<std::int64_t> shape, DType dtype, Device device) {
  return zeros(IntSpan(shape.begin(), shape.size()), dtype, device);
}
/** A new tensor of the shape, dtype and device of another, in C order. */
inline Tensor empty_like(const Tensor& like) { return empty(like.sizes(), like.dtype(), like.device()); }
inline Tensor zeros_like(const Tensor& like) { return zeros(like.sizes(), like.dtype(), like.device()); }

/** The stream of the GPU that work of this call belongs on: converts to cudaStream_t and CUstream without their headers. */
class Stream {
 public:
  explicit Stream(void* handle) : handle_(handle) {}
  void* handle() const { return handle_; }
  template <class T>
  operator T*() const {  // NOLINT: implicit, for <<<…, cuts::current_stream()>>>
    return static_cast<T*>(handle_);
  }

 private:
  void* handle_;
};

/** The current stream of the device of the call's first tensor on a GPU, else of the current device, or of `device`. */
Stream current_stream();
Stream current_stream(Device device);

}  // namespace cuts
