// An installation without the embedded compiler, as the Dockerfile of docs/deploying.md makes one, in an empty folder and with no compiler on the PATH.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPackage } from "./built-package.js";

const run = promisify(execFile);
const isPosix = process.platform !== "win32";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cuts-without-compiler-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.skipIf(!isPosix)(
  "the Dockerfile's way leaves koffi's addon, and CuTS works (skipped: no sh)",
  async () => {
    const page = await readFile(fileURLToPath(new URL("../../docs/deploying.md", import.meta.url)), "utf8");
    const [, line = ""] = /^RUN (npm ci .+)$/m.exec(page) ?? [];
    const [app, path, empty] = [join(folder, "app"), join(folder, "bin"), join(folder, "empty")];
    for (const one of [app, path, empty]) await mkdir(one);
    // A machine with Node and a shell, and nothing else.
    for (const name of ["env", "node", "npm", "rm", "sh"]) await symlink(programOf(name), join(path, name));
    const env = { ...process.env, PATH: path, npm_config_prefer_offline: "true" };
    const options = { cwd: app, env };

    const built = await buildPackage();
    try {
      const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", app];
      const [tarball] = JSON.parse((await run("npm", pack, { cwd: built.folder })).stdout) as [
        { filename: string },
      ];
      const dependencies = { cuts: `file:${tarball.filename}` };
      await writeFile(
        join(app, "package.json"),
        JSON.stringify({ name: "app", type: "module", dependencies }),
      );
    } finally {
      await built.remove();
    }
    await run("npm", ["install", "--package-lock-only", "--ignore-scripts"], options);
    await run("sh", ["-c", line], options);

    expect(existsSync(join(app, "node_modules/@yowasp"))).toBe(false);
    await writeFile(
      join(app, "server.js"),
      `import * as cu from "cuts";
     console.log(cu.dlopen(null, { abs: "int(int x)" }).abs(-42), cu.array([1, 2, 3]).tolistSync());`,
    );
    const bare = { PATH: empty, CUTS_DEVICE: "cpu", CUTS_CACHE_DIR: join(folder, "cache") };
    expect((await run(process.execPath, ["server.js"], { cwd: app, env: bare })).stdout).toBe(
      "42 [ 1, 2, 3 ]\n",
    );
  },
);

/** Where a program is. */
function programOf(name: string): string {
  if (name === "node") return process.execPath;
  const places = (process.env["PATH"] ?? "").split(delimiter).map((one) => join(one, name));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`there is no ${name} on the PATH`);
  return found;
}
