import { runLibrary } from "./run-library.js";

await runLibrary({ device: "cpu", shard: { index: 1, count: 3 } });
