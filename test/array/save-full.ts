// Saves over files, in a process whose files may not grow beyond some size: what a full disk is to a program. Arguments: the
// folder. Prints what became of each save.

import { join } from "node:path";
import * as cu from "../../src/array/array.js";
import { withDevice } from "../../src/runtime/devices/devices.js";

const folder = process.argv[2] ?? "";
const said = async (saving: Promise<void>): Promise<string> =>
  saving.then(
    () => "saved",
    (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message,
  );

await withDevice("cpu", async () => {
  const large = cu.ones(1_000_000);
  const outcomes = [
    await said(cu.saveNpy(join(folder, "x.npy"), large)),
    await said(cu.saveNpy(join(folder, "new.npy"), large)),
    await said(cu.saveNpz(join(folder, "x.npz"), { large })),
    await said(cu.saveNpz(join(folder, "new.npz"), { large })),
    await said(cu.saveNpy(join(folder, "small.npy"), cu.ones(10))),
  ];
  process.stdout.write(JSON.stringify(outcomes));
});
