import { runLibrary } from "./run-library.js";

await runLibrary({ device: "cpu", shard: { index: 0, count: 3 } });
