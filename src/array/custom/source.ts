// The CUDA C++ around the user's code. That code stands on lines of its own with `#line` directives, so compiler messages show the
// line and column in the user's text.

import { digestOf } from "../../compiler/cache/digest.js";
import type { DType } from "../../core/dtype.js";
import type { Site } from "../../runtime/failures/call-site.js";
import { kernelTypes } from "../kernels/c-types.js";
import { type GroupDefinition, type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";

/** How messages name the user's code: its name, and its line. */
export interface CodeOrigin {
  readonly name: string;
  readonly madeAt: Site;
}

/** A value that the user's code can use. */
export interface Seen {
  readonly name: string;
  readonly dtype: DType;
  readonly role: "value" | "output" | "raw";
}

/** A `__device__` function of the user's code, with the names it uses as parameters; messages call the code `file`. */
export function userFunction(
  name: string,
  seen: readonly Seen[],
  letters: ReadonlyMap<string, DType>,
  code: string,
  file: string,
): string {
  const types = Array.from(
    letters,
    ([letter, dtype]) => `  typedef ${kernelTypes[dtype].computed} ${letter};`,
  );
  const parameters = seen.map(({ name: own, dtype, role }) => {
    const { computed, stored } = kernelTypes[dtype];
    if (role === "raw") return `cuts_raw<${stored}, ${computed}> ${own}`;
    return role === "output" ? `${computed}& ${own}` : `const ${computed} ${own}`;
  });
  return `static __device__ __forceinline__ void ${name}(${[...parameters, "const cuts_stride i", "const cuts_stride n"].join(", ")}) {
${types.join("\n")}
  (void)i; (void)n;
${atLine(file, code)}
  ;
}
${atLine("generated.cu", "")}`;
}

/** A group of kernels whose name is a hash of its contents, because the cache of compiled code is keyed by name. */
export function userGroup(
  { name, madeAt }: CodeOrigin,
  define: () => Omit<GroupDefinition, "name">,
): () => KernelGroup {
  return lazyGroup(() => {
    const rest = define();
    const text = [rest.helpers ?? "", ...rest.kernels.map((kernel) => kernel.text)].join("\n");
    const digest = digestOf(text).slice(0, 12);
    return { name: `${name}.${digest}`, madeAt, ...rest };
  });
}

function atLine(file: string, code: string): string {
  return `#line 1 ${JSON.stringify(file)}\n${code}`;
}
