import { describe, expect, it } from "vitest";
import { DeclarationError } from "../core/errors.js";
import { instantiate } from "./instantiate.js";
import { findKernels, selectKernel } from "./kernel-signatures.js";
import { typeCode } from "./type-code.js";

function codes(source: string, expression: string): string[] {
  const [kernel] = findKernels(source).kernels;
  if (kernel === undefined) throw new Error("no kernel");
  return instantiate(kernel, expression).parameters.map((parameter) => typeCode(parameter.type));
}

const scan =
  "template <typename T, int N = 256> __global__ void scan(const T* in, T* out, T first, Tile<T, N> tile, int n) {}";

describe("instantiate", () => {
  it("puts types and values in the place of template parameters", () => {
    expect(codes(scan, "scan<float, 128>")).toEqual([
      "float32 const*",
      "float32*",
      "float32",
      "opaque Tile<float, 128>",
      "int32",
    ]);
    expect(codes(scan, "scan<unsigned long long>")).toEqual([
      "uint64 const*",
      "uint64*",
      "uint64",
      "opaque Tile<unsigned long long, 256>",
      "int32",
    ]);
  });

  it("keeps const, pointers and vectors of an argument", () => {
    const source = "template <class T> __global__ void f(T* p, T v) {}";
    expect(codes(source, "f<const float>")).toEqual(["float32 const*", "float32"]);
    expect(codes(source, "f<double*>")).toEqual(["float64**", "float64*"]);
    expect(codes(source, "f<float4>")).toEqual(["float4*", "float4"]);
    expect(codes(source, "f<ns::Thing<int, 3>>")).toEqual([
      "opaque ns::Thing<int, 3>*",
      "opaque ns::Thing<int, 3>",
    ]);
  });

  it("uses defaults, also those that name earlier parameters", () => {
    const source =
      "template <typename T = float, typename U = T, class V = pair<T, U>> __global__ void f(T t, U u, V* v) {}";
    expect(codes(source, "f<>")).toEqual(["float32", "float32", "opaque pair<float, float>*"]);
    expect(codes(source, "f")).toEqual(["float32", "float32", "opaque pair<float, float>*"]);
    expect(codes(source, "f<int>")).toEqual(["int32", "int32", "opaque pair<int, int>*"]);
    expect(codes(source, "f<int, double>")).toEqual(["int32", "float64", "opaque pair<int, double>*"]);
  });

  it("leaves what follows a pack to the compiler", () => {
    const source = "template <typename T, typename... Rest> __global__ void f(T* x, tuple<Rest...> t) {}";
    expect(codes(source, "f<float, int, int>")).toEqual(["float32*", "opaque tuple<Rest...>"]);
  });

  it("gives a signature that is no template any more", () => {
    const found = findKernels(`namespace a { ${scan} }`);
    const kernel = selectKernel(found, "a::scan<float>");
    expect(kernel.template).toBeUndefined();
    expect(kernel).toMatchObject({ name: "scan", qualifiedName: "a::scan" });
  });

  it.each([
    ["scan<float, 1, 2>", "CUTS_DECLARATION_TYPE", "the template takes 2 arguments, not 3"],
    ["scan<>", "CUTS_DECLARATION_TYPE", 'the template parameter "T" must have an argument'],
    ["scan", "CUTS_DECLARATION_TYPE", 'the template parameter "T" must have an argument'],
    ["scan<float", "CUTS_DECLARATION_SYNTAX", 'the arguments must end with ">"'],
    ["scan<float> x", "CUTS_DECLARATION_SYNTAX", 'the arguments must end with ">"'],
    ["scan<3>", "CUTS_DECLARATION_SYNTAX", "a type must stand here"],
    ["other<float>", "CUTS_KERNEL_UNKNOWN", 'it must name "scan"'],
  ])("refuses %s", (expression, code, message) => {
    const attempt = () => codes(scan, expression);
    expect(attempt).toThrow(DeclarationError);
    expect(attempt).toThrow(expect.objectContaining({ code }));
    expect(attempt).toThrow(message);
  });

  it("refuses arguments for a kernel that is no template", () => {
    expect(() => codes("__global__ void f(int n) {}", "f<int>")).toThrow('"f" is no template');
    expect(codes("__global__ void f(int n) {}", "f")).toEqual(["int32"]);
  });

  it("does not grow without bound on defaults that name each other", () => {
    const list = Array.from(
      { length: 40 },
      (_, at) => `typename T${at} = ${at === 0 ? "int" : `P<T${at - 1}, T${at - 1}>`}`,
    );
    const source = `template <${list.join(", ")}> __global__ void f(T39 x) {}`;
    expect(() => codes(source, "f<>")).toThrow("a template argument is too long");
  });
});
