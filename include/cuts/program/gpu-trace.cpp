// When each kernel and copy of a program ran on a GPU. `cuts run --trace` gives this file to nvcc with the program's own sources,
// and the linker turns the program's calls of the runtime API to the functions here (`--wrap`): each records an event before and
// one behind the real call. What the events say is written as a line of JSON for each piece of work, to the file that
// CUTS_TRACE_FILE names.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace {

/** Work that is told of while later work is given: its events are read and used again. */
const std::size_t MOST_PENDING = 4096;
/** Milliseconds after which times are taken from a newer event: a float has no microseconds left behind some seconds. */
const float NEW_BEGIN_AFTER = 1000;

struct Work {
  cudaEvent_t start, end;
  int device, stream;
  /** Milliseconds by the host's clock since the first work was given. */
  double given;
  std::string what;
};

/** Events belong to a device, and are only compared with those of the same. */
struct Device {
  std::vector<cudaEvent_t> free;
  /** What times are taken from, and its own time by the host's clock: that is what devices have in common. */
  cudaEvent_t begin = nullptr;
  double beginTime = 0;
};

class Trace {
 public:
  /** Runs a call between two events of a stream. */
  template <class Call>
  cudaError_t time(cudaStream_t stream, const std::string &what, Call call) {
    std::unique_lock<std::mutex> lock(mutex_);
    // Work that a graph records is told of when the graph is launched.
    if (file() == nullptr || isRecording(stream)) {
      lock.unlock();
      return call();
    }
    Work work;
    cudaGetDevice(&work.device);
    work.given = sinceFirst();
    work.start = recorded(work.device, stream);
    // A copy may wait for the device: other threads go on.
    lock.unlock();
    const cudaError_t status = call();
    lock.lock();
    work.end = recorded(work.device, stream);
    work.stream = numberOf(stream);
    work.what = what;
    if (status == cudaSuccess && work.start != nullptr && work.end != nullptr) pending_.push_back(work);
    else
      for (cudaEvent_t event : {work.start, work.end})
        if (event != nullptr) devices_[work.device].free.push_back(event);
    while (pending_.size() > MOST_PENDING) tellFirst();
    return status;
  }

  void tellAll() {
    std::lock_guard<std::mutex> lock(mutex_);
    while (!pending_.empty()) tellFirst();
    // Events of a device that is reset are gone with it.
    devices_.clear();
    if (file_ != nullptr) std::fflush(file_);
  }

  void name(const void *kernel, const std::string &name) {
    std::lock_guard<std::mutex> lock(mutex_);
    names_[kernel] = name;
  }

  std::string nameOf(const void *kernel) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = names_.find(kernel);
    return found == names_.end() ? "kernel" : found->second;
  }

 private:
  std::mutex mutex_;
  std::FILE *file_ = nullptr;
  bool isOpened_ = false;
  std::map<const void *, std::string> names_;
  std::map<cudaStream_t, int> streams_;
  std::deque<Work> pending_;
  std::map<int, Device> devices_;
  std::chrono::steady_clock::time_point first_;
  bool hasFirst_ = false;

  std::FILE *file();

  static bool isRecording(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    // An error is that of the default stream while another stream records: the program's own call gets it too.
    return cudaStreamIsCapturing(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone;
  }

  int numberOf(cudaStream_t stream) {
    if (stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread) return 0;
    const int next = static_cast<int>(streams_.size()) + 1;
    return streams_.emplace(stream, next).first->second;
  }

  double sinceFirst() {
    const auto now = std::chrono::steady_clock::now();
    if (!hasFirst_) first_ = now;
    hasFirst_ = true;
    return std::chrono::duration<double, std::milli>(now - first_).count();
  }

  cudaEvent_t recorded(int device, cudaStream_t stream) {
    std::vector<cudaEvent_t> &free = devices_[device].free;
    cudaEvent_t event = nullptr;
    if (!free.empty()) {
      event = free.back();
      free.pop_back();
    } else if (cudaEventCreate(&event) != cudaSuccess) {
      return nullptr;
    }
    if (cudaEventRecord(event, stream) == cudaSuccess) return event;
    cudaEventDestroy(event);
    return nullptr;
  }

  void tellFirst() {
    const Work work = pending_.front();
    pending_.pop_front();
    float since = 0, duration = 0;
    if (cudaEventSynchronize(work.end) != cudaSuccess) return;
    Device &device = devices_[work.device];
    const bool isFirst = device.begin == nullptr;
    if (isFirst) {
      device.begin = work.start;
      device.beginTime = work.given;
    }
    if (!isFirst && cudaEventElapsedTime(&since, device.begin, work.start) != cudaSuccess) return;
    if (cudaEventElapsedTime(&duration, work.start, work.end) != cudaSuccess) return;
    std::fprintf(file_, "{\"device\":%d,\"stream\":%d,\"ts\":%.3f,\"dur\":%.3f,%s}\n", work.device, work.stream,
                 1000 * (device.beginTime + since), 1000.0 * duration, work.what.c_str());
    device.free.push_back(work.end);
    if (isFirst) return;
    if (since < NEW_BEGIN_AFTER) {
      device.free.push_back(work.start);
      return;
    }
    device.free.push_back(device.begin);
    device.begin = work.start;
    device.beginTime += since;
  }
};

