// All functions of the CUDA runtime that programs can call on the cpu device: name and C type. The headers, the imports
// of a program and the list in the documentation are written from these tables, so that they cannot differ.

import {
  CALL_CONFIGURATION,
  DEVICES,
  ERRORS,
  EVENTS,
  FUNCTIONS,
  LAUNCHES,
  MANAGED_VARIABLES,
  PEERS,
  REGISTRATION,
  STREAMS,
} from "./signatures/execution.js";
import { CAPTURE, GRAPH_NODES, GRAPHS } from "./signatures/graphs.js";
import { ARRAYS, COPIES, MEMORY, PITCHED, POOLS, SYMBOLS } from "./signatures/memory.js";
import { DRIVER } from "./signatures/driver.js";
import { NVRTC } from "./signatures/nvrtc.js";
import { TEXTURES } from "./signatures/textures.js";

/** Functions by name, each with its C type: result, then parameters in parentheses. */
export type SignatureTable = Readonly<Record<string, string>>;

/** The runtime API, by what it is about. */
export const RUNTIME_TABLES = {
  errors: ERRORS,
  devices: DEVICES,
  "peers and other processes": PEERS,
  memory: MEMORY,
  copies: COPIES,
  "pitched memory": PITCHED,
  arrays: ARRAYS,
  textures: TEXTURES,
  "memory pools": POOLS,
  symbols: SYMBOLS,
  streams: STREAMS,
  events: EVENTS,
  launches: LAUNCHES,
  "functions and occupancy": FUNCTIONS,
  "stream capture": CAPTURE,
  graphs: GRAPHS,
  "graph nodes": GRAPH_NODES,
  "launches by <<<>>>": CALL_CONFIGURATION,
  "managed variables": MANAGED_VARIABLES,
} as const satisfies Readonly<Record<string, SignatureTable>>;

/** What clang calls on its own. */
export const COMPILER_TABLES = { registration: REGISTRATION } as const satisfies Readonly<
  Record<string, SignatureTable>
>;

/** The driver API. */
export const DRIVER_TABLES = { driver: DRIVER } as const satisfies Readonly<Record<string, SignatureTable>>;

/** Compiling while a program runs. */
export const NVRTC_TABLES = { NVRTC } as const satisfies Readonly<Record<string, SignatureTable>>;
