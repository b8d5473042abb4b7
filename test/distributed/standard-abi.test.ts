// The standard ABI of MPI 5, of which few systems have a library yet: by a small one over the Open MPI that is installed (standard-abi.c), which ends a
// process that gives it a value of another ABI.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { openRawMpi } from "../../src/native/mpi.js";
import { compileLibrary, noCompiler } from "../native/compile.js";
import { rankProgram } from "./rank-program.js";
import { isOpenMpi, runRanks } from "./run-ranks.js";

const machine = process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
const folder = `/usr/lib/${machine}/openmpi`;
const isThere = noCompiler === undefined && isOpenMpi && existsSync(join(folder, "include/mpi.h"));
const why = isThere ? "" : " (skipped: needs a C compiler and the headers of Open MPI)";

/** The library, with what the preprocessor is told. */
function build(name: string, ...defines: readonly string[]): string {
  const source = readFileSync(fileURLToPath(new URL("standard-abi.c", import.meta.url)), "utf8");
  return compileLibrary(name, source, [
    ...defines,
    `-I${join(folder, "include")}`,
    "-Wl,--no-as-needed",
    "-l:libmpi.so.40",
    "-Wno-unused-function",
  ]);
}

const open = (library: string): ReturnType<typeof openRawMpi> =>
  openRawMpi({ environment: { CUTS_LIBMPI: library }, platform: process.platform });

describe.skipIf(!isThere)(`a library of the standard ABI${why}`, () => {
  let library = "";
  beforeAll(() => {
    library = build("mpi_abi");
  });

  it.each([1, 3])("does all collectives on %i ranks", async (ranks) => {
    const environment = { CUTS_LIBMPI: library };
    const { code, stdout, stderr } = await runRanks(ranks, await rankProgram("collectives.ts"), {
      environment,
    });
    expect(stderr).not.toContain("Error");
    expect(stdout).toContain(`checks on ${ranks} ranks`);
    expect(code).toBe(0);
  });

  it("is known by what it says, whatever symbols are behind it", () => {
    expect(open(library).abi.name).toBe("standard");
    expect(open(build("mpi_other", "-DNOT_STANDARD")).abi.name).toBe("open-mpi");
  });

  it("is refused where it is of a draft", () => {
    expect(() => open(build("mpi_draft", "-DVERSION=4"))).toThrow(
      /its ABI is a draft of that of MPI 5 \(it is MPI 4\.0\)/,
    );
  });
});

it.skipIf(noCompiler !== undefined)(
  "MPICH's own ABI is taken where its library only knows of the standard's",
  () => {
    const source = "int MPI_Abi_get_version(int *major, int *minor) { *major = *minor = -1; return 0; }";
    expect(open(compileLibrary("mpich_5", source)).abi.name).toBe("mpich");
  },
);
