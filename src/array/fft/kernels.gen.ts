// Written by tools/generate-kernels.ts from the .cuh files beside it (npm run generate:kernels). Do not edit.

import type { KernelDefinition, KernelSource, Pointer } from "../kernels/kernel-definition.js";
import { preludeSource } from "../kernels/kernels.gen.js";

const chirpSource: KernelSource = {
  includes: [preludeSource],
  text: `CUTS_INLINE void cuts_turn_of(unsigned long long k, unsigned long long n, double& c, double& s) {
  const unsigned long long eighths = 8 * k, octant = eighths / n, rest = eighths - octant * n;
  const double angle = (3.14159265358979323846 * (double)(octant % 2 == 0 ? rest : n - rest)) / (4 * (double)n);
  const double near = cos(angle), far = sin(angle);
  const bool keeps = octant % 4 == 0 || octant % 4 == 3;
  c = keeps ? near : far;
  s = keeps ? far : near;
  if (octant >= 2 && octant <= 5) c = -c;
  if (octant >= 4) s = -s;
}
`,
};

/** The parameters of `chirp` in chirp.cuh. */
export interface ChirpArguments {
  readonly turns: Pointer;
  readonly wrapped: Pointer;
  readonly n: number;
  readonly core: number;
  readonly isInverse: number;
}

/** `chirp` in chirp.cuh. */
export const chirp: KernelDefinition<ChirpArguments, "T"> = {
  source: chirpSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "size", "size", "int32"],
  head: "__global__ void",
  list: "(cuts_complex<T>* turns, cuts_complex<T>* wrapped, cuts_size n, cuts_size core, int isInverse)",
  body: `
  CUTS_EACH(i, core,
    const cuts_size j = i < core - i ? i : core - i;
    double c = 0, s = 0;
    if (j < n) {
      cuts_turn_of((unsigned long long)j * j % (2 * (unsigned long long)n), 2 * (unsigned long long)n, c, s);
      if (!isInverse) s = -s;
    }
    if (i < n) turns[i] = cuts_make((T)c, (T)s);
    wrapped[i] = cuts_make((T)c, (T)-s))
`,
  write(block, values) {
    block.setArray(0, values.turns);
    block.setArray(1, values.wrapped);
    block.setSize(2, values.n);
    block.setSize(3, values.core);
    block.setInt32(4, values.isInverse);
  },
};
