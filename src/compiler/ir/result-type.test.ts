import { describe, expect, it } from "vitest";
import { Cursor } from "./cursor.js";
import { Layout } from "./layout.js";
import { parseInstruction } from "./parse-instruction.js";
import { typeOf } from "./parse-type.js";
import { resultTypeOf } from "./result-type.js";

const TYPES = new Layout(
  new Map([
    ["%struct.S", typeOf("{ i8, i32, double }")],
    ["%struct.P", typeOf("<{ i8, i32 }>")],
    ['%"struct.a b"', typeOf("{ %struct.S, [3 x i16] }")],
    ["%struct.E", typeOf("{}")],
  ]),
  4,
);

describe("resultTypeOf", () => {
  it.each([
    ["add nuw nsw i32 %a, %b", "i32"],
    ["fadd fast float %a, %b", "float"],
    ["or disjoint i64 %a, 1", "i64"],
    ["icmp samesign ult i32 %a, %b", "i1"],
    ["icmp eq ptr %a, null", "i1"],
    ["fcmp contract olt <4 x float> %a, %b", "<4 x i1>"],
    ["getelementptr inbounds nuw %struct.S, ptr %p, i32 0, i32 1", "ptr"],
    ["alloca [4 x i32], align 16", "ptr"],
    ["load i32, ptr %p, align 4, !tbaa !3", "i32"],
    ["load volatile double, ptr %p", "double"],
    ["load atomic i32, ptr %p monotonic, align 4", "i32"],
    ["load atomic volatile i64, ptr %p seq_cst, align 8", "i64"],
    ["load <4 x float>, ptr %p", "<4 x float>"],
    ["select i1 %c, { i32, i1 } %a, { i32, i1 } %b", "{ i32, i1 }"],
    ["select fast i1 %c, float %a, float %b", "float"],
    ["trunc nuw i64 %a to i32", "i32"],
    ["zext nneg i32 %a to i64", "i64"],
    ["bitcast <2 x i32> %a to <4 x i16>", "<4 x i16>"],
    ["ptrtoint ptr %a to i32", "i32"],
    ["fptosi float %a to i32, !tbaa !3", "i32"],
    ["phi i32 [ 0, %a ], [ %x, %b ]", "i32"],
    ["phi contract float [ 0.0, %a ], [ %x, %b ]", "float"],
    ["phi [2 x ptr] [ %x, %a ]", "[2 x ptr]"],
    ["freeze i32 %a", "i32"],
    ["extractvalue { i32, [2 x float] } %a, 1, 0", "float"],
    ["extractvalue %struct.S %a, 2", "double"],
    ["insertvalue { i32, i1 } %a, i32 3, 0", "{ i32, i1 }"],
    ["extractelement <4 x half> %a, i32 1", "half"],
    ["insertelement <4 x half> %a, half %b, i32 1", "<4 x half>"],
    ["shufflevector <4 x i8> %a, <4 x i8> %b, <2 x i32> <i32 0, i32 5>", "<2 x i8>"],
    ["atomicrmw add ptr %p, i32 %v seq_cst, align 4", "i32"],
    ["atomicrmw volatile fadd ptr %p, float %v monotonic", "float"],
    ["cmpxchg weak ptr %p, i64 %a, i64 %b seq_cst monotonic", "{ i64, i1 }"],
    ["call i32 @f(i32 %a)", "i32"],
    ["tail call noundef range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %a)", "i32"],
    ["tail call fast float @llvm.sqrt.f32(float %a)", "float"],
    ["call fastcc %struct.S @f()", "%struct.S"],
    ['call noundef %"struct.a b" @f()', '%"struct.a b"'],
    ["call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 1)", "{ i32, i1 }"],
    ["call noalias nonnull align 16 dereferenceable(8) ptr @f()", "ptr"],
  ])("%s", (text, type) => {
    const i = parseInstruction(new Cursor(`%r = ${text}`));
    expect(resultTypeOf(i, TYPES)).toBe(typeOf(type));
  });
});
