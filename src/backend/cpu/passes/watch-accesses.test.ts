import { describe, expect, it } from "vitest";
import { type Call, calleeOf } from "../../../compiler/ir/instruction.js";
import { instructionsOf } from "../../../compiler/ir/module.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { operandText } from "../../../compiler/ir/print-value.js";
import { verify } from "../../../compiler/ir/verify.js";
import { watchAccesses } from "./watch-accesses.js";
import { WATCH_PREFIX } from "./watch-calls.js";

const HEAD = `target triple = "wasm32-unknown-unknown"
%struct.S = type { i8, i32 }
@shared = internal addrspace(9) global [16 x i32] undef, align 4
declare void @__cuts_barrier()
declare i32 @__cuts_warp_op(i32, i32, i32, i32)
declare void @__ubsan_handle_add_overflow(ptr, i32, i32)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
`;
const TAIL = `attributes #0 = { "uniform-work-group-size"="true" }
!1 = !{}
!2 = !{}
`;

/** The facts of a kernel's calls, with the addresses that they tell: one line for each call. */
function told(...body: string[]): string[] {
  const given = parseModule(`${HEAD}define void @k(ptr %p, ptr byval(%struct.S) %own) #0 {
entry:
${body.join("\n")}
}
${TAIL}`);
  const { module, facts } = watchAccesses(given);
  verify(module, "watch-accesses");
  const [f] = module.functions;
  const all = f === undefined ? [] : [...instructionsOf(f)];
  const calls = all.filter(
    (i): i is Call => i.op === "call" && calleeOf(i)?.startsWith(WATCH_PREFIX) === true,
  );
  const source = (name: string): string => {
    const definition = all.find(({ result }) => result === name);
    return definition?.op === "ptrtoint" ? operandText(definition.value) : name;
  };
  return calls.map((i) => {
    const args = i.args.map(({ value }) => operandText(value));
    const fact = facts[Number(args.at(-1))];
    const debug = i.metadata.map(({ node }) => ` at ${node}`).join("");
    return `${[JSON.stringify(fact), ...args.slice(0, -1).map(source)].join(" ")}${debug}`;
  });
}

const access = (how: string, bytes: number, align: number, more = ""): string =>
  `{"is":"access","how":"${how}","bytes":${bytes},"align":${align}${more}}`;
const EXIT = '{"is":"exit"}';

describe("watchAccesses", () => {
  it("tells of each access before it happens, with the object that its address comes from", () => {
    expect(
      told(
        "  %a = getelementptr inbounds i32, ptr %p, i32 4, !dbg !1",
        "  %x = load i32, ptr %a, align 4, !dbg !2",
        "  store volatile i32 %x, ptr %p, align 4",
        "  %y = atomicrmw add ptr %p, i32 1 monotonic, align 4",
        "  %z = load atomic i32, ptr %p acquire, align 4",
        "  ret void",
      ),
    ).toEqual([
      `${access("read", 4, 4)} %a %p at !1`,
      `${access("write", 4, 4, ',"isVolatile":true')} %p %p`,
      `${access("atomic", 4, 4)} %p %p`,
      `${access("read", 4, 4, ',"order":"acquire"')} %p %p`,
      EXIT,
    ]);
  });

  it("leaves variables of the thread alone, and members of them", () => {
    expect(
      told(
        "  %v = alloca i32, align 4",
        "  %s = alloca %struct.S, align 4",
        "  store i32 1, ptr %v, align 4",
        "  %m = getelementptr inbounds %struct.S, ptr %s, i32 0, i32 1",
        "  store i32 1, ptr %m, align 4",
        "  %n = getelementptr inbounds %struct.S, ptr %own, i32 0, i32 1",
        "  store i32 1, ptr %n, align 4",
        "  ret void",
      ),
    ).toEqual([EXIT]);
  });

  it("tells of variables with elements, of shared memory, and of members, which may be packed", () => {
    const shared = "addrspacecast (ptr addrspace(9) @shared to ptr)";
    expect(
      told(
        "  %v = alloca [4 x i32], align 4",
        "  %e = getelementptr inbounds [4 x i32], ptr %v, i32 0, i32 1",
        "  store i32 1, ptr %e, align 2",
        `  store i32 1, ptr ${shared}, align 4`,
        "  %m = getelementptr inbounds %struct.S, ptr %p, i32 0, i32 1",
        "  store i32 1, ptr %m, align 1",
        "  ret void",
      ),
    ).toEqual([
      '{"is":"local","bytes":16,"name":"v"} %v',
      `${access("write", 4, 4)} %e %v`,
      `${access("write", 4, 4)} ${shared} ${shared}`,
      `${access("write", 4, 1)} %m %p`,
      EXIT,
    ]);
  });

  it("tells of copies, waits, fences and overflows", () => {
    expect(
      told(
        "  %n = load i32, ptr %own, align 4",
        "  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %p, ptr align 4 %own, i32 16, i1 false)",
        "  call void @llvm.memcpy.p0.p0.i32(ptr %own, ptr %p, i32 %n, i1 false)",
        "  call void @__cuts_barrier(), !dbg !1",
        "  %w = call i32 @__cuts_warp_op(i32 3, i32 -1, i32 %n, i32 2)",
        "  fence seq_cst",
        "  call void @__ubsan_handle_add_overflow(ptr %p, i32 1, i32 2), !nosanitize !2",
        "  ret void",
      ),
    ).toEqual([
      `${access("write", 16, 8)} %p %p`,
      `${access("copy", 0, 1)} %p %p %cuts.bytes.1`,
      '{"is":"wait","kind":"barrier"} 0 0 0 at !1',
      '{"is":"wait","kind":"warp"} 3 -1 2',
      '{"is":"wait","kind":"fence"} 0 0 0',
      '{"is":"overflow"}',
      EXIT,
    ]);
  });
});
