// Where MPI is: what the environment says, the library that belongs to the program that started this process, the system's
// loader, and the folder beside mpirun. Nothing is opened here.

import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { SearchPlace } from "./cuda-folders.js";
import type { FoundLibrary } from "./find-library.js";

const openMpiFiles = ["libmpi.so.40", "libmpi.so.80"];
/** MPICH's ABI: MPICH itself, Debian's name of it, and those of Intel, Cray and MVAPICH. */
const mpichFiles = ["libmpi.so.12", "libmpich.so.12", "libmpi_intel.so.12", "libmpi_cray.so.12"];
const standardFiles = ["libmpi_abi.so.0", "libmpi_abi.so"];

/** The candidates for MPI, most wanted first. A library of another MPI than mpirun's would make each rank a world of its own. */
export function findMpiLibrary({ environment, platform }: SearchPlace): FoundLibrary {
  const given = environment["CUTS_LIBMPI"];
  if (given !== undefined && given !== "") return [given];
  if (platform === "win32") return ["msmpi.dll"];
  if (platform === "darwin") return ["libmpi.dylib", "libmpi_abi.dylib"];
  const isOpenMpi = environment["OMPI_COMM_WORLD_SIZE"] !== undefined;
  const isHydra = !isOpenMpi && environment["PMI_SIZE"] !== undefined;
  const names = isHydra
    ? [...mpichFiles, ...standardFiles, ...openMpiFiles]
    : [...openMpiFiles, ...standardFiles, ...mpichFiles];
  const folders = [
    ...["MPI_HOME", "OPAL_PREFIX", "I_MPI_ROOT"].flatMap((name) => environment[name] ?? []),
    ...besideMpirun(environment["PATH"] ?? ""),
  ].flatMap((root) => [join(root, "lib"), join(root, "lib64"), join(root, "lib", "release")]);
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name))).filter(existsSync);
  return [...new Set([...names, ...paths])];
}

/** The root of what mpirun belongs to: an MPI of a module or of one's own is on the PATH, and seldom where the loader looks. */
function besideMpirun(path: string): readonly string[] {
  return path
    .split(delimiter)
    .map((folder) => join(folder, "mpirun"))
    .filter((file) => file.startsWith("/") && existsSync(file))
    .map((file) => dirname(dirname(realpathSync(file))));
}
