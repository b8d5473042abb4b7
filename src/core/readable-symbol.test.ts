import { describe, expect, it } from "vitest";
import { readableSymbol } from "./readable-symbol.js";

describe("readableSymbol", () => {
  it.each([
    ["_Z4readPKiPi", "read"],
    ["_ZN5inner5scaleEPfi", "inner::scale"],
    ["_Z4fillIfEvPT_S0_i", "fill"],
    ["_ZN12_GLOBAL__N_15sweepEv", "(anonymous namespace)::sweep"],
    ["_Z3addPf", "add"],
    ["add", "add"],
    ["_ZN2ns5inner3addEPfi", "ns::inner::add"],
    ["plain", "plain"],
    ["_ZTV3Foo", "_ZTV3Foo"],
  ])("%s is %s", (symbol, name) => {
    expect(readableSymbol(symbol)).toBe(name);
  });
});
