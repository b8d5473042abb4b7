// The headers of the CUDA runtime that are written from its tables (src/backend/cpu/program/cudart), as C++ that C can read too.

import { ATTRIBUTE_NUMBERS } from "../src/backend/cpu/program/cudart/attribute-numbers.js";
import { CUDA_ERRORS } from "../src/backend/cpu/program/cudart/error-codes.js";
import {
  DRIVER_TABLES,
  NVRTC_TABLES,
  RUNTIME_TABLES,
  type SignatureTable,
} from "../src/backend/cpu/program/cudart/signatures.js";
import { STRUCTS } from "../src/backend/cpu/program/cudart/structs.js";

/** Text of each generated header, by its name in `include/cuts/cuda/detail`. */
export function generatedHeaders(): Readonly<Record<string, string>> {
  return {
    "runtime_errors.h": header(
      "cudaError: CUDA's error numbers.",
      ['#include "runtime_enums.h"', "", ...enumeration("cudaError", errorRows())],
      ["typedef enum cudaError cudaError_t;"],
    ),
    "runtime_attributes.h": header(
      "cudaDeviceAttr: what can be asked about a device.",
      enumeration(
        "cudaDeviceAttr",
        Object.entries(ATTRIBUTE_NUMBERS).map(([name, value]) => [`cudaDevAttr${name}`, value]),
      ),
    ),
    "runtime_structs.h": header("The structures of the runtime API.", [
      '#include "runtime_enums.h"',
      "#ifdef __cplusplus",
      '#include "vector_types.h"',
      "#endif",
      "",
      ...Object.entries(STRUCTS).flatMap(([name, fields]) => [
        `struct ${name} {`,
        ...fieldLines(fields),
        "};",
      ]),
    ]),
    "runtime_functions.h": header("The functions of the runtime API.", [
      '#include "host_import.h"',
      '#include "runtime_types.h"',
      "",
      ...prototypes(RUNTIME_TABLES),
    ]),
    "driver_functions.h": header("The functions of the driver API.", [
      '#include "driver_api_types.h"',
      '#include "host_import.h"',
      "",
      ...prototypes(DRIVER_TABLES),
    ]),
    "nvrtc_functions.h": header("The functions of NVRTC.", [
      "#include <stddef.h>",
      '#include "host_import.h"',
      '#include "nvrtc_types.h"',
      "",
      ...prototypes(NVRTC_TABLES),
    ]),
  };
}

function header(title: string, ...parts: readonly (readonly string[])[]): string {
  return `${[`// ${title} Written from the tables in src/backend/cpu/program/cudart; do not edit.`, "#pragma once", ...parts.flat()].join("\n")}\n`;
}

function errorRows(): [string, number][] {
  const errors = Object.entries(CUDA_ERRORS).map(([code, [name]]): [string, number] => [name, Number(code)]);
  // A name that sources know and no function returns.
  return [...errors, ["cudaErrorApiFailureBase", 10_000]];
}

function enumeration(name: string, rows: readonly (readonly [string, number])[]): string[] {
  return [`enum ${name} {`, ...rows.map(([key, value]) => `  ${key} = ${value},`), "};"];
}

function fieldLines(fields: string): string[] {
  return fields
    .split(";")
    .map((field) => field.trim())
    .filter((field) => field !== "")
    .map((field) => `  ${field};`);
}

function prototypes(tables: Readonly<Record<string, SignatureTable>>): string[] {
  const groups = Object.entries(tables).flatMap(([title, table]) => [
    `// ${title}`,
    // A table writes a function's C type: the name goes before the parameters.
    ...Object.entries(table).map(
      ([name, type]) =>
        `CUTS_IMPORT("cuda") ${type
          .replace("(", ` ${name}(`)
          .replace(/\(\)$/, "(void)")
          .replaceAll(/ = ([^,()]+)/g, " CUTS_DEFAULT($1)")};`,
    ),
  ]);
  return ["CUTS_C_BEGIN", ...groups, "CUTS_C_END"];
}
