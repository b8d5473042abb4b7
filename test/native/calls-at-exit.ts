// Run by callbacks.test.ts in a process of its own: threads of C call a callback while the process ends by itself.

import { dlopen } from "../../src/index.js";

const lib = dlopen(process.argv[2] ?? "", {
  set_handler: "void(void (*f)(int code))",
  fire_forever: "void(int code)",
});
let calls = 0;
const handler = lib.callback("void(int code)", () => void calls++);
lib.set_handler(handler.pointer);
for (let i = 0; i < 3; i++) lib.fire_forever(i);
setTimeout(() => process.on("exit", (code) => console.log(`the end, ${code}, called: ${calls > 0}`)), 50);
process.on("exit", () => {
  process.exitCode = 7;
});
