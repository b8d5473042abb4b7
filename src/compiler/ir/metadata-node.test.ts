import { expect, it } from "vitest";
import { Metadata } from "./metadata.js";
import { parseNode } from "./metadata-node.js";

it("records have fields, as texts without quotes", () => {
  const node = parseNode(
    'distinct !DISubprogram(name: "a, (b)", scope: !1, line: 3, flags: DIFlagA | DIFlagB, types: !{!2, null}, spFlags: 0)',
  );
  expect(node).toEqual({
    kind: "record",
    name: "DISubprogram",
    isDistinct: true,
    fields: new Map([
      ["name", "a, (b)"],
      ["scope", "!1"],
      ["line", "3"],
      ["flags", "DIFlagA | DIFlagB"],
      ["types", "!{!2, null}"],
      ["spFlags", "0"],
    ]),
  });
});

it("lists have items", () => {
  expect(parseNode('distinct !{!1, !"a, b", i32 -1, null, ptr @f}')).toMatchObject({
    isDistinct: true,
    items: ["!1", '!"a, b"', "i32 -1", "null", "ptr @f"],
  });
  expect(parseNode("!{}")).toEqual({ kind: "list", isDistinct: false, items: [] });
});

it("operations of expressions have no names", () => {
  expect(parseNode("!DIExpression(DW_OP_constu, 3, DW_OP_LLVM_fragment, 0, 32)")).toMatchObject({
    name: "DIExpression",
    fields: new Map(),
  });
});

it("a module finds nodes by their references", () => {
  const metadata = new Metadata(new Map([[7, "!DILocation(line: 4, scope: !5)"]]), new Map());
  expect(metadata.field("!7", "line")).toBe("4");
  expect(metadata.field("!7", "column")).toBeUndefined();
  expect(metadata.field("!8", "line")).toBeUndefined();
  expect(metadata.node("null")).toBeUndefined();
});
