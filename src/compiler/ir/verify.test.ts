import { describe, expect, it } from "vitest";
import { parseModule } from "./parse-module.js";
import { verify } from "./verify.js";

const RIGHT = `
@table = constant [1 x ptr] [ptr @g]
@v = global i32 0
declare i32 @g(i32, ...)
define i32 @f(i32 %n, ptr %p) {
entry:
  %c = icmp slt i32 %n, 0
  br i1 %c, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  store i32 %j, ptr @v
  switch i32 %j, label %loop [ i32 7, label %end i32 8, label %end ]
end:
  %r = phi i32 [ %n, %entry ], [ %j, %loop ], [ %j, %loop ]
  %s = call i32 (i32, ...) @g(i32 %r, ptr %p)
  ret i32 %s
dead:
  %d = add i32 %e, %r
  %e = add i32 %d, 1
  br label %dead2
dead2:
  ret i32 %e
}
`;

/** The text with one part replaced, checked. */
function verifyWith(before: string, after: string): void {
  expect(RIGHT).toContain(before);
  verify(parseModule(RIGHT.replace(before, after)), "a pass");
}

describe("verify", () => {
  it("finds nothing wrong in a right module, in which a block that is not reached may do as it likes", () => {
    expect(() => verify(parseModule(RIGHT), "a pass")).not.toThrow();
  });

  it.each([
    ["%j = add i32 %i, 1", "%j = add i32 %r, 1", "%r is used where it may not be defined yet in @f"],
    ["%j = add i32 %i, 1", "%j = add i32 %j, 1", "%j is used where it may not be defined yet"],
    ["%j = add i32 %i, 1", "%j = add i32 %x, 1", "%x is not defined"],
    ["slt i32 %n, 0", "slt i64 %n, 0", "%n has the type i32, not i64"],
    ["%j = add i32 %i, 1", "%j = add i32 %i, 1\n  %j = add i32 %i, 1", "the name %j is there twice"],
    ["%j = add i32 %i, 1", "br label %end", "a terminator is inside of the block %loop"],
    ["[ 0, %entry ], ", "", "a phi has not one value for each of the predecessors %entry, %loop"],
    [", [ %j, %loop ]\n  %s", "\n  %s", "a phi has not one value for each of the predecessors"],
    [", [ %j, %loop ]\n  %s", ", [ 1, %loop ]\n  %s", "a phi has two values from the block %loop"],
    ["br i1 %c, label %loop", "br i1 %n, label %loop", "%n has the type i32, not i1"],
    ["br i1 %c, label %loop", "br i32 %n, label %loop", "the condition is no i1"],
    ["br i1 %c, label %loop", "br i1 %c, label %there", "there is no block %there"],
    ["br i1 %c, label %loop", "br i1 %c, label %entry", "control goes back to the first block"],
    ["br i1 %c, label %loop, label %end", "%c2 = add i32 1, 2", "does not end in a terminator"],
    ["store i32 %j, ptr @v", "store i32 %j, i32 %j", "the address is no pointer"],
    ["store i32 %j, ptr @v", "store i32 %j, ptr @w", "@w is not declared"],
    ["@g(i32 %r, ptr %p)", "@g(ptr %p)", "argument 0 of @g has the type i32"],
    ["@g(i32 %r, ptr %p)", "@g()", "@g takes 1 arguments"],
    ["@g(i32 %r, ptr %p)", "@h(i32 %r, ptr %p)", "@h is not declared"],
    ["ret i32 %s", "ret ptr %p", "the function gives i32"],
    ["ret i32 %s", "%t = add i32 %s, 1\n  %u = phi i32 [ 1, %loop ]\n  ret i32 %s", "a phi comes after"],
    ["@v = global i32 0", "@g = global i32 0", "the name @g is there twice"],
    ["[ptr @g]", "[ptr @h]", "@table mentions @h, which is not there"],
  ])("finds %s wrong when it is %s", (before, after, message) => {
    expect(() => verifyWith(before, after)).toThrow(message);
  });

  it("names the pass, the function and the instruction", () => {
    expect(() => verifyWith("slt i32 %n, 0", "slt i64 %n, 0")).toThrow(
      "internal: after a pass, %n has the type i32, not i64 in @f:\n  %c = icmp slt i64 %n, 0",
    );
  });
});
