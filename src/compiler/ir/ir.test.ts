import { describe, expect, it } from "vitest";
import { calleeOf } from "./instruction.js";
import { localsOf, successorsOf } from "./operands.js";
import { parseModule } from "./parse-module.js";
import { printFunction, printModule } from "./print.js";
import { resultTypeOf } from "./result-type.js";

/** Every kind of instruction and of constant that clang writes for device code, as LLVM prints it. */
const TEXT = `source_filename = "kernel.cu"
target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"
target triple = "wasm32-unknown-unknown"
module asm ".globl x"
$f = comdat any
%struct.S = type { i8, i32, double }
%"struct.a<int, (b)1>" = type <{ %struct.S, ptr, [3 x i16] }>
%struct.opaque = type opaque
@g = internal addrspace(9) global [16 x float] undef, align 4
@"quoted name" = linkonce_odr hidden unnamed_addr constant [2 x i32] [i32 1, i32 -2], comdat, align 4
@filled = addrspace(7) externally_initialized global i32 0, align 4, !dbg !0
@text = private unnamed_addr constant [4 x i8] c"a\\22]\\00", section "s", align 1
@table = constant { ptr, <{ i8, i32 }>, <2 x i32> } { ptr getelementptr inbounds (i8, ptr @text, i32 2), <{ i8, i32 }> <{ i8 1, i32 2 }>, <2 x i32> splat (i32 1) }
@elsewhere = external global i64
define linkonce_odr hidden noundef range(i32 0, 9) i32 @f(i32 noundef %n, ptr noundef readonly byval(%struct.S) align 4 %s, float %x, <4 x i32> %v, ...) local_unnamed_addr #0 comdat !dbg !7 {
entry:
  %a = add nuw nsw i32 %n, 1
  %b = fadd fast float %x, 0x7FF8000000000000
  %c = icmp samesign ult i32 %a, %n
  %d = fcmp olt float %b, 1.000000e+00
  %e = getelementptr inbounds nuw %struct.S, ptr %s, i32 0, i32 1
  %f = load atomic volatile i32, ptr %e syncscope("agent") seq_cst, align 4
  %g = load float, ptr addrspacecast (ptr addrspace(9) @g to ptr), align 4, !tbaa !3, !noalias !4
  store volatile i32 %f, ptr %e, align 4
  store atomic i32 %f, ptr %e monotonic, align 4
  fence syncscope("block") acq_rel
  %h = atomicrmw volatile add ptr %e, i32 1 monotonic, align 4
  %i = cmpxchg weak ptr %e, i32 0, i32 %f acquire monotonic, align 4
  %j = extractvalue { i32, i1 } %i, 0
  %k = insertvalue { i32, i1 } %i, i32 %j, 0
  %l = alloca [4 x i32], i32 %n, align 16
  %m = select i1 %c, i32 %a, i32 %j
  br i1 %d, label %loop, label %"quoted block", !prof !5, !llvm.loop !6
loop:
  %p = phi i32 [ 0, %entry ], [ %q, %loop ]
  %q = add i32 %p, -1
  switch i32 %q, label %loop [ i32 0, label %"quoted block" i32 -1, label %loop ]
"quoted block":
  %"a b" = phi contract float [ 0.000000e+00, %entry ], [ %x, %loop ]
  %r = tail call fast noundef float @llvm.fma.f32(float %x, float %"a b", float 2.000000e+00) #1, !dbg !8
  call void (ptr, ...) @print(ptr noundef nonnull @text, double 1.000000e+00) [ "align"(ptr @text, i64 4) ]
  %s1 = call i32 asm sideeffect "mov.u32 $0, %clock;", "=r,~{memory}"() #1, !srcloc !9
  %t = extractelement <4 x i32> %v, i64 0
  %u = insertelement <4 x i32> %v, i32 %t, i64 1
  %w = shufflevector <4 x i32> %u, <4 x i32> poison, <2 x i32> <i32 0, i32 3>
  %y = freeze <2 x i32> %w
  %z = fneg float %r
  %aa = trunc nuw i32 %a to i16
  %ab = ptrtoint ptr %l to i32
  resume { ptr, i32 } %i
}
declare void @print(ptr, ...) #1
attributes #0 = { nounwind "target-cpu"="generic" }
attributes #1 = { nounwind }
!llvm.module.flags = !{!2}
!cuts.lp64 = !{}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!2 = !{i32 1, !"wchar_size", i32 4}
`;

