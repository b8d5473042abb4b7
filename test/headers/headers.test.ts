// The device headers, compiled by the embedded clang and run as WebAssembly. One file, because one compiler process and
// one precompiled header then serve all suites.
import { afterAll, beforeAll, describe } from "vitest";
import { HeaderCompiler } from "./compile.js";
import { floatMathSuite } from "./float-math.suite.js";
import { halfSuite } from "./half.suite.js";
import { intrinsicsSuite } from "./intrinsics.suite.js";
import { languageSuite } from "./language.suite.js";
import { namesSuite } from "./names.suite.js";

const compiler = new HeaderCompiler();
beforeAll(() => compiler.warmUp(), 60_000);
afterAll(() => compiler.dispose());

describe("sources compile", () => namesSuite(compiler));
describe("float functions", () => floatMathSuite(compiler));
describe("intrinsics", () => intrinsicsSuite(compiler));
describe("16-bit floats", () => halfSuite(compiler));
describe("language and ABI", () => languageSuite(compiler));
