// The compiler's child process: loads the clang of @yowasp/clang once, then runs batches of its tools on request.
// argv[2] is the folder with the package's llvm.core.wasm and llvm-resources.tar, argv[3] the id of the parent's process where this is
// a child of the one that asks.
// Plain JavaScript with JSDoc types, so that it runs unbuilt. What tools see, and where, is in guest-layout.js. It ends
// when its parent disconnects or is gone; it prints nothing.
/* oxlint-disable unicorn/require-post-message-target-origin -- threads are not windows */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { brotliDecompress } from "node:zlib";
import { endNow, endWithParent } from "../../host/node/end-with-parent.js";
import { deviceLibrary } from "./device-library.js";
import { DEVICE_LIBRARY_PATH, GUEST, PACKAGE_PATH } from "./guest-layout.js";
import { MemoryDirectory, MemoryFile, lookup, makeDirectory, putFile } from "./memory-fs.js";
import { readTar } from "./tar.js";
import { runCommand } from "./wasi.js";

/** @typedef {import("./protocol.js").Request} Request */
/** @typedef {import("./protocol.js").Reply} Reply */
/** @typedef {import("./protocol.js").StepResult} StepResult */

/** Templates nest 1024 deep and constant expressions 512: far more than the main thread's stack of 1 MB holds. */
const STACK_MEGABYTES = 64;

const folder = process.argv[2] ?? "";
const decompress = promisify(brotliDecompress);
/** @type {Map<string, Uint8Array>} */
const residents = new Map();

if (isMainThread) relay();
else serve();

/** The main thread only passes messages on, and ends with its parent even while clang runs. */
function relay() {
  process.on("disconnect", endNow);
  // A parent that was gone before the line above has been heard of already, by nobody.
  if (!process.connected) endNow();
  if (process.argv[3] !== undefined) endWithParent(Number(process.argv[3]));
  // Most of clang's functions never run: checking each when it is first called halves the loading time.
  setFlagsFromString("--wasm-lazy-validation");
  const worker = new Worker(new URL(import.meta.url), {
    argv: [folder],
    resourceLimits: { stackSizeMb: STACK_MEGABYTES },
  });
  worker.on("message", (reply) => process.send?.(reply));
  process.on("message", (request) => worker.postMessage(request));
}

function serve() {
  const loaded = load();
  // A load error is reported by the first request, which awaits the same promise.
  loaded.catch(() => {});
  parentPort?.on("message", async (/** @type {Request} */ request) => {
    const reply = await answer(request, loaded).catch((error) => failure(request, error));
    parentPort?.postMessage(reply);
  });
}

async function load() {
  const [program, archive] = await Promise.all([
    readFile(join(folder, "llvm.core.wasm")),
    readFile(join(folder, "llvm-resources.tar")),
  ]);
  const resources = readTar(archive);
  const libc = lookup(resources, "/lib/wasm32-wasip1/libc.a");
  if (!(libc instanceof MemoryFile)) throw new Error(`internal: ${folder} has no libc.a`);
  return { module: await WebAssembly.compile(program), resources, library: deviceLibrary(libc.bytes) };
}

/**
 * @param {Request} request
 * @param {ReturnType<typeof load>} loaded
 * @returns {Promise<Reply>}
 */
async function answer({ id, steps, files, mounts, outputs }, loaded) {
  // Read and decompressed while the compiler loads.
  const contents = Promise.all(
    Object.entries(files).map(
      async ([path, content]) => /** @type {const} */ ([path, await bytesOf(content)]),
    ),
  );
  contents.catch(() => {});
  const { module, resources, library } = await loaded;
  const root = new MemoryDirectory();
  makeDirectory(root, GUEST).entries.set(basename(PACKAGE_PATH), resources);
  putFile(root, DEVICE_LIBRARY_PATH, library);
  for (const [path, hostPath] of Object.entries(mounts)) makeDirectory(root, path).hostPath = hostPath;
  for (const [path, bytes] of await contents) putFile(root, path, bytes);
  /** @type {StepResult[]} */
  const results = [];
  for (const { tool, args } of steps) {
    const result = await runCommand(module, ["llvm", tool, ...args], root);
    results.push(result);
    if (result.exitCode !== 0) break;
  }
  /** @type {Record<string, Uint8Array>} */
  const found = {};
  for (const path of outputs) {
    const node = lookup(root, path);
    if (node instanceof MemoryFile) found[path] = node.bytes;
  }
  return { id, steps: results, files: found };
}

/**
 * @param {Request} request
 * @param {unknown} error
 * @returns {Reply}
 */
function failure({ id }, error) {
  return {
    id,
    steps: [],
    files: {},
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/**
 * @param {Request["files"][string]} content
 * @returns {Promise<Uint8Array>}
 */
async function bytesOf(content) {
  if (typeof content === "string") return Buffer.from(content);
  if (content instanceof Uint8Array) return content;
  const { key, bytes = residents.get(key), path } = content;
  const found = bytes ?? (path === undefined ? undefined : await readHostFile(path));
  if (found === undefined) throw new Error(`internal: the compiler process has no file ${key}`);
  residents.set(key, found);
  return found;
}

/** @param {string} path */
async function readHostFile(path) {
  const bytes = await readFile(path);
  return path.endsWith(".br") ? await decompress(bytes) : bytes;
}
