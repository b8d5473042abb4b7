// The compiler's child process: loads the clang of @yowasp/clang once, then runs batches of its tools on request.
// Its argument is the folder with the package's llvm.core.wasm and llvm-resources.tar.
// Plain JavaScript with JSDoc types, so that it runs unbuilt. What tools see, and where, is in guest-layout.js. It ends
// when its parent disconnects or is gone; it prints nothing.
import {
  helperArgument,
  isOuterThread,
  readFileLater,
  relayTo,
  serveMessages,
  unpackLater,
} from "../../host/own-helper.js";
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

const folder = helperArgument;
/** @type {Map<string, Uint8Array>} */
const residents = new Map();

if (isOuterThread) relayTo(import.meta.url, STACK_MEGABYTES);
else serve();

function serve() {
  const loaded = load();
  // A load error is reported by the first request, which awaits the same promise.
  loaded.catch(() => {});
  serveMessages((/** @type {Request} */ request) =>
    answer(request, loaded).catch((error) => failure(request, error)),
  );
}

async function load() {
  const [program, archive] = await Promise.all([
    readFileLater(`${folder}/llvm.core.wasm`),
    readFileLater(`${folder}/llvm-resources.tar`),
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
  makeDirectory(root, GUEST).entries.set(PACKAGE_PATH.slice(PACKAGE_PATH.lastIndexOf("/") + 1), resources);
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
  const bytes = await readFileLater(path);
  return path.endsWith(".br") ? await unpackLater(bytes) : bytes;
}
