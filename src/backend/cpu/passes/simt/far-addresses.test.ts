import { describe, expect, it } from "vitest";
import { select } from "../../../../compiler/ir/builder.js";
import { Cursor } from "../../../../compiler/ir/cursor.js";
import { parseInstruction } from "../../../../compiler/ir/parse-instruction.js";
import { printFunction, printInstruction } from "../../../../compiler/ir/print.js";
import { i1, i64, ptr } from "../../../../compiler/ir/type.js";
import { local } from "../../../../compiler/ir/value.js";
import { conditionToReach, FAR_POINTER, FarGuard } from "./far-addresses.js";

const INDEX = { kind: "local", name: "%i", type: i64 } as const;

/** The instructions that an address becomes, moved by elements of this size. */
const guarded = (guard: FarGuard, line: string, byteLength: number): string[] =>
  guard.indexed(parseInstruction(new Cursor(line)), INDEX, byteLength).map(printInstruction);

describe("FarGuard", () => {
  it("asks how far an index of 64 bits leads", () => {
    const guard = new FarGuard();
    const line = "%p = getelementptr inbounds nuw i32, ptr %a, i64 %i, !dbg !7";
    expect(guarded(guard, line, 4)).toMatchInlineSnapshot(`
      [
        "%far.0.low = trunc i64 %i to i32",
        "%far.0.signed = sext i32 %far.0.low to i64",
        "%far.0.unsigned = zext i32 %far.0.low to i64",
        "%far.0.is.signed = icmp eq i64 %far.0.signed, %i",
        "%far.0.is.unsigned = icmp eq i64 %far.0.unsigned, %i",
        "%far.0.fits = or i1 %far.0.is.signed, %far.0.is.unsigned",
        "%far.0.known = call i1 @llvm.is.constant.i1(i1 %far.0.fits)",
        "%far.0.moved = add i64 %i, 1073741824",
        "%far.0.near = icmp ult i64 %far.0.moved, 2147483648",
        "%far.0.ok = select i1 %far.0.known, i1 %far.0.fits, i1 %far.0.near",
        "%far.0.address = getelementptr inbounds nuw i32, ptr %a, i64 %i, !dbg !7",
        "%p = select i1 %far.0.ok, ptr %far.0.address, ptr inttoptr (i32 -524288 to ptr)",
      ]
    `);
    expect(guard.declarations.map(printFunction)).toEqual(["declare i1 @llvm.is.constant.i1(i1)"]);
    expect(new FarGuard().declarations).toEqual([]);
  });

  it.each([
    [12, Math.floor(2 ** 32 / 12)],
    [8, 2 ** 29],
    [1, 2 ** 32],
    // Of what has no size there is one place only.
    [0, 2 ** 32],
  ])("by the size of an element: %i", (byteLength, reach) => {
    const line = "%p = getelementptr i8, ptr %a, i64 %i";
    const lines = guarded(new FarGuard(), line, byteLength);
    expect(lines).toContain(`%far.0.moved = add i64 %i, ${reach}`);
    expect(lines).toContain(`%far.0.near = icmp ult i64 %far.0.moved, ${2 * reach}`);
  });

  it("knows the address it gives again", () => {
    const chosen = (other: typeof FAR_POINTER): string | undefined =>
      conditionToReach(select("%r", local("%near", i1), local("%p", ptr), other));
    expect(chosen(FAR_POINTER)).toBe("%near");
    expect(chosen(local("%q", ptr))).toBeUndefined();
  });
});
