// Addons that load() did not build: made by a plain call of a compiler with what addonFlags() says.

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { requireCompiler } from "../../src/build/toolchain/compilers.js";
import * as cu from "../../src/index.js";
import { runCli } from "../../src/cli/run-cli.js";
import { because, noCompiler, Workshop } from "../build/workshop.js";

const shop = new Workshop();
afterAll(() => shop.remove());

const source = `#include <cuts/extension.h>
cuts::Tensor scale(const cuts::Tensor& x, double by) {
  cuts::Tensor out = cuts::empty_like(x);
  for (int64_t i = 0; i < x.numel(); i++) out.data_ptr<float>()[i] = x.data_ptr<float>()[i] * float(by);
  return out;
}
CUTS_MODULE(m) { m.def("scale", &scale, "Scales.", cuts::arg("x"), cuts::arg("by")); }
`;

function compile(output: string, input: string, words: readonly string[]): void {
  const { path, args } = requireCompiler("c++", "a test");
  const { status, stderr } = spawnSync(path, [...args, "-O1", ...words, input, "-o", output], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
}

describe.each([
  ["native", noCompiler],
  ["wasm", undefined],
] as const)("sources that include cuts/extension.h and have no CUTS_MODULE (%s)", (toolchain, missing) => {
  it.skipIf(missing !== undefined)(`are told what is missing${because(missing)}`, async () => {
    const sources = await shop.write(
      "bare.cpp",
      "#include <cuts/extension.h>\nint add(int a) { return a; }\n",
    );
    await expect(cu.load({ sources, toolchain, device: "cpu" })).rejects.toMatchObject({
      code: "CUTS_ADDON_LOAD",
      message: expect.stringMatching(
        /^Cannot load the addon bare: one of its sources must have a CUTS_MODULE/,
      ),
    });
  });
});

describe.skipIf(noCompiler !== undefined)(`an addon of one's own build${because(noCompiler)}`, () => {
  it("is opened by its path, and tells what it is", async () => {
    const input = await shop.write("scale.cpp", source);
    const output = shop.path("scale.node");
    const { includes, defines, options, linkOptions } = cu.addonFlags();
    compile(output, input, [
      ...options,
      ...linkOptions,
      ...defines.map((one) => `-D${one}`),
      ...includes.map((folder) => `-I${folder}`),
    ]);
    const addon = await cu.loadAddon<{ scale(x: cu.NDArray, by: number): cu.NDArray<"float32"> }>(
      pathToFileURL(output),
    );
    using x = cu.array([1, 2, 3], { device: "cpu" });
    using out = addon.scale(x, 2);
    expect(await out.tolist()).toEqual([2, 4, 6]);
    const info = cu.loadInfo(addon);
    expect(info).toMatchObject({ name: "scale", kind: "addon", path: output, isFresh: false });
    expect(info.types).toContain("export declare function scale(x: NDArray, by: number): NDArray");
  });

  it("is refused where it is none", async () => {
    writeFileSync(shop.path("text.node"), "no library");
    await expect(cu.loadAddon(shop.path("text.node"))).rejects.toMatchObject({ code: "CUTS_ADDON_LOAD" });
    await expect(cu.loadAddon(5 as never)).rejects.toMatchObject({ code: "CUTS_SOURCES" });
  });

  it("gets its folders and options from the command line too", async () => {
    const written: string[] = [];
    const out = { write: (text: string) => void written.push(text), isTTY: false };
    const io = { out, err: out, environment: {}, input: process.stdin } as never;
    expect(await runCli(["addon-flags", "--includes"], io)).toBe(0);
    expect(written.join("")).toBe(`${cu.addonFlags().includes.join(";")}\n`);
    written.length = 0;
    expect(await runCli(["addon-flags"], io)).toBe(0);
    expect(written.join("").split(" ")).toContain("-DNAPI_VERSION=8");
  });
});
