// The constants of mpi-abi.ts against the headers of the MPIs that are installed, by the C compiler's own judgement.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type MpiAbi, mpiAbi } from "../../src/native/mpi-abi.js";
import { noCompiler, runCompiler } from "../native/compile.js";

const machine = process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
const roots = [`/usr/lib/${machine}`, `/usr/include/${machine}`, "/usr/include", "/usr/lib64"];

/** The first folder that has the header of an MPI. */
function headerFolder(...names: readonly string[]): string | undefined {
  const folders = roots.flatMap((root) => names.map((name) => join(root, name)));
  return folders.find((folder) => existsSync(join(folder, "mpi.h")));
}

/** What C calls the element types. */
const datatypes: Readonly<Record<string, string>> = {
  float32: "MPI_FLOAT",
  float64: "MPI_DOUBLE",
  complex64: "MPI_C_FLOAT_COMPLEX",
  complex128: "MPI_C_DOUBLE_COMPLEX",
  byte: "MPI_BYTE",
};

/** Numbers of an ABI under C's names; `handles` are those that differ in kind. */
function numbersOf(abi: MpiAbi): Record<string, number> {
  return {
    "(long long)MPI_IN_PLACE": abi.inPlace,
    "(long long)MPI_STATUS_IGNORE": abi.statusIgnore,
    MPI_ANY_SOURCE: abi.anySource,
    MPI_THREAD_SERIALIZED: abi.threadSerialized,
    MPI_UNDEFINED: abi.undefinedColor,
    "offsetof(MPI_Status, MPI_SOURCE)": abi.statusSource,
    "sizeof(MPI_Comm)": abi.handleByteLength,
  };
}

function handlesOf({ world, errorsReturn, datatypes: types, operations }: MpiAbi): Record<string, number> {
  const named = Object.entries(types).map(([name, value]) => [
    datatypes[name] ?? `MPI_${name.toUpperCase()}_T`,
    value,
  ]);
  const reductions = Object.entries(operations).map(([name, value]) => [`MPI_${name.toUpperCase()}`, value]);
  return {
    MPI_COMM_WORLD: world,
    MPI_ERRORS_RETURN: errorsReturn,
    ...Object.fromEntries([...named, ...reductions]),
  };
}

/** Lets the compiler compare. */
function compare(folder: string, lines: readonly string[]): string {
  const source = ["#include <stddef.h>", "#include <mpi.h>", ...lines].join("\n");
  return runCompiler(["-fsyntax-only", "-std=gnu11", `-I${folder}`, "-x", "c", "-"], source).err;
}

const assertAll = (values: Readonly<Record<string, number>>): string[] =>
  Object.entries(values).map(([name, value]) => `_Static_assert(${name} == ${value}, "${name}");`);

describe("mpi.h", () => {
  const mpich = noCompiler === undefined ? headerFolder("mpich", "mpich-x86_64") : undefined;
  it.skipIf(mpich === undefined)(`of MPICH agrees (skipped: ${noCompiler ?? "not installed"})`, () => {
    const abi = mpiAbi(() => undefined);
    expect(abi.name).toBe("mpich");
    const lines = assertAll({ ...numbersOf(abi), ...handlesOf(abi) });
    expect(lines.length).toBeGreaterThan(20);
    expect(compare(mpich ?? "", lines)).toBe("");
    // It would tell.
    expect(compare(mpich ?? "", assertAll({ MPI_SUM: 1 }))).toContain("MPI_SUM");
  });

  const open = noCompiler === undefined ? headerFolder("openmpi/include", "openmpi") : undefined;
  it.skipIf(open === undefined)(`of Open MPI agrees (skipped: ${noCompiler ?? "not installed"})`, () => {
    // Its handles are addresses of variables: each variable must be the one that the header's name stands for.
    const variables: string[] = [];
    const abi = mpiAbi((name) => {
      if (!name.startsWith("ompi_")) return undefined;
      variables.push(name);
      return BigInt(variables.length);
    });
    expect(abi.name).toBe("open-mpi");
    const handles = Object.entries(handlesOf(abi)).map(
      ([name, at]) =>
        `_Static_assert(__builtin_constant_p(1) && sizeof(${name}) == 8, "${name}"); void* const check_${name} = &${variables[at - 1]};`,
    );
    expect(compare(open ?? "", [...assertAll(numbersOf(abi)), ...handles])).toBe("");
    // What the preprocessor makes of each name has the variable in it.
    const names = Object.entries(handlesOf(abi));
    const { out } = runCompiler(
      ["-E", "-P", `-I${open ?? ""}`, "-x", "c", "-"],
      ["#include <mpi.h>", ...names.map(([name], at) => `line_${at} ${name}`)].join("\n"),
    );
    const wrong = names.filter(([, address], at) => {
      const line = out.split("\n").find((text) => text.startsWith(`line_${at} `)) ?? "";
      return !line.includes(`(${variables[address - 1]})`) && !line.includes(`&${variables[address - 1]}`);
    });
    expect(wrong).toEqual([]);
  });
});
