// A folder of the host that a tool sees in its own file system. Plain JavaScript, because the compiler's process runs it unbuilt.

export { entryIn, namesOf } from "./node/host-folder.js";
