// The process that Python starts (include/python/cuts.py). It loads a module of the user and calls its exports, one request after
// the other, and ends when Python ends. Arguments: the module, and the file descriptor of a socket to Python.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { NDArray } from "../../array/ndarray.js";
import { nextTurn } from "../../host/next-turn.js";
import { codeFolder } from "../../host/assets.js";
import { decode, encode, receive, send } from "./messages.js";
import { type CutsModule, ServedArrays } from "./served-arrays.js";

interface Request {
  readonly call?: string;
  readonly args?: readonly unknown[];
  readonly released?: readonly number[];
  readonly dropped?: readonly number[];
  /** The file descriptor of a result that Python has opened, and its number there; */
  readonly took?: number;
  readonly number?: number;
  /** the file descriptor of a result that Python could not open. */
  readonly left?: number;
}

const [path = "", descriptor = ""] = process.argv.slice(2);
const socket = new Socket({ fd: Number(descriptor), readable: true, writable: true });
// Python is asked to stop as well, and tells this process.
process.on("SIGINT", () => {});
socket.on("close", () => process.exit());
socket.on("error", () => process.exit());

const requests: Request[] = [];
let wake: (() => void) | undefined;
receive(socket, (message) => {
  requests.push(message as Request);
  wake?.();
});

async function nextRequest(): Promise<Request> {
  while (requests.length === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  return requests.shift() as Request;
}

try {
  const exported = await loadModule();
  const arrays = new ServedArrays(await loadCuts());
  send(socket, { result: await describeModule(exported) });
  for (;;) await serve(await nextRequest(), exported, arrays);
} catch (error) {
  send(socket, { error: describeError(error) });
  socket.end();
}

async function loadModule(): Promise<Readonly<Record<string, unknown>>> {
  const url = pathToFileURL(path).href;
  const { typescript } = process.features as { readonly typescript?: unknown };
  if (/\.[cm]?tsx?$/.test(path) && (typescript === undefined || typescript === false)) await useTsx();
  const { default: main, ...named } = (await import(url)) as Record<string, unknown>;
  // What a CommonJS module exports is one object, the default.
  return { ...(typeof main === "object" && main !== null ? main : { default: main }), ...named };
}

/** Node before 22.18 does not read TypeScript by itself. */
async function useTsx(): Promise<void> {
  let loader: string;
  try {
    loader = createRequire(path).resolve("tsx");
  } catch {
    throw new Error(
      `Cannot load ${path}: Node ${process.versions.node} does not read TypeScript\nTry: npm install tsx, or Node 22.18 or newer`,
    );
  }
  await import(pathToFileURL(loader).href);
}

/** The CuTS that the module imports, so that arrays work with it; this package if the module imports none. */
async function loadCuts(): Promise<CutsModule> {
  let entry = join(codeFolder(), "index.js");
  try {
    entry = createRequire(path).resolve("cuts");
  } catch (error) {
    if (!existsSync(entry)) throw error;
  }
  return (await import(pathToFileURL(entry).href)) as CutsModule;
}

async function describeModule(exported: Readonly<Record<string, unknown>>) {
  const functions: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(exported)) {
    if (typeof value === "function") functions.push(name);
    // What Python has nothing for is the module's own.
    else values[name] = await encode(value, () => undefined).catch(() => undefined);
  }
  return { functions, values };
}

async function serve(
  request: Request,
  exported: Readonly<Record<string, unknown>>,
  arrays: ServedArrays,
): Promise<void> {
  arrays.release(request.released ?? []);
  arrays.drop(request.dropped ?? []);
  if (request.took !== undefined) arrays.took(request.took, request.number ?? 0);
  if (request.left !== undefined) arrays.left(request.left);
  if (request.call === undefined) return;
  const opened: NDArray[] = [];
  let answer: unknown;
  try {
    const args = (request.args ?? []).map((value) =>
      decode(value, (tagged) => {
        const array = arrays.open(tagged);
        opened.push(array);
        return array;
      }),
    );
    const result = await (exported[request.call] as (...args: unknown[]) => unknown)(...args);
    await settle(opened);
    answer = { result: await encode(result, (value) => arrays.give(value, args)) };
  } catch (error) {
    answer = { error: describeError(error) };
  }
  // Python may free its memory once it has the answer, and nothing here may refer to that of a GPU then.
  const devices = new Set(opened.map(({ device }) => device));
  for (const array of opened) array.dispose();
  for (const device of devices) await device.synchronize().catch(() => {});
  await nextTurn();
  send(socket, answer);
}

/** Waits for the work on Python's arrays, so that Python sees its results before it gets the answer. */
async function settle(arrays: readonly NDArray[]): Promise<void> {
  for (const device of new Set(arrays.map(({ device }) => device))) await device.synchronize();
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message, stack } = error;
  const { code } = error as { readonly code?: unknown };
  return { name, message, stack, ...(typeof code === "string" ? { code } : {}) };
}
