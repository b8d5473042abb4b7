// Run by callbacks.test.ts in a process of its own: a registered callback that throws on a call from a foreign thread.

import { dlopen } from "../../src/index.js";

const lib = dlopen(process.argv[2] ?? "", {
  set_handler: "void(void (*f)(int code))",
  fire_from_thread: "void(int code)",
  thread_count: "int()",
});

let seen = 0;
// Nothing else keeps the process alive while the thread calls, and the thread must not return into a process that ends.
const waiting = setInterval(() => {
  if (seen === 3 && lib.thread_count() === 0) clearInterval(waiting);
}, 1);
process.on("uncaughtException", (error) => {
  console.log(`uncaught: ${error.message}`);
  seen++;
});

const handler = lib.callback("void(int code)", (code) => {
  throw new Error(`code ${code}`);
});
lib.set_handler(handler.pointer);
lib.fire_from_thread(1);
