import { expect, test } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { keepWaitLoops as keepIn } from "./keep-wait-loops.js";

interface Nest {
  readonly iterations: readonly number[];
  readonly body: string;
}

/** Nested loops as clang writes them, the outermost first; the metadata of each is !10, !11 and so on. */
function nested({ iterations, body }: Nest, depth = 0): string {
  const [first, ...rest] = iterations;
  if (first === undefined) return body;
  const d = String(depth);
  return [
    `  br label %for.cond${d}, !dbg !1`,
    `for.cond${d}:                 ; preds = %for.inc${d}`,
    `  %i${d} = load i32, ptr %a${d}, align 4`,
    `  %cmp${d} = icmp slt i32 %i${d}, ${first}, !dbg !1`,
    `  br i1 %cmp${d}, label %for.body${d}, label %for.end${d}, !dbg !1`,
    `for.body${d}:`,
    nested({ iterations: rest, body }, depth + 1),
    `  br label %for.cond${d}, !dbg !1, !llvm.loop !1${d}`,
    `for.end${d}:`,
  ].join("\n");
}

const keepWaitLoops = (text: string): string => printModule(keepIn(parseModule(text)));

const ir = (loops: string): string =>
  printModule(
    parseModule(
      [
        "define internal void @exchange() #0 {",
        "  call void @__cuts_barrier() #1, !dbg !1",
        "  call void @__cuts_barrier() #1, !dbg !1",
        "  ret void",
        "}",
        "define void @kernel() #0 {",
        loops,
        "  ret void",
        "}",
        "!1 = !{}",
        ...[0, 1, 2].map((d) => `!1${d} = distinct !{!1${d}, !5, !6}`),
        '!5 = !{!"llvm.loop.mustprogress"}',
        '!6 = !{!"llvm.loop.unroll.enable"}',
        "",
      ].join("\n"),
    ),
  );

const kept = (text: string): number[] =>
  [0, 1, 2].filter((d) => /!llvm\.loop !\d+/.test(text) && !text.includes(`!llvm.loop !1${d}\n`));

test("a loop that waits a few times is unrolled", () => {
  const text = ir(nested({ iterations: [5], body: "  call void @exchange() #1" }));
  expect(keepWaitLoops(text)).toBe(text);
});

test("of nested loops with many waits the outer ones stay loops", () => {
  const changed = keepWaitLoops(ir(nested({ iterations: [100, 8, 2], body: "  call void @exchange() #1" })));
  expect(kept(changed)).toEqual([0]);
  const more = keepWaitLoops(ir(nested({ iterations: [100, 30, 2], body: "  call void @exchange() #1" })));
  expect(kept(more)).toEqual([0, 1]);
  expect(more).toContain('!13 = !{!"llvm.loop.unroll.disable"}');
  expect(more).toContain("!14 = distinct !{!14, !13}");
  expect(more).toMatch(/!llvm\.loop !1[45]\nfor\.end1:/);
});

test("loops without waits are unrolled however long they are", () => {
  const text = ir(nested({ iterations: [100, 100], body: "  call void @other() #1" }));
  expect(keepWaitLoops(text)).toBe(text);
});
