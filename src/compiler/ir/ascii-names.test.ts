import { describe, expect, it } from "vitest";
import { nameInSource, spellNamesInAscii } from "./ascii-names.js";

describe("names of other letters", () => {
  it("are spelled in ASCII wherever they stand", () => {
    const ir = `@"\\CE\\B3" = global i32 0
define void @"gr\\C3\\B6\\C3\\9Fe"(ptr %"\\CE\\BB") comdat($"gr\\C3\\B6\\C3\\9Fe") {
  br label %"\\CE\\BB.1"
"\\CE\\BB.1":
  %x = load %"struct.\\CE\\BB<int>", ptr %"\\CE\\BB"
`;
    expect(spellNamesInAscii(ir)).toBe(`@-CE-B3 = global i32 0
define void @gr-C3-B6-C3-9Fe(ptr %-CE-BB) comdat($gr-C3-B6-C3-9Fe) {
  br label %-CE-BB.1
-CE-BB.1:
  %x = load %"struct.-CE-BB<int>", ptr %-CE-BB
`);
  });

  it("leave texts, metadata and other quoted names as they are", () => {
    const ir = `@s = constant [6 x i8] c"100%", align 1
@t = constant [3 x i8] c"\\CE\\BB\\00"
define void @"a b"() "key"="\\CE" { call void asm "\\CE%0", ""(ptr %p) }
!1 = !DISubprogram(name: "\\CE\\BB", unit: !"\\CE")
`;
    expect(spellNamesInAscii(ir)).toBe(ir);
  });

  it("can be read back", () => {
    expect(["gr-C3-B6-C3-9Fe", "-CE-B3", "plain", "_Z1ki"].map(nameInSource)).toEqual([
      "größe",
      "γ",
      "plain",
      "_Z1ki",
    ]);
  });
});
