// Where a BLAS of the system is: what the environment says, else the names under which the system's loader finds one. The
// reference BLAS (libblas) is not among them: it is slower than the kernels of CuTS. Nothing is opened here.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SearchPlace } from "./cuda-folders.js";
import type { FoundLibrary } from "./find-library.js";

const linux = ["libopenblas.so.0", "libblis.so.4", "libblis.so.5", "libmkl_rt.so.3", "libmkl_rt.so.2"];
/** The loader knows the system's own libraries by paths that are no files. */
const accelerate = "/System/Library/Frameworks/Accelerate.framework/Accelerate";
const windows = ["libopenblas.dll", "openblas.dll", "mkl_rt.3.dll", "mkl_rt.2.dll"];

/** How a BLAS was asked for. */
export interface BlasWish {
  /** "off": none is wanted. "named": this one, and no other. "any": whichever of these is there. */
  readonly kind: "off" | "named" | "any";
  readonly names: FoundLibrary;
}

/** What the environment asks for, with the candidates, most wanted first. */
export function findBlas({ environment, platform }: SearchPlace): BlasWish {
  const given = environment["CUTS_BLAS"] ?? "";
  if (given === "0") return { kind: "off", names: [] };
  if (given !== "") return { kind: "named", names: [given] };
  if (platform === "darwin") return { kind: "any", names: [accelerate] };
  const names = platform === "win32" ? windows : linux;
  const roots = [environment["MKLROOT"], environment["CONDA_PREFIX"]].filter(
    (root) => root !== undefined && root !== "",
  );
  const folders = roots.flatMap((root) =>
    platform === "win32"
      ? [join(root as string, "Library", "bin"), join(root as string, "bin")]
      : [join(root as string, "lib")],
  );
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(existsSync);
  return { kind: "any", names: [...names, ...paths] };
}
