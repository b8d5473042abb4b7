import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultMaxByteLength, parseByteSize, settingsFrom } from "./settings.js";

type Environment = Readonly<Record<string, string>>;

const linux = (environment: Environment, home?: string) =>
  settingsFrom(environment, "linux", home, "/project");

describe("the directory", () => {
  it.each<[NodeJS.Platform, Environment, string, string]>([
    ["linux", {}, "/home/ada", "/home/ada/.cache/cuts"],
    ["linux", { XDG_CACHE_HOME: "/var/ada" }, "/home/ada", "/var/ada/cuts"],
    ["linux", { XDG_CACHE_HOME: "relative" }, "/home/ada", "/home/ada/.cache/cuts"],
    ["linux", { XDG_CACHE_HOME: "/x", CUTS_CACHE_DIR: "/y" }, "/home/ada", "/y"],
    ["linux", { CUTS_CACHE_DIR: "here" }, "/home/ada", "/project/here"],
    ["linux", { CUTS_CACHE_DIR: "" }, "/home/ada", "/home/ada/.cache/cuts"],
    ["darwin", {}, "/Users/ada", "/Users/ada/Library/Caches/cuts"],
    ["win32", { LOCALAPPDATA: "D:\\local" }, "C:\\Users\\ada", "D:\\local\\cuts\\cache"],
    ["win32", {}, "C:\\Users\\ada", "C:\\Users\\ada\\AppData\\Local\\cuts\\cache"],
  ])("on %s with %o is in its place", (platform, environment, home, expected) => {
    expect(settingsFrom(environment, platform, home, "/project")).toEqual({
      directory: expected,
      maxByteLength: defaultMaxByteLength,
      enabled: true,
      problems: [],
    });
  });

  it("is none without a home, which is said only if the cache is wanted", () => {
    expect(linux({})).toMatchObject({ directory: undefined, problems: [expect.stringContaining("no home")] });
    expect(linux({ CUTS_CACHE: "0" })).toMatchObject({ directory: undefined, problems: [] });
  });
});

describe("CUTS_CACHE", () => {
  it.each(["0", "off", "false", "No"])("%s turns the cache off", (value) => {
    expect(linux({ CUTS_CACHE: value }, "/h")).toMatchObject({ enabled: false, problems: [] });
  });
  it.each(["", "1", "on", "TRUE"])("%j leaves it on", (value) => {
    expect(linux({ CUTS_CACHE: value }, "/h")).toMatchObject({ enabled: true, problems: [] });
  });
  it("leaves it on and says so for anything else", () => {
    expect(linux({ CUTS_CACHE: "disabled" }, "/h")).toMatchObject({
      enabled: true,
      problems: ['Cannot read CUTS_CACHE: it is 0 or 1 (got "disabled"); the cache stays on'],
    });
  });
});

describe("CUTS_CACHE_SIZE", () => {
  it.each([
    ["1", 1],
    ["1000000", 1_000_000],
    ["64K", 65_536],
    ["1.5 MiB", 1_572_864],
    ["2gb", 2 ** 31],
    [" 1 T ", 2 ** 40],
  ])("%j is %d bytes", (text, expected) => {
    expect(parseByteSize(text)).toBe(expected);
  });

  it.each(["", "0", "0.1", "-1", "1e3", "G", "1 P", "1GG", "99999999T", "NaN", "Infinity"])(
    "%j is no size",
    (text) => {
      expect(parseByteSize(text)).toBeUndefined();
    },
  );

  it("reads back every number of bytes", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (bytes) => {
        expect(parseByteSize(String(bytes))).toBe(bytes === 0 ? undefined : bytes);
      }),
    );
  });

  it("falls back to 1 GiB and says so", () => {
    const settings = linux({ CUTS_CACHE_SIZE: "lots" }, "/h");
    expect(settings.maxByteLength).toBe(2 ** 30);
    expect(settings.problems).toEqual([expect.stringContaining('(got "lots")')]);
  });
});
