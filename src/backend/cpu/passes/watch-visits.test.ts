import { expect, it } from "vitest";
import { calleeOf } from "../../../compiler/ir/instruction.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { WATCH_FUNCTIONS } from "./watch-calls.js";
import { watchVisits } from "./watch-visits.js";

const TEXT = `define void @k(ptr %p, i32 %n) !dbg !1 {
entry:
  %i = alloca i32, align 4
  store i32 0, ptr %i, align 4, !dbg !5
  br label %head, !dbg !5
head:
  %x = load i32, ptr %i, align 4, !dbg !6
  %c = icmp slt i32 %x, %n, !dbg !6
  br i1 %c, label %body, label %done, !dbg !6
body:
  %a = getelementptr float, ptr %p, i32 %x, !dbg !7
  store float 1.000000e+00, ptr %a, align 4, !dbg !7
  %y = add i32 %x, 1, !dbg !8
  store i32 %y, ptr %i, align 4, !dbg !8
  br label %head, !dbg !8
done:
  ret void, !dbg !9
}
!1 = distinct !DISubprogram(name: "k", line: 1)
!5 = !DILocation(line: 2, column: 1, scope: !1)
!6 = !DILocation(line: 2, column: 9, scope: !1)
!7 = !DILocation(line: 3, column: 1, scope: !1)
!8 = !DILocation(line: 2, column: 20, scope: !1)
!9 = !DILocation(line: 4, column: 1, scope: !1)
`;

it("tells of each line of a block, and of the iterations and the end of a loop", () => {
  const { module, facts } = watchVisits(parseModule(TEXT), 10);
  const [f] = module.functions;
  const told = (f?.blocks ?? []).map(({ label, instructions }) => {
    const calls = instructions.flatMap((i) =>
      i.op === "call" && calleeOf(i) === WATCH_FUNCTIONS.visit.name ? (i.args[0]?.value ?? []) : [],
    );
    return [label, ...calls.map((value) => facts[(value.kind === "int" ? Number(value.value) : 0) - 10])];
  });
  expect(told).toEqual([
    ["%entry"],
    ["%head", { is: "visit", instructions: 2 }],
    [
      "%body",
      { is: "visit", instructions: 2 },
      { is: "visit", instructions: 1 },
      { is: "iteration", loop: 0 },
    ],
    ["%done", { is: "leave", loop: 0 }],
  ]);
});