/** Never destroyed: a program may launch until its last function at exit. */
Trace &trace() {
  static Trace *const only = new Trace;
  return *only;
}

std::FILE *Trace::file() {
  if (!isOpened_) {
    isOpened_ = true;
    const char *const path = std::getenv("CUTS_TRACE_FILE");
    if (path != nullptr) file_ = std::fopen(path, "w");
    // Registered behind the runtime's own, so that it runs before: events can still be read.
    if (file_ != nullptr) std::atexit([] { trace().tellAll(); });
  }
  return file_;
}

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string triple(dim3 size) {
  return "[" + std::to_string(size.x) + "," + std::to_string(size.y) + "," + std::to_string(size.z) + "]";
}

std::string kernelText(const void *kernel, dim3 grid, dim3 block, std::size_t sharedBytes) {
  return "\"type\":\"kernel\",\"name\":" + quoted(trace().nameOf(kernel)) + ",\"grid\":" + triple(grid) +
         ",\"block\":" + triple(block) + ",\"sharedBytes\":" + std::to_string(sharedBytes);
}

std::string bytesText(const char *type, std::size_t bytes, const char *kind = nullptr) {
  return std::string("\"type\":\"") + type + "\",\"bytes\":" + std::to_string(bytes) +
         (kind == nullptr ? "" : std::string(",\"kind\":\"") + kind + "\"");
}

std::string copyText(std::size_t bytes, cudaMemcpyKind kind) {
  static const char *const KINDS[] = {"host to host", "host to device", "device to host", "device to device"};
  return bytesText("memcpy", bytes, kind < 4 ? KINDS[kind] : nullptr);
}

}  // namespace

// With a default stream for each thread the headers give functions other names: they expand before they are joined.
#define CUTS_JOIN(a, b) a##b
#define CUTS_WRAP(name) CUTS_JOIN(__wrap_, name)
#define CUTS_REAL(name) CUTS_JOIN(__real_, name)
/** Declares the real function, and begins ours. */
#define CUTS_TIMED(name, parameters)          \
  cudaError_t CUTS_REAL(name) parameters;     \
  cudaError_t CUTS_WRAP(name) parameters

