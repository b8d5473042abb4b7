// The thread that this runs in, for the programs that threads are started with. Plain JavaScript, because they run unbuilt.

export { endThread, loadPackage, nextMessage, setup, systemThreadId } from "./node/own-thread.js";
