// Texture and surface fetches in device code, over the description that src/backend/cpu/program/cudart/functions/textures.ts writes.
// Filtering follows the programming guide: coordinates of texels end in .5, weights have 8 bits after the point. Not
// here: mipmaps, seamless cubemaps, and the texture references that CUDA 12 took out.
#pragma once
#include "math_overloads.h"
#include "runtime_types.h"

struct cuts_texture {
  const unsigned char* data;
  unsigned pitch, slice_pitch;
  int width, height, depth;
  int bits, channels, kind;
  int address[3], filter, normalized_read, normalized_coords;
  float border[4];
  int element_bytes, layered;
};

#define CUTS_TEX template <class T> static __device__ __forceinline__

template <class T> struct cuts_texel {
  typedef T element;
  static constexpr int count = 1;
};
#define CUTS_TEXEL(name, T, n)          \
  template <> struct cuts_texel<name> { \
    typedef T element;                  \
    static constexpr int count = n;     \
  };
#define CUTS_TEXELS(name, T)  \
  CUTS_TEXEL(name##1, T, 1)   \
  CUTS_TEXEL(name##2, T, 2)   \
  CUTS_TEXEL(name##3, T, 3)   \
  CUTS_TEXEL(name##4, T, 4)
CUTS_TEXELS(char, signed char)
CUTS_TEXELS(uchar, unsigned char)
CUTS_TEXELS(short, short)
CUTS_TEXELS(ushort, unsigned short)
CUTS_TEXELS(int, int)
CUTS_TEXELS(uint, unsigned)
CUTS_TEXELS(float, float)
#undef CUTS_TEXELS
#undef CUTS_TEXEL

static __device__ __forceinline__ const cuts_texture& cuts_texture_of(cudaTextureObject_t object) {
  return *reinterpret_cast<const cuts_texture*>(static_cast<size_t>(object));
}

// One channel of a texel as a number; normalised where the texture is read that way.
template <class E> static __device__ __forceinline__ E cuts_channel_at(const cuts_texture& t, const unsigned char* at) {
  if (t.kind == cudaChannelFormatKindFloat)
    return t.bits == 16 ? E(cuts_binary16::widen(*reinterpret_cast<const unsigned short*>(at)))
                        : E(*reinterpret_cast<const float*>(at));
  bool is_signed = t.kind == cudaChannelFormatKindSigned;
  long long value;
  if (t.bits == 8) value = is_signed ? *reinterpret_cast<const signed char*>(at) : static_cast<long long>(*at);
  else if (t.bits == 16)
    value = is_signed ? *reinterpret_cast<const short*>(at) : static_cast<long long>(*reinterpret_cast<const unsigned short*>(at));
  else
    value = is_signed ? *reinterpret_cast<const int*>(at) : static_cast<long long>(*reinterpret_cast<const unsigned*>(at));
  if (!t.normalized_read) return E(value);
  float most = float((1ll << (t.bits - (is_signed ? 1 : 0))) - 1);
  float share = float(value) / most;
  return E(share < -1.0f ? -1.0f : share);
}

// The index of a texel on one axis after the address mode; -1 outside a border.
static __device__ __forceinline__ int cuts_texel_index(int mode, int i, int size) {
  if (mode == cudaAddressModeBorder) return i < 0 || i >= size ? -1 : i;
  if (mode == cudaAddressModeWrap) {
    int rest = i % size;
    return rest < 0 ? rest + size : rest;
  }
  if (mode == cudaAddressModeMirror) {
    int rest = i % (2 * size);
    if (rest < 0) rest += 2 * size;
    return rest < size ? rest : 2 * size - 1 - rest;
  }
  return i < 0 ? 0 : i >= size ? size - 1 : i;
}

// Wrapping and mirroring are defined for normalised coordinates only; others are clamped.
static __device__ __forceinline__ int cuts_address_mode(const cuts_texture& t, int axis) {
  int mode = t.address[axis];
  bool repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  return repeats && !t.normalized_coords ? int(cudaAddressModeClamp) : mode;
}

template <class E, int Count> struct cuts_channels {
  E value[Count];
};

template <class E, int Count>
static __device__ __forceinline__ cuts_channels<E, Count> cuts_texel_at(const cuts_texture& t, int x, int y, int z) {
  cuts_channels<E, Count> out;
  bool outside = x < 0 || y < 0 || z < 0;
  const unsigned char* at = t.data + (outside ? 0u : unsigned(z) * t.slice_pitch + unsigned(y) * t.pitch + unsigned(x) * unsigned(t.element_bytes));
  for (int c = 0; c < Count; ++c)
    out.value[c] = c >= t.channels ? E(0) : outside ? E(t.border[c]) : cuts_channel_at<E>(t, at + c * (t.bits / 8));
  return out;
}

// An axis of a fetch: one texel, or two with the weight of the second.
struct cuts_axis {
  int first, second;
  float weight;
};
static __device__ __forceinline__ cuts_axis cuts_axis_of(const cuts_texture& t, int axis, float x, int size) {
  int mode = cuts_address_mode(t, axis);
  if (t.normalized_coords) x *= float(size);
  if (t.filter == cudaFilterModePoint) {
    int index = cuts_texel_index(mode, int(floorf(x)), size);
    return {index, index, 0.0f};
  }
  float shifted = x - 0.5f, whole = floorf(shifted);
  float weight = floorf((shifted - whole) * 256.0f + 0.5f) * (1.0f / 256.0f);
  return {cuts_texel_index(mode, int(whole), size), cuts_texel_index(mode, int(whole) + 1, size), weight};
}

template <class E, int Count>
static __device__ __forceinline__ cuts_channels<E, Count> cuts_mix(cuts_channels<E, Count> a, cuts_channels<E, Count> b, float w) {
  for (int c = 0; c < Count; ++c) a.value[c] = E(float(a.value[c]) * (1.0f - w) + float(b.value[c]) * w);
  return a;
}

template <class T>
static __device__ __forceinline__ T cuts_fetch(cudaTextureObject_t object, float x, float y, float z, int dimensions, int layer) {
  typedef typename cuts_texel<T>::element E;
  constexpr int count = cuts_texel<T>::count;
  const cuts_texture& t = cuts_texture_of(object);
  cuts_axis none = {layer, layer, 0.0f}, zero = {0, 0, 0.0f};
  cuts_axis ax = cuts_axis_of(t, 0, x, t.width);
  cuts_axis ay = dimensions > 1 ? cuts_axis_of(t, 1, y, t.height) : zero;
  cuts_axis az = dimensions > 2 ? cuts_axis_of(t, 2, z, t.depth) : none;
  // Layers of one-dimensional textures are slices too.
  cuts_channels<E, count> out = cuts_texel_at<E, count>(t, ax.first, ay.first, az.first);
  if (t.filter == cudaFilterModeLinear) {
    out = cuts_mix(out, cuts_texel_at<E, count>(t, ax.second, ay.first, az.first), ax.weight);
    if (dimensions > 1) {
      auto below = cuts_mix(cuts_texel_at<E, count>(t, ax.first, ay.second, az.first),
                            cuts_texel_at<E, count>(t, ax.second, ay.second, az.first), ax.weight);
      out = cuts_mix(out, below, ay.weight);
    }
    if (dimensions > 2) {
      auto near = cuts_mix(cuts_texel_at<E, count>(t, ax.first, ay.first, az.second),
                           cuts_texel_at<E, count>(t, ax.second, ay.first, az.second), ax.weight);
      auto far = cuts_mix(cuts_texel_at<E, count>(t, ax.first, ay.second, az.second),
                          cuts_texel_at<E, count>(t, ax.second, ay.second, az.second), ax.weight);
      out = cuts_mix(out, cuts_mix(near, far, ay.weight), az.weight);
    }
  }
  return __builtin_bit_cast(T, out);
}

// One channel of the four texels that a linear filter would mix, from the lower left, against the clock.
CUTS_TEX T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0) {
  typedef typename cuts_texel<T>::element E;
  const cuts_texture& t = cuts_texture_of(object);
  float tx = floorf((t.normalized_coords ? x * float(t.width) : x) - 0.5f);
  float ty = floorf((t.normalized_coords ? y * float(t.height) : y) - 0.5f);
  int modes[2] = {cuts_address_mode(t, 0), cuts_address_mode(t, 1)};
  int left = cuts_texel_index(modes[0], int(tx), t.width), right = cuts_texel_index(modes[0], int(tx) + 1, t.width);
  int top = cuts_texel_index(modes[1], int(ty), t.height), bottom = cuts_texel_index(modes[1], int(ty) + 1, t.height);
  cuts_channels<E, 4> out;
  out.value[0] = cuts_texel_at<E, 4>(t, left, bottom, 0).value[channel];
  out.value[1] = cuts_texel_at<E, 4>(t, right, bottom, 0).value[channel];
  out.value[2] = cuts_texel_at<E, 4>(t, right, top, 0).value[channel];
  out.value[3] = cuts_texel_at<E, 4>(t, left, top, 0).value[channel];
  return __builtin_bit_cast(T, out);
}
CUTS_TEX T tex1Dfetch(cudaTextureObject_t object, int x) {
  const cuts_texture& t = cuts_texture_of(object);
  typedef typename cuts_texel<T>::element E;
  int index = x < 0 || x >= t.width ? -1 : x;
  return __builtin_bit_cast(T, (cuts_texel_at<E, cuts_texel<T>::count>(t, index, 0, 0)));
}
CUTS_TEX T tex1D(cudaTextureObject_t object, float x) { return cuts_fetch<T>(object, x, 0, 0, 1, 0); }
CUTS_TEX T tex2D(cudaTextureObject_t object, float x, float y) { return cuts_fetch<T>(object, x, y, 0, 2, 0); }
CUTS_TEX T tex3D(cudaTextureObject_t object, float x, float y, float z) { return cuts_fetch<T>(object, x, y, z, 3, 0); }
CUTS_TEX T tex1DLayered(cudaTextureObject_t object, float x, int layer) { return cuts_fetch<T>(object, x, 0, 0, 1, layer); }
CUTS_TEX T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer) {
  return cuts_fetch<T>(object, x, y, 0, 2, layer);
}
// The face of a cube that a direction points to, and where: as in the programming guide. Faces are slices, and a fetch never
// leaves its face.
CUTS_TEX T texCubemapLayered(cudaTextureObject_t object, float x, float y, float z, int layer) {
  typedef typename cuts_texel<T>::element E;
  constexpr int count = cuts_texel<T>::count;
  const cuts_texture& t = cuts_texture_of(object);
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  const bool is_x = ax >= ay && ax >= az, is_y = !is_x && ay >= az;
  const float m = is_x ? ax : is_y ? ay : az;
  const int face = is_x ? (x >= 0 ? 0 : 1) : is_y ? (y >= 0 ? 2 : 3) : z >= 0 ? 4 : 5;
  const float s = is_x ? (x >= 0 ? -z : z) : is_y ? x : z >= 0 ? x : -x;
  const float r = is_y ? (y >= 0 ? z : -z) : -y;
  const float size = float(t.width), u = (s / m + 1.0f) * 0.5f * size, v = (r / m + 1.0f) * 0.5f * size;
  const int slice = 6 * layer + face;
  const bool is_linear = t.filter == cudaFilterModeLinear;
  const float fu = is_linear ? floorf(u - 0.5f) : floorf(u), fv = is_linear ? floorf(v - 0.5f) : floorf(v);
  auto texel = [&](int i, int j) {
    return cuts_texel_at<E, count>(t, cuts_texel_index(cudaAddressModeClamp, i, t.width),
                                   cuts_texel_index(cudaAddressModeClamp, j, t.width), slice);
  };
  auto out = texel(int(fu), int(fv));
  if (is_linear) {
    const float wu = floorf((u - 0.5f - fu) * 256.0f + 0.5f) * (1.0f / 256.0f);
    const float wv = floorf((v - 0.5f - fv) * 256.0f + 0.5f) * (1.0f / 256.0f);
    out = cuts_mix(cuts_mix(out, texel(int(fu) + 1, int(fv)), wu),
                   cuts_mix(texel(int(fu), int(fv) + 1), texel(int(fu) + 1, int(fv) + 1), wu), wv);
  }
  return __builtin_bit_cast(T, out);
}
CUTS_TEX T texCubemap(cudaTextureObject_t object, float x, float y, float z) { return texCubemapLayered<T>(object, x, y, z, 0); }
CUTS_TEX T texCubemapLod(cudaTextureObject_t object, float x, float y, float z, float) { return texCubemap<T>(object, x, y, z); }
CUTS_TEX T texCubemapLayeredLod(cudaTextureObject_t object, float x, float y, float z, int layer, float) {
  return texCubemapLayered<T>(object, x, y, z, layer);
}
CUTS_TEX void texCubemap(T* out, cudaTextureObject_t object, float x, float y, float z) { *out = texCubemap<T>(object, x, y, z); }
CUTS_TEX void texCubemapLayered(T* out, cudaTextureObject_t object, float x, float y, float z, int layer) {
  *out = texCubemapLayered<T>(object, x, y, z, layer);
}
// There is one level.
CUTS_TEX T tex1DLod(cudaTextureObject_t object, float x, float) { return tex1D<T>(object, x); }
CUTS_TEX T tex2DLod(cudaTextureObject_t object, float x, float y, float) { return tex2D<T>(object, x, y); }
CUTS_TEX T tex3DLod(cudaTextureObject_t object, float x, float y, float z, float) { return tex3D<T>(object, x, y, z); }
CUTS_TEX void tex1Dfetch(T* out, cudaTextureObject_t object, int x) { *out = tex1Dfetch<T>(object, x); }
CUTS_TEX void tex1D(T* out, cudaTextureObject_t object, float x) { *out = tex1D<T>(object, x); }
CUTS_TEX void tex2D(T* out, cudaTextureObject_t object, float x, float y) { *out = tex2D<T>(object, x, y); }
CUTS_TEX void tex3D(T* out, cudaTextureObject_t object, float x, float y, float z) { *out = tex3D<T>(object, x, y, z); }

// Surfaces: x counts bytes. Outside, reads give 0 or the nearest, writes are dropped; `trap` ends the kernel.
template <class T>
static __device__ __forceinline__ T* cuts_surface_at(cudaSurfaceObject_t object, int x, int y, int z, int mode) {
  const cuts_texture& t = cuts_texture_of(object);
  int width = t.width * t.element_bytes, height = t.height > 0 ? t.height : 1, depth = t.depth > 0 ? t.depth : 1;
  bool outside = x < 0 || x + int(sizeof(T)) > width || y < 0 || y >= height || z < 0 || z >= depth;
  if (outside && mode == cudaBoundaryModeTrap) __builtin_trap();
  if (outside && mode == cudaBoundaryModeZero) return nullptr;
  x = x < 0 ? 0 : x + int(sizeof(T)) > width ? width - int(sizeof(T)) : x;
  y = y < 0 ? 0 : y >= height ? height - 1 : y;
  z = z < 0 ? 0 : z >= depth ? depth - 1 : z;
  return reinterpret_cast<T*>(const_cast<unsigned char*>(t.data) + unsigned(z) * t.slice_pitch + unsigned(y) * t.pitch + unsigned(x));
}
#define CUTS_SURFACE(suffix, parameters, x, y, z)                                                             \
  CUTS_TEX T surf##suffix##read(cudaSurfaceObject_t object, CUTS_UNPACK parameters,                          \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                       \
    T* at = cuts_surface_at<T>(object, x, y, z, mode);                                                        \
    return at ? *at : T();                                                                                    \
  }                                                                                                           \
  CUTS_TEX void surf##suffix##read(T* out, cudaSurfaceObject_t object, CUTS_UNPACK parameters,               \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                    \
    T* at = cuts_surface_at<T>(object, x, y, z, mode);                                                        \
    *out = at ? *at : T();                                                                                    \
  }                                                                                                           \
  CUTS_TEX void surf##suffix##write(T value, cudaSurfaceObject_t object, CUTS_UNPACK parameters,             \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                   \
    T* at = cuts_surface_at<T>(object, x, y, z, mode);                                                        \
    if (at) *at = value;                                                                                      \
  }
#define CUTS_UNPACK(...) __VA_ARGS__
CUTS_SURFACE(1D, (int sx), sx, 0, 0)
CUTS_SURFACE(2D, (int sx, int sy), sx, sy, 0)
CUTS_SURFACE(3D, (int sx, int sy, int sz), sx, sy, sz)
CUTS_SURFACE(1DLayered, (int sx, int layer), sx, 0, layer)
CUTS_SURFACE(2DLayered, (int sx, int sy, int layer), sx, sy, layer)
CUTS_SURFACE(Cubemap, (int sx, int sy, int face), sx, sy, face)
CUTS_SURFACE(CubemapLayered, (int sx, int sy, int layer_face), sx, sy, layer_face)
#undef CUTS_UNPACK
#undef CUTS_SURFACE
#undef CUTS_TEX
