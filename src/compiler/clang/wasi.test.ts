// Runs a C program, linked with the package's libc, over the file system in memory.
import { beforeAll, describe, expect, it } from "vitest";
import { Clang } from "./clang.js";
import { PACKAGE_PATH } from "./guest-layout.js";
import { lookup, makeDirectory, MemoryDirectory, MemoryFile, putFile } from "./memory-fs.js";
import { runCommand } from "./wasi.js";

const PROGRAM = `
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <errno.h>
int main(int argc, char** argv) {
  if (!strcmp(argv[1], "echo")) { for (int i = 2; i < argc; i++) printf("[%s]", argv[i]); fputs("to stderr", stderr); return 3; }
  if (!strcmp(argv[1], "trap")) { fputs("last words", stderr); __builtin_trap(); }
  if (!strcmp(argv[1], "files")) {
    FILE* f = fopen("/d/new.txt", "w+");
    for (int i = 0; i < 3000; i++) fprintf(f, "%04d\\n", i);
    fseek(f, 5 * 1234, SEEK_SET); char line[8] = {0}; fread(line, 1, 4, f);
    fseek(f, -5, SEEK_END); fputs("last", f); fclose(f);
    f = fopen("/d/new.txt", "a"); fputs("tail", f); fclose(f);
    struct stat s; stat("/d/new.txt", &s);
    printf("%s %d %d %d", line, (int)s.st_size, S_ISREG(s.st_mode), access("/d/none", F_OK));
    rename("/d/new.txt", "/d/sub/../moved.txt"); mkdir("/d/made", 0777); rmdir("/d/gone"); unlink("/d/old.txt");
    truncate("/d/moved.txt", 10);
    printf(" %d %d", unlink("/d/none") == -1 && errno == ENOENT, rmdir("/d/sub") == -1 && errno == ENOTEMPTY);
  }
  if (!strcmp(argv[1], "list")) {
    int n = 0; unsigned long sum = 0; DIR* d = opendir("/many");
    for (struct dirent* e; (e = readdir(d));) { n++; sum += strtoul(e->d_name + 5, 0, 10); }
    printf("%d %lu", n, sum);
  }
  if (!strcmp(argv[1], "read")) { FILE* f = fopen(argv[2], "r"); printf("%d", f != 0); }
}`;

let program: WebAssembly.Module;
beforeAll(async () => {
  const clang = new Clang();
  const lib = `${PACKAGE_PATH}/lib/wasm32-wasip1`;
  const system = [
    "-internal-isystem",
    `${PACKAGE_PATH}/include`,
    "-internal-isystem",
    `${PACKAGE_PATH}/include/wasm32-wasip1`,
  ];
  const { steps, files } = await clang.run({
    steps: [
      {
        tool: "clang",
        args: ["-cc1", "-triple", "wasm32-wasip1", "-O1", "-emit-obj", ...system, "-o", "/p.o", "/p.c"],
      },
      {
        tool: "wasm-ld",
        args: [
          "-o",
          "/p.wasm",
          `${lib}/crt1-command.o`,
          "/p.o",
          `${lib}/libc.a`,
          `${PACKAGE_PATH}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`,
        ],
      },
    ],
    files: { "/p.c": PROGRAM },
    outputs: ["/p.wasm"],
  });
  clang.stop();
  expect(steps.map((step) => step.stderr)).toEqual(["", ""]);
  program = new WebAssembly.Module(files["/p.wasm"] as Uint8Array);
});

describe("a program", () => {
  it("gets its arguments; its output and exit status come back", async () => {
    const result = await runCommand(program, ["program", "echo", "a b", "ü"], new MemoryDirectory());
    expect(result).toMatchObject({ exitCode: 3, stdout: "[a b][ü]", stderr: "to stderr" });
    expect(result.trap).toBeUndefined();
  });

  it("that traps has said what it had to say", async () => {
    const result = await runCommand(program, ["program", "trap"], new MemoryDirectory());
    expect(result).toMatchObject({ exitCode: 134, trap: "unreachable", stderr: "last words" });
  });

  it("writes, seeks, appends, truncates, renames and removes", async () => {
    const root = new MemoryDirectory();
    putFile(root, "/d/sub/keep.txt", Buffer.from("keep"));
    putFile(root, "/d/old.txt", Buffer.from("old"));
    makeDirectory(root, "/d/gone");
    const { stdout } = await runCommand(program, ["program", "files"], root);
    expect(stdout).toBe("1234 15004 1 -1 1 1");
    const directory = lookup(root, "/d");
    const names = directory instanceof MemoryDirectory ? directory.names() : [];
    expect(names.sort()).toEqual(["made", "moved.txt", "sub"]);
    const moved = lookup(root, "/d/moved.txt");
    expect(moved instanceof MemoryFile ? Buffer.from(moved.bytes).toString() : "").toBe("0000\n0001\n");
  });

  it("lists a directory that does not fit into one buffer", async () => {
    const root = new MemoryDirectory();
    for (let i = 0; i < 1000; i++) putFile(root, `/many/name_${i}`, new Uint8Array());
    const { stdout } = await runCommand(program, ["program", "list"], root);
    expect(stdout).toBe(`1000 ${(999 * 1000) / 2}`);
  });

  it("cannot leave its root; what it read is noted", async () => {
    const root = new MemoryDirectory();
    putFile(root, "/a/b.txt", Buffer.from("b"));
    const inside = await runCommand(program, ["program", "read", "/../../a/x/../b.txt"], root);
    expect([inside.stdout, inside.filesRead]).toEqual(["1", ["/a/b.txt"]]);
    const outside = await runCommand(program, ["program", "read", process.execPath], root);
    expect([outside.stdout, outside.filesRead, outside.filesMissed]).toEqual(["0", [], []]);
  });
});
