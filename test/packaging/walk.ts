// `npm run test:walk`: README.md and docs/get-started.md as a newcomer follows them. The package is packed and installed from npm into
// an empty folder, with what get-started names; then every TypeScript block is run, in order, and checked by tsc.
// `-- --tarball cuts-0.1.0.tgz` takes a packed package, `-- --node /path/to/node` another Node, as often as wanted; `--deno` and
// `--bun` with their paths run the same there.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { codeBlocks, promisedOutput } from "../docs/markdown.js";
import { root } from "../docs/pages.js";

const { values } = parseArgs({
  options: {
    tarball: { type: "string" },
    node: { type: "string", multiple: true },
    deno: { type: "string", multiple: true, default: [] },
    bun: { type: "string", multiple: true, default: [] },
  },
});

/** What runs the programs: a command, and what it is told before a file in TypeScript and before one in JavaScript. */
interface Runtime {
  readonly name: string;
  readonly command: string;
  readonly typescript: readonly string[];
  readonly javascript: readonly string[];
}

/** Both ways to load the package in plain JavaScript. */
const entries = {
  import: 'import * as cu from "cuts";\nconsole.log(await cu.add(cu.array([1]), cu.array([2])).item());\n',
  require: 'const cu = require("cuts");\ncu.add(cu.array([1]), cu.array([2])).item().then(console.log);\n',
};

const folder = mkdtempSync(join(tmpdir(), "cuts-walk-"));
const failures: string[] = [];
try {
  const tarball = resolve(values.tarball ?? pack());
  const started = readFileSync(join(root, "docs/get-started.md"), "utf8");
  const [install] = codeBlocks(started).filter(({ language }) => language === "sh");
  for (const line of install?.text.split("\n") ?? []) {
    console.log(`$ ${line}`);
    // What is published is this tarball.
    execFileSync("sh", ["-c", line.replace("install cuts", `install ${tarball}`)], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const [tsconfig] = codeBlocks(started).filter(({ language }) => language === "json");
  writeFileSync(join(folder, "tsconfig.json"), tsconfig?.text ?? "");
  const programs = ["README.md", "docs/get-started.md"].flatMap((page) =>
    codeBlocks(readFileSync(join(root, page), "utf8"))
      .filter(({ language, marks }) => language === "ts" && marks.join() === "run")
      .map(({ text, line }) => ({
        title: `${page}, line ${line}`,
        file: `${page.replace(/\W/g, "-")}-${line}.ts`,
        text,
      })),
  );
  for (const { file, text } of programs) writeFileSync(join(folder, file), `${text}\n`);
  for (const { name, command, typescript, javascript } of runtimes()) {
    const run = (args: readonly string[]) => spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    for (const { title, file, text } of programs) {
      const { stdout, stderr } = run([...typescript, file]);
      const lines = stdout.trimEnd().split("\n");
      const isRight = stderr === "" && lines.join("\n") === promisedOutput(text).join("\n");
      console.log(`${name}  ${isRight ? "ok    " : "FAILED"}  ${title}`);
      if (!isRight) failures.push(`${name}, ${title}:\n${stdout}${stderr}`);
    }
    for (const [kind, code] of Object.entries(entries)) {
      const file = kind === "require" ? "entry.cjs" : "entry.mjs";
      writeFileSync(join(folder, file), code);
      const { stdout, stderr } = run([...javascript, file]);
      const isRight = stdout === "3\n" && stderr === "";
      console.log(`${name}  ${isRight ? "ok    " : "FAILED"}  ${kind}`);
      if (!isRight) failures.push(`${name}, ${kind}:\n${stdout}${stderr}`);
    }
  }
  const checked = spawnSync(process.execPath, [join(folder, "node_modules/typescript/bin/tsc")], {
    cwd: folder,
    encoding: "utf8",
  });
  console.log(`tsc  ${checked.status === 0 ? "ok" : "FAILED"}`);
  if (checked.status !== 0) failures.push(`tsc:\n${checked.stdout}`);
  spawnSync(join(folder, "node_modules/.bin/cuts"), ["doctor"], { cwd: folder, stdio: "inherit" });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;

/** Those that were named, else the Node that runs this. */
function runtimes(): readonly Runtime[] {
  const { deno, bun } = values;
  const node = values.node ?? (deno.length + bun.length === 0 ? [process.execPath] : []);
  const version = (command: string): string =>
    execFileSync(command, ["--version"], { encoding: "utf8" }).split("\n")[0] as string;
  const tsx = join(folder, "node_modules/tsx/dist/cli.mjs");
  return [
    ...node.map((command) => ({
      name: `Node ${version(command)}`,
      command,
      typescript: [tsx],
      javascript: [],
    })),
    ...deno.map((command) => ({
      name: version(command),
      command,
      typescript: ["run", "--allow-all"],
      javascript: ["run", "--allow-all"],
    })),
    ...bun.map((command) => ({
      name: `Bun ${version(command)}`,
      command,
      typescript: ["run"],
      javascript: ["run"],
    })),
  ];
}

/** The package as npm packs it. */
function pack(): string {
  const into = mkdtempSync(join(tmpdir(), "cuts-tarball-"));
  execFileSync("npm", ["pack", "--pack-destination", into], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return join(into, readdirSync(into).find((name) => name.endsWith(".tgz")) ?? "");
}
