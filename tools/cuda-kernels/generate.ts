// `npm run generate:cuda-kernels`: compiles the built-in kernels of units.ts for every family of GPUs, into libraries/cuda.
// It needs nvcc, and only compiles what changed. Code for an architecture runs on newer GPUs of its family.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { NvccCompiler } from "../../src/backend/cuda/compile/nvcc-compiler.js";
import {
  codeFile,
  CUDA_FOLDER,
  type ShippedIndex,
  type ShippedUnit,
} from "../../src/backend/cuda/compile/shipped-kernels.js";
import { root } from "../manifest.js";
import { cudaUnits, type Unit } from "./units.js";

const architectures = ["75", "80", "90", "100", "120"] as const;
const COMPILERS = availableParallelism();

const folder = join(root, CUDA_FOLDER);
const indexFile = join(folder, "index.json");
const compiler = NvccCompiler.find();
if (compiler === undefined)
  throw new Error("Cannot compile kernels for GPUs: there is no nvcc on this machine");
const nvcc = compiler;

mkdirSync(folder, { recursive: true });
const before = existsSync(indexFile) ? (JSON.parse(readFileSync(indexFile, "utf8")) as ShippedIndex) : {};
const files = new Map<string, Buffer | undefined>(
  architectures.map((architecture) => {
    const file = join(folder, codeFile(architecture));
    return [architecture, existsSync(file) ? readFileSync(file) : undefined] as const;
  }),
);

const units = cudaUnits();
const parts = units.flatMap((unit) => architectures.map((architecture) => ({ unit, architecture })));
const code = new Map<string, Uint8Array>();
const queue = parts.entries();
await Promise.all(
  Array.from({ length: COMPILERS }, async () => {
    for (const [at, { unit, architecture }] of queue) {
      code.set(partName(unit, architecture), await codeOf(unit, architecture));
      process.stderr.write(`\r${at + 1} of ${parts.length}: ${unit.group} sm_${architecture}          `);
    }
  }),
);
process.stderr.write("\n");
write();

/** What was made before of the same source, else what nvcc makes. */
async function codeOf(unit: Unit, architecture: string): Promise<Uint8Array> {
  const known = before[unit.group];
  const place = known?.key === unit.key ? known.at[architecture] : undefined;
  const file = files.get(architecture);
  if (place !== undefined && file !== undefined) return file.subarray(place[0], place[0] + place[1]);
  const { code: machineCode } = await nvcc.compile({
    source: unit.source,
    fileName: `${unit.group}.cu`,
    headers: new Map(),
    standardHeaders: new Map(),
    options: ["-std=c++17", ...unit.options],
    architecture: `sm_${architecture}`,
    nameExpressions: [],
  });
  const { BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: size } = constants;
  return brotliCompressSync(machineCode, { params: { [window]: 24, [size]: machineCode.byteLength } });
}

function write(): void {
  const places = new Map<string, readonly [number, number]>();
  for (const architecture of architectures) {
    const bytes: Uint8Array[] = [];
    let offset = 0;
    for (const unit of units) {
      const part = code.get(partName(unit, architecture)) as Uint8Array;
      places.set(partName(unit, architecture), [offset, part.byteLength]);
      bytes.push(part);
      offset += part.byteLength;
    }
    writeFileSync(join(folder, codeFile(architecture)), Buffer.concat(bytes));
    console.log(`sm_${architecture}: ${offset} bytes`);
  }
  const lines = units.map(
    (unit) => `${JSON.stringify(unit.group)}: ${JSON.stringify(entryOf(unit, places))}`,
  );
  writeFileSync(indexFile, `{\n${lines.join(",\n")}\n}\n`);
  console.log(`${units.length} units, ${units.reduce((sum, unit) => sum + unit.kernels.length, 0)} kernels`);
}

function entryOf(unit: Unit, places: ReadonlyMap<string, readonly [number, number]>): ShippedUnit {
  const at = Object.fromEntries(
    architectures.map((architecture) => [
      architecture,
      places.get(partName(unit, architecture)) as readonly [number, number],
    ]),
  );
  return { kernels: unit.kernels, key: unit.key, at };
}

function partName(unit: Unit, architecture: string): string {
  return `${unit.group} ${architecture}`;
}
