import { describe, expect, it } from "vitest";
import { FAR_ADDRESS, guardFarAddresses, reachCondition } from "./far-addresses.js";

const BODY = (lines: string): string => `%struct.Pair = type { i32, [2 x i32] }
define void @kernel(ptr noundef %a, i64 noundef %i) #0 {
entry:
${lines}
  ret void
}
`;

describe("guardFarAddresses", () => {
  it("leaves code without wide indices alone", () => {
    expect(guardFarAddresses(BODY("  %p = getelementptr inbounds i32, ptr %a, i32 %j"))).toBeUndefined();
    const cutByUser = "  %conv = trunc i64 %i to i32\n  %p = getelementptr inbounds i32, ptr %a, i32 %conv";
    expect(guardFarAddresses(BODY(cutByUser))).toBeUndefined();
  });

  it("asks how far an index of 64 bits leads", () => {
    const guarded = guardFarAddresses(
      BODY(
        "  %idxprom = trunc i64 %i to i32\n  %arrayidx = getelementptr inbounds nuw i32, ptr %a, i32 %idxprom, !dbg !7",
      ),
    );
    expect(guarded?.split("\n").slice(3, -4)).toMatchInlineSnapshot(`
      [
        "  %idxprom = trunc i64 %i to i32",
        "  %far.0.low = trunc i64 %i to i32",
        "  %far.0.signed = sext i32 %far.0.low to i64",
        "  %far.0.unsigned = zext i32 %far.0.low to i64",
        "  %far.0.is.signed = icmp eq i64 %far.0.signed, %i",
        "  %far.0.is.unsigned = icmp eq i64 %far.0.unsigned, %i",
        "  %far.0.fits = or i1 %far.0.is.signed, %far.0.is.unsigned",
        "  %far.0.known = call i1 @llvm.is.constant.i1(i1 %far.0.fits)",
        "  %far.0.moved = add i64 %i, 1073741824",
        "  %far.0.near = icmp ult i64 %far.0.moved, 2147483648",
        "  %far.0.ok = select i1 %far.0.known, i1 %far.0.fits, i1 %far.0.near",
        "  %far.0.address = getelementptr inbounds nuw i32, ptr %a, i32 %idxprom, !dbg !7",
        "  %arrayidx = select i1 %far.0.ok, ptr %far.0.address, ptr inttoptr (i32 -524288 to ptr)",
      ]
    `);
    expect(guarded).toContain("declare i1 @llvm.is.constant.i1(i1)");
  });

  it.each([
    ["%struct.Pair, ptr %a, i32 %idxprom", Math.floor(2 ** 32 / 12)],
    ["[2 x i32], ptr %a, i32 0, i32 %idxprom", 2 ** 30],
    ["[2 x [4 x double]], ptr %a, i32 0, i32 %idxprom", 2 ** 27],
    ["i8, ptr %a, i32 %idxprom", 2 ** 32],
  ])("by the size of %s", (operands, reach) => {
    const guarded = guardFarAddresses(
      BODY(`  %idxprom = trunc i64 %i to i32\n  %p = getelementptr inbounds ${operands}`),
    );
    expect(guarded).toContain(`add i64 %i, ${reach}\n`);
    expect(guarded).toContain(`icmp ult i64 %far.0.moved, ${2 * reach}\n`);
  });

  it("knows the address it gives again", () => {
    const address = `inttoptr (i32 ${FAR_ADDRESS - 2 ** 32} to ptr)`;
    expect(reachCondition(`select i1 %near, ptr %p, ptr ${address}`)).toBe("%near");
    expect(reachCondition("select i1 %near, ptr %p, ptr %q")).toBeUndefined();
  });
});