describe("a module of LLVM IR", () => {
  it("is printed as it was", () => {
    expect(printModule(parseModule(TEXT)).replaceAll("\n\n", "\n")).toBe(TEXT);
  });

  it("has no debug records, comments or numbered names", () => {
    const text = `define i32 @f(i32 %0, ptr %p) {
  %2 = icmp eq i32 %0, 0 ; a comment
    #dbg_value(i32 %0, !1, !DIExpression(), !2)
  br i1 %2, label %3, label %4

3:                                                ; preds = %1
  switch i32 %0, label %4 [
    i32 0, label %3
  ]

4:
  %5 = phi i32 [ 0, %1 ], [ %0, %3 ]
  ret i32 %5
}`;
    expect(printModule(parseModule(text)).trim().split("\n")).toEqual([
      "define i32 @f(i32 %num.0, ptr %p) {",
      "num.1:",
      "  %num.2 = icmp eq i32 %num.0, 0",
      "  br i1 %num.2, label %num.3, label %num.4",
      "num.3:",
      "  switch i32 %num.0, label %num.4 [ i32 0, label %num.3 ]",
      "num.4:",
      "  %num.5 = phi i32 [ 0, %num.1 ], [ %num.0, %num.3 ]",
      "  ret i32 %num.5",
      "}",
    ]);
  });

  it("keeps numbers apart from names that were numbers", () => {
    const text = `define i32 @f(i32 %num.0, i32 %0) {
  %num.2 = add i32 %num.0, %0
  br label %2

2:
  %3 = add i32 %num.2, 1
  ret i32 %3
}`;
    const [, ...lines] = printModule(parseModule(text)).trim().split("\n");
    expect(lines).toEqual([
      "num1.1:",
      "  %num.2 = add i32 %num.0, %num1.0",
      "  br label %num1.2",
      "num1.2:",
      "  %num1.3 = add i32 %num.2, 1",
      "  ret i32 %num1.3",
      "}",
    ]);
  });

  it("tells the types of results", () => {
    const { functions, layout } = parseModule(TEXT);
    const types = functions[0]?.blocks
      .flatMap(({ instructions }) => instructions)
      .flatMap((i) => (i.result === undefined ? [] : [`${i.result} ${resultTypeOf(i, layout).text}`]));
    expect(types).toEqual([
      "%a i32",
      "%b float",
      "%c i1",
      "%d i1",
      "%e ptr",
      "%f i32",
      "%g float",
      "%h i32",
      "%i { i32, i1 }",
      "%j i32",
      "%k { i32, i1 }",
      "%l ptr",
      "%m i32",
      "%p i32",
      "%q i32",
      '%"a b" float',
      "%r float",
      "%s1 i32",
      "%t i32",
      "%u <4 x i32>",
      "%w <2 x i32>",
      "%y <2 x i32>",
      "%z float",
      "%aa i16",
      "%ab i32",
    ]);
  });

  it("has the exceptions of host code", () => {
    const text = `define i32 @h(ptr %p) #0 comdat personality ptr @__gxx_wasm_personality_v0 !dbg !1 {
entry:
  %0 = invoke noundef i32 @may_throw(ptr %p) #2
          to label %on unwind label %pad, !dbg !2
pad:
  %1 = catchswitch within none [label %start] unwind to caller
start:
  %2 = catchpad within %1 [ptr null]
  call void @end() [ "funclet"(token %2) ]
  catchret from %2 to label %on
on:
  %3 = phi i32 [ %0, %entry ], [ 0, %start ]
  store ptr blockaddress(@h, %on), ptr %p, align 4
  ret i32 %3
}`;
    const [f] = parseModule(text).functions;
    if (f === undefined) throw new Error("no function");
    const [invoke] = f.blocks[0]?.instructions ?? [];
    expect(invoke && [localsOf(invoke), successorsOf(invoke), calleeOf(invoke)]).toEqual([
      ["%p"],
      ["%on", "%pad"],
      "@may_throw",
    ]);
    expect(printFunction(f).trim()).toBe(
      text.replace(" #2\n         ", " #2").replaceAll(/%(?=\d)/g, "%num."),
    );
  });

  it("says where it cannot be read", () => {
    const text = "define void @f() {\n  store i32 1 ptr null\n}";
    expect(() => parseModule(text)).toThrow('expected "," at column 15 of "  store i32 1 ptr null"');
  });
});
