// Child process that holds the embedded clang warm. Started with --liftoff-only: compiling clang's own 75 MB of
// WebAssembly with the optimising tier would cost more than it saves. One request in flight at a time.
// @ts-check
import { runLLVM } from "@yowasp/clang";

const decoder = new TextDecoder();
const quiet = { decodeASCII: false, fetchProgress: () => {}, stdout: () => {} };
const ready = runLLVM(["clang", "--version"], {}, quiet);

process.on("message", async (/** @type {{ args: string[], files: import("@yowasp/clang").Tree }} */ request) => {
  let log = "";
  const collect = (/** @type {Uint8Array | null} */ bytes) => {
    if (bytes !== null) log += decoder.decode(bytes);
  };
  await ready;
  const start = process.cpuUsage();
  const cpuMs = () => process.cpuUsage(start).user / 1000;
  try {
    const files = await runLLVM(request.args, request.files, { ...quiet, stdout: collect, stderr: collect });
    process.send?.({ ok: true, log, files, cpuMs: cpuMs() });
  } catch (error) {
    process.send?.({ ok: false, log: log || String(error), files: {}, cpuMs: cpuMs() });
  }
});
