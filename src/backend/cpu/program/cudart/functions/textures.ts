// Texture and surface objects. An object is the address of a description that device code reads (detail/texture.h has
// the same fields in the same order); the data is that of an array or of plain memory.

import type { Implementations } from "../bind-function.js";
import { arrayPlace, getArray } from "../cuda-array.js";
import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import { fail } from "../error-state.js";
import type { Runtime } from "../runtime.js";
import type { TEXTURES } from "../signatures/textures.js";
import { structPlaces } from "../structs.js";

/** cudaResourceType. */
const RESOURCE = { array: 0, linear: 2, pitch2D: 3 } as const;
/** Words of the description behind the address of the data. */
const DESCRIPTION_WORDS = 20;
/** Places in cudaResourceDesc: of the pointer to the data, of its format, and of the sizes. */
const RESOURCE_DATA = POINTER_BYTES;
const RESOURCE_FORMAT = 2 * POINTER_BYTES;
const RESOURCE_SIZES = 40;
const RESOURCE_BYTES = RESOURCE_DATA + 64;
const LAYERED = 1;
const CUBEMAP = 4;

interface Source {
  readonly address: number;
  readonly pitch: number;
  readonly slicePitch: number;
  readonly extent: readonly [number, number, number];
  readonly format: readonly [number, number, number, number, number];
  readonly isLayered: boolean;
}

/** Places in one have 32 bits (include/cuts/cuda/detail/texture.h). */
const MAX_BYTES = 2 ** 32;

export function textureFunctions(rt: Runtime): Implementations<typeof TEXTURES> {
  const { guest } = rt;
  /** What each object was made from: copies of the program's structures. */
  const objects = new Map<number, { resource: Uint8Array; texture: Uint8Array }>();
  const create = (object: number, resource: number, texture: number): undefined => {
    if (object === 0 || resource === 0) fail("cudaErrorInvalidValue");
    const source = sourceOf(rt, resource);
    const { slicePitch, extent } = source;
    if (slicePitch * Math.max(1, extent[2]) >= MAX_BYTES) {
      rt.host.warn("cuts: textures and surfaces of 4 GiB and more are not supported on the cpu device\n");
      fail("cudaErrorNotSupported");
    }
    const words = describe(source, texture === 0 ? new Int32Array(11) : samplingOf(rt, texture));
    const address = rt.allocate(POINTER_BYTES + 4 * DESCRIPTION_WORDS, "pinned");
    guest.setWord(address, source.address);
    words.forEach((word, i) => guest.setU32(address + POINTER_BYTES + 4 * i, word));
    const size = structPlaces("cudaTextureDesc").byteLength;
    objects.set(address, {
      resource: guest.range(resource, RESOURCE_BYTES).slice(),
      texture: texture === 0 ? new Uint8Array(size) : guest.range(texture, size).slice(),
    });
    guest.setU64(object, address);
  };
  const destroy = (object = 0): undefined => {
    rt.work.wait();
    if (object === 0) return;
    if (!objects.delete(object)) fail("cudaErrorInvalidValue");
    rt.free(object, ["pinned"]);
  };
  const give = (which: "resource" | "texture") => {
    return (place = 0, object = 0): undefined => {
      const found = objects.get(object);
      if (!found) fail("cudaErrorInvalidValue");
      guest.set(place, found[which]);
    };
  };
  return {
    cudaCreateTextureObject: (object = 0, resource = 0, texture = 0, view = 0) => {
      if (texture === 0 || view !== 0) fail("cudaErrorInvalidValue");
      create(object, resource, texture);
    },
    cudaDestroyTextureObject: destroy,
    cudaGetTextureObjectResourceDesc: give("resource"),
    cudaGetTextureObjectTextureDesc: give("texture"),
    cudaCreateSurfaceObject: (object = 0, resource = 0) => create(object, resource, 0),
    cudaDestroySurfaceObject: destroy,
  };
}

function sourceOf(rt: Runtime, resource: number): Source {
  const { guest } = rt;
  const type = guest.u32(resource);
  if (type === RESOURCE.array) {
    const handle = guest.word(resource + RESOURCE_DATA);
    const { extent, flags, format } = getArray(rt, handle);
    // The faces of a cube are layers too.
    return { ...arrayPlace(rt, handle), extent, format, isLayered: (flags & (LAYERED | CUBEMAP)) !== 0 };
  }
  if (type !== RESOURCE.linear && type !== RESOURCE.pitch2D) {
    rt.host.warn("cuts: mipmapped textures are not supported on the cpu device\n");
    fail("cudaErrorNotSupported");
  }
  // devPtr, then the channel format, then one size, or width, height and pitch.
  const address = guest.word(resource + RESOURCE_DATA);
  const place = resource + RESOURCE_FORMAT;
  const [x, y, z] = guest.triple(place);
  const format = [x, y, z, guest.u32(place + 12), guest.u32(place + 16)] as const;
  const elementBytes = (format[0] + format[1] + format[2] + format[3]) / 8;
  if (!rt.find(address) || elementBytes === 0) fail("cudaErrorInvalidValue");
  const [size, height, pitch] = guest.sizes(resource + RESOURCE_SIZES);
  if (type === RESOURCE.pitch2D)
    return {
      address,
      pitch,
      slicePitch: pitch * height,
      extent: [size, height, 0],
      format,
      isLayered: false,
    };
  const width = Math.floor(size / elementBytes);
  return { address, pitch: size, slicePitch: size, extent: [width, 0, 0], format, isLayered: false };
}

// Address modes, filter, read mode, normalised coordinates, then the four border values as bits.
function samplingOf(rt: Runtime, texture: number): Int32Array {
  const { offset } = structPlaces("cudaTextureDesc");
  const word = (field: string, i = 0): number => rt.guest.i32(texture + (offset[field] ?? 0) + 4 * i);
  return Int32Array.of(
    ...[0, 1, 2].map((i) => word("addressMode", i)),
    word("filterMode"),
    word("readMode"),
    word("normalizedCoords"),
    ...[0, 1, 2, 3].map((i) => word("borderColor", i)),
    0,
  );
}

function describe(source: Source, sampling: Int32Array): number[] {
  const { pitch, slicePitch, extent, format, isLayered } = source;
  const channels = format.slice(0, 4).filter((bits) => bits > 0).length;
  return [
    pitch,
    slicePitch,
    ...extent,
    format[0],
    channels,
    format[4],
    ...sampling.subarray(0, 10),
    (format[0] * channels) / 8,
    isLayered ? 1 : 0,
  ];
}
