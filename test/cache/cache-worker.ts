// A process of the multi-process cache test. Every entry's contents follow from its name, so each process can tell a
// right value from a wrong one by itself; a wrong one ends the process with an error.
//
// Usage: cache-worker.ts writer|reader|stuck DIRECTORY MAX_BYTES NUMBER

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  type Compilation,
  type CompileRequest,
  type ObjectCode,
  openCache,
} from "../../src/compiler/cache.js";

/** Names that all writers write. */
export const sharedNames = Array.from({ length: 8 }, (_, index) => `shared ${index}`);

/** Names that one writer alone writes. */
export function ownNames(writer: number): readonly string[] {
  return Array.from({ length: 5 }, (_, index) => `writer ${writer}, entry ${index}`);
}

/** The request that stands for a name; every other one includes a header. */
export function requestFor(name: string, directory: string): CompileRequest {
  return { compiler: "test", compilerVersion: "1", target: "none", options: [], source: name, directory };
}

/** What a name compiles to: 3 KB to 200 KB, different for every name. */
export function compile(name: string): Compilation {
  const size = 3_000 + ((name.charCodeAt(name.length - 1) * 7919) % 197_000);
  const code = new Uint8Array(Buffer.alloc(size, name));
  return name.endsWith("1") ? { code, info: name, files: ["header.h"] } : { code, info: name };
}

/** Throws unless the object is what the name compiles to. */
export function verify(name: string, object: ObjectCode): void {
  const right = object.info === name && Buffer.from(compile(name).code).equals(object.code);
  if (!right)
    throw new Error(
      `wrong entry for ${name}: ${JSON.stringify(object.info)}, ${object.code.byteLength} bytes`,
    );
}

async function write(directory: string, maxByteLength: number, writer: number): Promise<void> {
  const cache = open(directory, maxByteLength);
  for (let round = 0; round < 2; round++) {
    const names = [...sharedNames, ...ownNames(writer)];
    for (const [index, name] of names.entries()) {
      // Half of the stores replace an entry that is there, in the blocking way and in the other.
      const force = (index + round) % 2 === 0;
      const request = requestFor(name, directory);
      verify(
        name,
        cache.getOrCompileSync(request, () => compile(name), { force }),
      );
      verify(name, await cache.getOrCompile(request, () => compile(name), { force: !force }));
    }
  }
  await cache.idle();
}

async function read(directory: string, maxByteLength: number): Promise<void> {
  const stop = new AbortController();
  process.once("message", () => stop.abort());
  process.send?.("ready");
  let hits = 0;
  // Once more after it is told to stop: all that was written by then is there.
  for (let isLast = false; !isLast; ) {
    isLast = stop.signal.aborted;
    // A new cache each time, as a new process would have.
    const cache = open(directory, maxByteLength);
    for (const name of sharedNames) {
      const object = cache.findSync(requestFor(name, directory));
      if (object === undefined) continue;
      verify(name, object);
      hits++;
    }
    await sleep(2);
  }
  process.send?.({ hits });
  process.disconnect();
}

/** Stops for good between writing the temporary file and renaming it, so that the parent can kill it there. */
function getStuck(directory: string, maxByteLength: number): void {
  fs.fsyncSync = () => {
    fs.writeFileSync(join(directory, "stuck"), "");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  syncBuiltinESMExports();
  const [name = ""] = sharedNames;
  open(directory, maxByteLength).getOrCompileSync(requestFor(name, directory), () => compile(name), {
    force: true,
  });
}

function open(directory: string, maxByteLength: number) {
  return openCache({
    directory: join(directory, "cache"),
    maxByteLength,
    enabled: true,
    onWarning: (message) => {
      throw new Error(message);
    },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [role, directory = "", maxByteLength, number] = process.argv.slice(2);
  if (role === "writer") await write(directory, Number(maxByteLength), Number(number));
  else if (role === "reader") await read(directory, Number(maxByteLength));
  else getStuck(directory, Number(maxByteLength));
}
