// A program that forgets a buffer; the test of the leak report runs it.

import { buffer } from "../../src/array/array.js";
import { registerFake } from "./fake-backend.js";

registerFake("fake:0");
const device = "fake:0";

buffer("int32", 3, { device }).dispose();
const forgotten = buffer("int32", 7, { device });
// Reachable to the end, so that it is a leak and not garbage.
process.on("exit", () => (process.exitCode = forgotten.length === 7 ? 0 : 1));
