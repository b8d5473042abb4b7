// The library checked without a device: every case fits its source, repeats itself, and would notice a device that
// does nothing. Whether the kernels are right is for the suites that run them.

import { readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import type { CType, Parameter, ScalarName } from "../../src/cdecl/ast.js";
import { findKernels, selectKernel } from "../../src/cdecl/kernel-signatures.js";
import { mismatches } from "./mismatches.js";
import type { Extent, KernelLaunch, KernelRun, LaunchArgument } from "./kernel-case.js";
import type { KernelData } from "./kernel-data.js";
import { kernelLibrary, readSource } from "./library.js";
import { volume } from "./shapes.js";

const library = await kernelLibrary();
const entries = library.map((kernel) => ({ kernel, runs: [...kernel.cases()] }));

describe("the kernel library", () => {
  it("has at least 64 kernels under unique names", () => {
    const names = library.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(64);
    expect(new Set(names).size).toBe(names.length);
  });

  it("has one case for each CUDA source", () => {
    const sources = readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".cu"));
    expect(library.map(({ source }) => source).sort()).toEqual(sources.sort());
    for (const { name, source } of library) expect(source).toBe(`${name}.cu`);
  });

  it("stays small enough for a slow emulation", () => {
    const launches = entries.flatMap(({ runs }) => runs.flatMap((run) => run.launches));
    const threads = launches.map(({ grid, block }) => volume(grid) * volume(block));
    expect(Math.max(...threads)).toBeLessThanOrEqual(50_000);
    expect(threads.reduce((sum, count) => sum + count, 0)).toBeLessThan(2_000_000);
  });
});

describe.each(entries.map(({ kernel, runs }) => [kernel.name, kernel, runs] as const))(
  "%s",
  (_, kernel, runs) => {
    const found = findKernels(readSource(kernel));

    it("launches every kernel of its source", () => {
      expect(found.unreadable).toEqual([]);
      const launched = new Set(runs.flatMap((run) => run.launches.map((launch) => launch.kernel)));
      expect([...launched].sort()).toEqual([...kernel.kernels].sort());
      const used = new Set(kernel.kernels.map((expression) => selectKernel(found, expression).qualifiedName));
      expect([...used].sort()).toEqual(found.kernels.map(({ qualifiedName }) => qualifiedName).sort());
      for (const expression of kernel.kernels) {
        const isTemplate = expression.includes("<");
        expect(selectKernel(found, expression).externC, `${expression} is extern "C"`).toBe(!isTemplate);
      }
    });

    it("has several runs with labels of their own", () => {
      expect(runs.length).toBeGreaterThanOrEqual(2);
      expect(new Set(runs.map(({ label }) => label)).size).toBe(runs.length);
    });

    it("passes what the signatures declare", () => {
      for (const run of runs) {
        for (const launch of run.launches) {
          const { parameters } = selectKernel(found, launch.kernel);
          expect(launch.args.length, `arguments of ${launch.kernel}`).toBe(parameters.length);
          const problems = launch.args.flatMap(
            (argument, i) => argumentProblem(run, argument, parameters[i]!) ?? [],
          );
          expect([...problems, ...shapeProblems(launch)], run.label).toEqual([]);
        }
      }
    });

    it("uses each buffer, and expects changes only where a kernel may write", () => {
      for (const run of runs) {
        const passed = run.launches.flatMap((launch) => {
          const { parameters } = selectKernel(found, launch.kernel);
          return launch.args.map((argument, i) => ({ argument, type: parameters[i]!.type }));
        });
        const names = Object.keys(run.buffers);
        expect(names.filter((name) => !passed.some(({ argument }) => argument === name))).toEqual([]);
        const writable = new Set(
          passed.filter(({ type }) => !isReadonly(type)).map(({ argument }) => argument),
        );
        const constant = Object.keys(run.expect).filter((name) => name in run.buffers && !writable.has(name));
        const expectations = Object.fromEntries(constant.map((name) => [name, run.expect[name]!]));
        const unwritten = {
          ...run,
          expect: expectations,
          scratch: names.filter((name) => !constant.includes(name)),
        };
        expect(mismatches(unwritten, { ...run.buffers, ...run.globals }), run.label).toEqual([]);
      }
    });

    it("expects as many elements as there are, within a stated bound", () => {
      for (const run of runs) {
        expect(Object.keys(run.expect).length).toBeGreaterThan(0);
        const all: Record<string, KernelData> = { ...run.buffers, ...run.globals };
        for (const [name, { values, tolerance, unordered }] of Object.entries(run.expect)) {
          expect(values.length, `${name} in ${run.label}`).toBe(all[name]?.length);
          expect(run.scratch ?? []).not.toContain(name);
          expect(unordered).toBeLessThanOrEqual(values.length);
          if (values.length > 0) expect(typeof values[0]).toBe(typeof all[name]![0]);
          if (tolerance.kind === "exact") continue;
          const { absolute, relative, why } = tolerance;
          const bounds = typeof absolute === "number" ? [absolute] : [...absolute];
          expect(typeof absolute === "number" || absolute.length === values.length).toBe(true);
          expect(bounds.every((bound) => bound >= 0 && Number.isFinite(bound)) && relative >= 0).toBe(true);
          expect(why.length).toBeGreaterThan(10);
        }
      }
    });

    it("is the same on every call", () => {
      expect(isDeepStrictEqual([...kernel.cases()], runs)).toBe(true);
    });

    it("notices a device that does nothing", () => {
      const unnoticed = runs.filter(
        (run) => mismatches(run, { ...run.buffers, ...run.globals }).length === 0,
      );
      expect(unnoticed.length).toBeLessThan(runs.length);
      // Nothing happens where there is nothing to do: the sizes that are 0, and a sort of what is sorted.
      expect(unnoticed.length).toBeLessThanOrEqual(2);
    });
  },
);

