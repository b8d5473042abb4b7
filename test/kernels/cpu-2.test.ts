import { runLibrary } from "./run-library.js";

await runLibrary({ device: "cpu", shard: { index: 2, count: 3 } });
