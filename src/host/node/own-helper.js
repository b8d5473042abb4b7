// @ts-check
// The process of a helper, by Node: its main thread only passes messages on, so that it ends with its parent even while the other
// one works. Plain JavaScript, because helpers run unbuilt.
/* oxlint-disable unicorn/require-post-message-target-origin -- threads are not windows */

import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { brotliDecompress } from "node:zlib";
import { endNow, endWithParent } from "./end-with-parent.js";

const decompress = promisify(brotliDecompress);

/** Whether this is the thread that passes messages on. */
export const isOuterThread = isMainThread;

/** What the helper was started with. */
export const helperArgument = process.argv[2] ?? "";

/**
 * Passes messages between the parent and a thread that runs `program` with the same argument.
 * @param {string} program its URL
 * @param {number} stackMegabytes
 */
export function relayTo(program, stackMegabytes) {
  process.on("disconnect", endNow);
  // A parent that was gone before the line above has been heard of already, by nobody.
  if (!process.connected) endNow();
  // The id of the parent's process, where this is a child of the one that asks.
  if (process.argv[3] !== undefined) endWithParent(Number(process.argv[3]));
  // Most functions of a large module never run: checking each when it is first called halves the loading time.
  setFlagsFromString("--wasm-lazy-validation");
  const worker = new Worker(new URL(program), {
    argv: [helperArgument],
    resourceLimits: { stackSizeMb: stackMegabytes },
  });
  worker.on("message", (reply) => process.send?.(reply));
  process.on("message", (request) => worker.postMessage(request));
}

/** Answers each message of the parent. @param {(request: never) => Promise<unknown>} answer */
export function serveMessages(answer) {
  parentPort?.on("message", async (request) =>
    parentPort?.postMessage(await answer(/** @type {never} */ (request))),
  );
}

/** @param {string} path @returns {Promise<Uint8Array>} */
export function readFileLater(path) {
  return readFile(path);
}

/** Undoes Brotli. @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export function unpackLater(bytes) {
  return decompress(bytes);
}
