// What a library does on a stream that is being captured: a node with the call and copies of its arguments, which is done
// each time the graph runs.
#pragma once
#include <cuda_runtime.h>
#include <stdio.h>

inline bool cuts_is_captured(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return stream != nullptr && cudaStreamIsCapturing(stream, &status) == cudaSuccess && status == cudaStreamCaptureStatusActive;
}

// A scalar as a captured call reads it: host memory is read now, device memory when the graph runs.
template <class Number> struct cuts_captured_scalar {
  const Number* place;
  Number value;
  cuts_captured_scalar(const Number* from, bool on_device) : place(on_device ? from : nullptr), value(on_device ? Number() : *from) {}
  operator const Number*() const { return place ? place : &value; }
};

// `call` takes the handle and gives a status, which nobody sees when the graph runs: a failure is told on stderr.
template <class Handle, class Call> bool cuts_capture(const Handle* handle, const char* library, Call call) {
  struct Kept {
    Handle handle;
    const char* library;
    Call call;
  };
  // Never freed: graphs made from this one may run as long as the program does.
  Kept* kept = new Kept{*handle, library, call};
  kept->handle.is_in_graph = true;
  return cudaLaunchHostFunc(
             handle->stream,
             [](void* data) {
               Kept* kept = static_cast<Kept*>(data);
               if (int status = kept->call(&kept->handle)) fprintf(stderr, "%s: a call that was captured in a graph failed with status %d\n", kept->library, status);
             },
             kept) == cudaSuccess;
}
