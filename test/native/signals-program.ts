// A program that makes calls which handle signals as NVRTC does; kept-signals.test.ts sends it signals.

import { openRawLibrary } from "../../src/ffi/raw-library.js";
import { keepingSignals, keepingSignalsAsync } from "../../src/native/kept-signals.js";

const signal = openRawLibrary(null).bind("signal", "address", ["int32", "address"]);
const IGNORED = 1;

/** Ignores both signals until what it gives is called, which puts the handlers back without their flags. */
function meddle(): () => void {
  const before = [2, 15].map((number) => [number, signal(number, IGNORED)] as const);
  return () => {
    for (const [number, handler] of before) signal(number, handler);
  };
}

const meddling = async (meanwhile: () => unknown): Promise<void> => {
  const stop = meddle();
  await meanwhile();
  stop();
};
const heard = (): void => {
  console.log("heard");
  process.exit(7);
};

const how = process.argv[2];
if (how === "call") keepingSignals(() => meddle()());
if (how === "two at once") {
  let finish = (): void => {};
  const long = keepingSignalsAsync(() => meddling(() => new Promise<void>((resolve) => (finish = resolve))));
  await keepingSignalsAsync(() => meddling(() => undefined));
  finish();
  await long;
}
if (how === "listen meanwhile") await keepingSignalsAsync(() => meddling(() => process.on("SIGTERM", heard)));
if (how === "listen before") {
  process.on("SIGTERM", heard);
  keepingSignals(() => meddle()());
}
if (how === "stop meanwhile") {
  process.on("SIGTERM", heard);
  await keepingSignalsAsync(() => meddling(() => process.off("SIGTERM", heard)));
}
setTimeout(() => {}, 60_000);
console.log("ready");