extern "C" {

CUTS_TIMED(cudaLaunchKernel, (const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)) {
  return trace().time(stream, kernelText(kernel, grid, block, shared),
                      [=] { return CUTS_REAL(cudaLaunchKernel)(kernel, grid, block, args, shared, stream); });
}

CUTS_TIMED(cudaLaunchCooperativeKernel,
           (const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)) {
  return trace().time(stream, kernelText(kernel, grid, block, shared), [=] {
    return CUTS_REAL(cudaLaunchCooperativeKernel)(kernel, grid, block, args, shared, stream);
  });
}

CUTS_TIMED(cudaLaunchKernelExC, (const cudaLaunchConfig_t *config, const void *kernel, void **args)) {
  return trace().time(config->stream, kernelText(kernel, config->gridDim, config->blockDim, config->dynamicSmemBytes),
                      [=] { return CUTS_REAL(cudaLaunchKernelExC)(config, kernel, args); });
}

#if CUDART_VERSION >= 13000
// What `<<<>>>` becomes: the kernel is a handle that is asked for once.
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define CUTS_BRACKETS __cudaLaunchKernel_ptsz
#else
#define CUTS_BRACKETS __cudaLaunchKernel
#endif
CUTS_TIMED(CUTS_BRACKETS, (cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)) {
  return trace().time(stream, kernelText(kernel, grid, block, shared),
                      [=] { return CUTS_REAL(CUTS_BRACKETS)(kernel, grid, block, args, shared, stream); });
}

CUTS_TIMED(__cudaGetKernel, (cudaKernel_t * handle, const void *function)) {
  const cudaError_t status = __real___cudaGetKernel(handle, function);
  if (status == cudaSuccess) trace().name(*handle, trace().nameOf(function));
  return status;
}
#endif

void __real___cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *, dim3 *, int *);
void __wrap___cudaRegisterFunction(void **module, const char *function, char *deviceFunction, const char *name, int limit,
                                   uint3 *thread, uint3 *block, dim3 *blockSize, dim3 *gridSize, int *warpSize) {
  trace().name(function, name);
  __real___cudaRegisterFunction(module, function, deviceFunction, name, limit, thread, block, blockSize, gridSize, warpSize);
}

CUTS_TIMED(cudaGraphLaunch, (cudaGraphExec_t graph, cudaStream_t stream)) {
  return trace().time(stream, "\"type\":\"graph\"", [=] { return CUTS_REAL(cudaGraphLaunch)(graph, stream); });
}

CUTS_TIMED(cudaMemcpy, (void *to, const void *from, size_t bytes, cudaMemcpyKind kind)) {
  return trace().time(nullptr, copyText(bytes, kind), [=] { return CUTS_REAL(cudaMemcpy)(to, from, bytes, kind); });
}

CUTS_TIMED(cudaMemcpyAsync, (void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)) {
  return trace().time(stream, copyText(bytes, kind),
                      [=] { return CUTS_REAL(cudaMemcpyAsync)(to, from, bytes, kind, stream); });
}

CUTS_TIMED(cudaMemcpy2D, (void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                          cudaMemcpyKind kind)) {
  return trace().time(nullptr, copyText(width * height, kind), [=] {
    return CUTS_REAL(cudaMemcpy2D)(to, toPitch, from, fromPitch, width, height, kind);
  });
}

CUTS_TIMED(cudaMemcpy2DAsync, (void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                               cudaMemcpyKind kind, cudaStream_t stream)) {
  return trace().time(stream, copyText(width * height, kind), [=] {
    return CUTS_REAL(cudaMemcpy2DAsync)(to, toPitch, from, fromPitch, width, height, kind, stream);
  });
}

CUTS_TIMED(cudaMemcpyToSymbol, (const void *symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind)) {
  return trace().time(nullptr, copyText(bytes, kind),
                      [=] { return CUTS_REAL(cudaMemcpyToSymbol)(symbol, from, bytes, offset, kind); });
}

CUTS_TIMED(cudaMemcpyFromSymbol, (void *to, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind)) {
  return trace().time(nullptr, copyText(bytes, kind),
                      [=] { return CUTS_REAL(cudaMemcpyFromSymbol)(to, symbol, bytes, offset, kind); });
}

CUTS_TIMED(cudaMemset, (void *to, int value, size_t bytes)) {
  return trace().time(nullptr, bytesText("memset", bytes), [=] { return CUTS_REAL(cudaMemset)(to, value, bytes); });
}

CUTS_TIMED(cudaMemsetAsync, (void *to, int value, size_t bytes, cudaStream_t stream)) {
  return trace().time(stream, bytesText("memset", bytes),
                      [=] { return CUTS_REAL(cudaMemsetAsync)(to, value, bytes, stream); });
}

cudaError_t __real_cudaDeviceReset(void);
cudaError_t __wrap_cudaDeviceReset(void) {
  trace().tellAll();
  return __real_cudaDeviceReset();
}

}  // extern "C"