/** What is wrong with one argument, in words. */
function argumentProblem(
  run: KernelRun,
  argument: LaunchArgument,
  { name, type }: Parameter,
): string | undefined {
  if (type.kind === "pointer") {
    if (typeof argument !== "string") return `${name}: expected the name of a buffer`;
    const data = run.buffers[argument];
    if (data === undefined) return `${name}: there is no buffer "${argument}"`;
    if (data.length === 0) return `${name}: the buffer "${argument}" is empty`;
    return holds(data, type.to) ? undefined : `${name}: "${argument}" is a ${data.constructor.name}`;
  }
  if (type.kind === "scalar") return scalarProblem(argument, type.name, name);
  if (!(argument instanceof Uint8Array)) return `${name}: expected the bytes of a struct`;
  if (type.kind === "vector") {
    return argument.length === 4 * type.lanes ? undefined : `${name}: expected ${4 * type.lanes} bytes`;
  }
  return argument.length > 0 && argument.length % 4 === 0 ? undefined : `${name}: odd struct size`;
}

const integers: Readonly<Partial<Record<ScalarName, readonly [bigint, bigint]>>> = {
  bool: [0n, 1n],
  uint8: [0n, 255n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  size: [0n, 2n ** 32n - 1n],
};

function scalarProblem(argument: LaunchArgument, type: ScalarName, name = ""): string | undefined {
  if (typeof argument === "string" || argument instanceof Uint8Array) return `${name}: expected a ${type}`;
  const range = integers[type];
  if (range === undefined) {
    const isFloat = type === "float16" || type === "float32" || type === "float64";
    return isFloat && Number.isFinite(Number(argument)) ? undefined : `${name}: ${argument} is no ${type}`;
  }
  if (typeof argument === "number" && !Number.isInteger(argument))
    return `${name}: ${argument} is no integer`;
  const value = BigInt(argument);
  return value >= range[0] && value <= range[1] ? undefined : `${name}: ${argument} is out of range`;
}

const arrays: Readonly<Partial<Record<ScalarName, readonly string[]>>> = {
  char: ["Int8Array", "Uint8Array"],
  int8: ["Int8Array"],
  uint8: ["Uint8Array"],
  int16: ["Int16Array"],
  uint16: ["Uint16Array"],
  int32: ["Int32Array"],
  uint32: ["Uint32Array"],
  int64: ["BigInt64Array"],
  uint64: ["BigUint64Array"],
  float16: ["Uint16Array"],
  bfloat16: ["Uint16Array"],
  float32: ["Float32Array"],
  float64: ["Float64Array"],
};

/** Whether an array holds elements of a C type: a vector by its elements, a struct as bytes. */
function holds(data: KernelData, type: CType): boolean {
  if (type.kind === "opaque") return data instanceof Uint8Array;
  const element = type.kind === "vector" ? type.element : type.kind === "scalar" ? type.name : undefined;
  if (element === undefined) return false;
  const isWhole = type.kind !== "vector" || data.length % type.lanes === 0;
  return isWhole && (arrays[element]?.includes(data.constructor.name) ?? false);
}

function isReadonly(type: CType): boolean {
  return type.kind !== "pointer" || type.readonly;
}

/** CUDA's limits on a launch, for every GPU since compute capability 5.0. */
function shapeProblems({ grid, block, shared = 0 }: KernelLaunch): string[] {
  const sides = (extent: Extent): readonly number[] => (typeof extent === "number" ? [extent] : extent);
  const all = [...sides(grid), ...sides(block)];
  return [
    ...(all.every((side) => Number.isInteger(side) && side >= 1)
      ? []
      : ["an extent is not a positive integer"]),
    ...(volume(block) <= 1024 && (sides(block)[2] ?? 1) <= 64 ? [] : ["the block is too large"]),
    ...(sides(grid)
      .slice(1)
      .every((side) => side <= 65_535)
      ? []
      : ["the grid is too large"]),
    ...(Number.isInteger(shared) && shared >= 0 && shared <= 48 * 1024 ? [] : ["too much shared memory"]),
  ];
}
