import { describe, expect, it } from "vitest";
import { HEADERS_PATH } from "../../../compiler/clang/guest-layout.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { attachPlaces, markPlaces } from "./source-places.js";

const IR = `define void @kernel(ptr %a, i32 %n) #0 !dbg !5 {
entry:
  %p = getelementptr i32, ptr %a, i32 %n, !dbg !8
  %v = load i32, ptr %p, align 4, !dbg !8, !tbaa !10
  %q = sdiv i32 %v, %n, !dbg !9
  %h = udiv i32 %v, 3, !dbg !9
  %t = call i32 @__cuts_tid_x() #1, !dbg !9
  call void @__cuts_barrier() #2, !dbg !9
  %o = atomicrmw add ptr %a, i32 1 seq_cst, align 4, !dbg !12
  br label %entry, !dbg !8, !llvm.loop !13
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1)
!1 = !DIFile(filename: "kernel.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "${HEADERS_PATH}/detail/atomics.h", directory: "/")
!5 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 3, unit: !0)
!6 = distinct !DISubprogram(name: "atomicAdd", scope: !3, file: !3, line: 30, unit: !0)
!8 = !DILocation(line: 4, column: 5, scope: !5)
!9 = !DILocation(line: 6, column: 5, scope: !5)
!10 = !{!"int"}
!11 = distinct !DILocation(line: 8, column: 3, scope: !5)
!12 = !DILocation(line: 31, column: 5, scope: !6, inlinedAt: !11)
!13 = distinct !{!13, !8, !9, !14}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!16, !1}
!16 = !DILocalVariable(name: "a", scope: !5)
`;

describe("places of the source", () => {
  const attached = (text: string): string => printModule(attachPlaces(parseModule(text), marked.functions));
  const marked = markPlaces(parseModule(IR), (file) => `shown/${file}`);

  it("are kept for what may stop a kernel, and all other debugging information goes", () => {
    expect(printModule(marked.module)).toMatchInlineSnapshot(`
      "define void @kernel(ptr %a, i32 %n) #0 {
      entry:
        %p = getelementptr i32, ptr %a, i32 %n
        %v = load i32, ptr %p, align 4, !dbg !place.1, !tbaa !10
        %q = sdiv i32 %v, %n, !dbg !place.2
        %h = udiv i32 %v, 3
        %t = call i32 @__cuts_tid_x() #1
        call void @__cuts_barrier() #2
        %o = atomicrmw add ptr %a, i32 1 seq_cst, align 4, !dbg !place.3
        br label %entry, !llvm.loop !13
      }

      !llvm.module.flags = !{!2}
      !2 = !{i32 2, !"Debug Info Version", i32 3}
      !10 = !{!"int"}
      !13 = distinct !{!13, !14}
      !14 = !{!"llvm.loop.mustprogress"}
      "
    `);
  });

  it("are the user's own, not those of the headers", () => {
    expect(marked.places).toEqual([3, 4, 6, 8].map((line) => ({ file: "shown/kernel.cu", line })));
    expect([...marked.functions]).toEqual([["@kernel", 0]]);
  });

  it("are line numbers of a file in the end", () => {
    const lowered = `define internal i32 @region(ptr %a) #0 {
  %v = load i32, ptr %a, align 4, !dbg !place.1, !llvm.access.group !3
  ret i32 %v
}
define void @kernel(ptr %a) #0 {
  %r = call i32 @region(ptr %a)
  ret void
}
!3 = distinct !{}
`;
    expect(attached(lowered)).toMatchInlineSnapshot(`
      "define internal i32 @region(ptr %a) #0 !dbg !7 {
      num.0:
        %v = load i32, ptr %a, align 4, !dbg !DILocation(line: 2, scope: !7), !llvm.access.group !3
        ret i32 %v
      }

      define void @kernel(ptr %a) #0 !dbg !8 {
      num.0:
        %r = call i32 @region(ptr %a), !dbg !DILocation(line: 0, scope: !8)
        ret void
      }

      !llvm.dbg.cu = !{!6}
      !3 = distinct !{}
      !4 = !DIFile(filename: "places", directory: "/")
      !5 = !DISubroutineType(types: !{})
      !6 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !4, isOptimized: true, emissionKind: LineTablesOnly)
      !7 = distinct !DISubprogram(name: "region", scope: !4, file: !4, line: 0, scopeLine: 0, type: !5, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
      !8 = distinct !DISubprogram(name: "kernel", scope: !4, file: !4, line: 1048577, scopeLine: 1048577, type: !5, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !6)
      "
    `);
    const plain = parseModule("define void @kernel() {\n  ret void\n}\n");
    expect(attachPlaces(plain, marked.functions)).toBe(plain);
  });

  it("are not there in code without lines", () => {
    const plain = parseModule("define void @kernel() {\n  ret void\n}\n");
    expect(markPlaces(plain, (file) => file)).toEqual({ module: plain, places: [], functions: new Map() });
  });
});
