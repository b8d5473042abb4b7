// Inspects MPI, by asking for its version, which it reports without being started.

import { numberAddressOf } from "../ffi/memory.js";
import { findMpiLibrary } from "../native/find-mpi.js";
import { openRawMpi } from "../native/mpi.js";
import { findLibrary, loadedPath } from "./find-library.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

/** The buffer for the version text, larger than any library needs. */
const TEXT_BYTES = 8192;

/** Finds the MPI that `init()` of cuts/distributed would use. */
export async function inspectMpi(inspection: Inspection): Promise<Finding> {
  const names = findMpiLibrary(inspection);
  const search = findLibrary(names);
  if (search.name === undefined) {
    return {
      found: false,
      whyNot: "the system's loader opens no library of MPI, and none is beside an mpirun on the PATH",
      tried: search.tried,
      hint: "install one (Debian: apt install openmpi-bin), or set CUTS_LIBMPI to its library; only programs of several processes need it",
    };
  }
  let details: readonly string[] = [];
  let version = "";
  const call = await tryCall("ask its version", () => {
    const { api, abi } = openRawMpi(inspection);
    const text = new Uint8Array(new ArrayBuffer(TEXT_BYTES));
    const length = new Int32Array(new ArrayBuffer(8));
    const status = api.MPI_Get_library_version(numberAddressOf(text), numberAddressOf(length));
    if (status !== 0) throw new Error(`MPI_Get_library_version returned ${status}`);
    const whole = Buffer.from(text.subarray(0, length[0])).toString("latin1");
    version = whole.split(/[,\n]/)[0]?.trim() ?? "";
    details = [`ABI: ${abi.name}`];
    return version;
  });
  return {
    found: true,
    where: loadedPath(search.name) ?? search.where,
    ...(version === "" ? {} : { version }),
    details,
    call,
  };
}
