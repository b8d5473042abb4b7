// Inspects the BLAS that matrix products on the cpu device use, by a small product.

import { koffi } from "../ffi/koffi.js";
import { numberAddressOf } from "../ffi/memory.js";
import { openWanted } from "../native/blas.js";
import { bindCblas, multiplies } from "../native/cblas.js";
import { findBlas } from "../native/find-blas.js";
import { findLibrary, loadedPath } from "./find-library.js";
import { explainError, type Finding, type Inspection, tryCall } from "./report.js";

/** Finds the BLAS that products use, if any. */
export async function inspectBlas(inspection: Inspection): Promise<Finding> {
  const wish = findBlas(inspection);
  if (wish.kind === "off") return { found: false, whyNot: "CUTS_BLAS=0 switches it off" };
  try {
    const library = openWanted(wish);
    if (library === undefined) return notFound(wish.names);
    const blas = bindCblas(koffi(), library);
    const call = await tryCall("multiply two matrices", () => {
      if (!multiplies(blas, numberAddressOf)) throw new Error("the product is wrong");
      return "2 x 2";
    });
    return { found: true, where: loadedPath(library.path) ?? library.path, details: [blas.name], call };
  } catch (error) {
    return { found: false, whyNot: explainError(error) };
  }
}

function notFound(names: readonly string[]): Finding {
  const search = findLibrary(names);
  return {
    found: false,
    whyNot: "the system's loader opens no OpenBLAS, BLIS, MKL or Accelerate: kernels of CuTS multiply",
    tried:
      search.name === undefined ? search.tried : [`${search.where}: it has no cblas_sgemm that multiplies`],
    hint: "install one (Debian: apt install libopenblas0), or set CUTS_BLAS to its file; large products on the cpu device are faster with it",
  };
}
