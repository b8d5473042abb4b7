// The kernels of membership (member.cuh), for the dtypes with keys; others are cast to one of these.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import * as cuda from "./kernels.gen.js";
import { keyKernels, keyTypeOf } from "../order/sort-kernels.js";

const keyed: readonly DType[] = [...keyKernels.keys()];

/** The kernels of this file. */
export const memberGroup: () => KernelGroup = lazyGroup(() => ({
  name: "member",
  kernels: keyed.flatMap((dtype) => {
    const types = { V: kernelTypes[dtype].stored, K: kernelTypes[keyTypeOf(dtype)].stored };
    return [
      kernelText(cuda.memberPut, `member_put_${dtype}`, types),
      kernelText(cuda.memberFind, `member_find_${dtype}`, types),
    ];
  }),
}));

/** The kernels that fill a table and look up elements in it, by dtype. */
export const memberKernels = new Map(
  keyed.map((dtype) => [
    dtype,
    {
      put: new BuiltinKernel(memberGroup, `member_put_${dtype}`, cuda.memberPut),
      find: new BuiltinKernel(memberGroup, `member_find_${dtype}`, cuda.memberFind),
    } as const,
  ]),
);
