// The kernel of Fourier transforms, one for each precision, and how a launch of it is told.

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { type KernelGroup, lazyGroup, type ParameterKind } from "../kernels/kernel-group.js";
import { coreSource } from "./core-source.js";
import { transformSource } from "./transform-source.js";

/** What numbers are computed in. */
export type Precision = "float32" | "float64";

/** The bits of `flags`, as in the source. */
export const transformFlags = {
  linear: 1,
  chirp: 2,
  halfIn: 4,
  mirrorIn: 8,
  halfOut: 16,
  turnLanes: 32,
  turnOuter: 64,
} as const;

const parameters: readonly (readonly [name: string, kind: ParameterKind])[] = [
  ["flags", "int32"],
  ["radices", "uint64"],
  // Elements that are loaded, that are transformed, and of the core.
  ["rows", "uint32"],
  ["length", "uint32"],
  ["core", "uint32"],
  // Vectors side by side in a tile, and vectors of a plane in shared memory.
  ["width", "uint32"],
  ["plane", "uint32"],
  // Where the parts of the table are.
  ["at_join", "uint32"],
  ["at_chirp", "uint32"],
  ["at_half", "uint32"],
  ["at_fine", "uint32"],
  ["at_lanes", "uint32"],
  ["bits", "int32"],
  // Transforms side by side; tiles of them, in all and for each block.
  ["count", "size"],
  ["tiles", "size"],
  ["all_tiles", "size"],
  ["each", "size"],
  ["in_batch", "stride"],
  ["in_outer", "stride"],
  ["in_lane", "stride"],
  ["in_step", "stride"],
  ["in_im", "stride"],
  ["in_res", "uint32"],
  ["in_ims", "uint32"],
  ["out_batch", "stride"],
  ["out_outer", "stride"],
  ["out_lane", "stride"],
  ["out_step", "stride"],
  ["out_im", "stride"],
  ["out_res", "uint32"],
  ["out_ims", "uint32"],
];
const types = {
  int32: "int",
  uint32: "unsigned",
  uint64: "unsigned long long",
  size: "cuts_size",
  stride: "cuts_stride",
};

/** The kernel of a precision. */
export function transformKernel(precision: Precision): BuiltinKernel {
  return kernels[precision];
}

/** The groups of transforms, for the catalogue. */
export function transformGroups(): readonly (() => KernelGroup)[] {
  return Object.values(groups);
}

function group(precision: Precision): () => KernelGroup {
  return lazyGroup(() => {
    const T = precision === "float32" ? "float" : "double";
    const list = parameters.map(([name, kind]) => `${types[kind as keyof typeof types]} ${name}`);
    return {
      name: `fft.${precision}`,
      helpers: coreSource + transformSource,
      kernels: [
        {
          name: `fft_${precision}`,
          parameters: ["pointer", "pointer", "pointer", ...parameters.map(([, kind]) => kind), precision],
          text: `extern "C" __global__ void fft_${precision}(${T}* out, const ${T}* in, const ${T}* table, ${list.join(", ")}, ${T} scale) {
  typedef cuts_lanes<${T}>::V V;
  extern __shared__ __align__(16) unsigned char cuts_memory[];
  // A linear transform may look one vector before its first and after its last one.
  V* planes = (V*)cuts_memory + 1;
  const cuts_planes<${T}> x = {planes, planes + plane}, y = {planes + 2 * plane, planes + 3 * plane};
  const cuts_size last = all_tiles - blockIdx.x * each < each ? all_tiles : (blockIdx.x + 1) * each;
  const bool linear = flags & CUTS_LINEAR;
  // Distances may be negative, so what they are multiplied with must be signed too.
  const cuts_stride batch = blockIdx.y;
  for (cuts_size tile = blockIdx.x * each; tile < last; tile++) {
    const cuts_size outer = tile / tiles, first = (tile - outer * tiles) * (linear ? 1 : width * cuts_lanes<${T}>::count);
    const cuts_fft_job<${T}> job = {
      {out + batch * out_batch + (cuts_stride)outer * out_outer + (cuts_stride)first * out_lane, out_lane, out_step, out_im, out_res, out_ims},
      {in + batch * in_batch + (cuts_stride)outer * in_outer + (cuts_stride)first * in_lane, in_lane, in_step, in_im, in_res, in_ims},
      flags, radices, table, rows, length, core, width, at_join, at_chirp, at_half, at_fine, at_lanes, bits, scale};
    const cuts_size left = count - first;
    const unsigned lanes = left < width * cuts_lanes<${T}>::count ? (unsigned)left : width * cuts_lanes<${T}>::count;
#ifdef __CUTS_CPU__
    if (linear) cuts_fft_around<true, ${T}>(job, 1, 0, x, y);
    else
#endif
      cuts_fft_around<false, ${T}>(job, lanes, flags & CUTS_TURN_LANES ? first : outer, x, y);
  }
}`,
        },
      ],
    };
  });
}

const groups = { float32: group("float32"), float64: group("float64") };
const kernels = {
  float32: new BuiltinKernel(groups.float32, "fft_float32"),
  float64: new BuiltinKernel(groups.float64, "fft_float64"),
};
