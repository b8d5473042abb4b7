"""Random CUDA kernels whose point is control flow: loops, switches with fall-through, goto, recursion, virtual functions and calls through
tables, with barriers and warp operations inside.

`divergent` makes statements that threads reach each in its own way, `uniform` those that all threads of a block reach together; only the
second have barriers. Conditions of the second are made of `uniforms`, which are the same for the whole block."""
import random
import sys

from values import write_kernels

class ControlKernels:
    """The kernel of a seed, made statement by statement."""

    def __init__(self, seed):
        self.rng = random.Random(seed * 7919 + 1)
        self.count = 0

    def fresh(self, program):
        self.count += 1
        return f'{program}{self.count}'

    def expression(self, values, depth=2):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.25:
            return rng.choice(values + [f'{rng.choice([0, 1, 2, 3, 7, 31, 255, 4294967295, rng.randint(0, 2 ** 32 - 1)])}u'])
        dice = rng.random()
        of = lambda: self.expression(values, depth - 1)
        if dice < 0.5:
            return f"({of()} {rng.choice('+-*^|&')} {of()})"
        if dice < 0.6:
            return f"({of()} {rng.choice(['<<', '>>'])} ({of()} & 31u))"
        if dice < 0.68:
            return f"({of()} {rng.choice(['<', '==', '>=', '!='])} {of()} ? {of()} : {of()})"
        if dice < 0.74:
            return f'mdu({of()}, {of()})'
        if dice < 0.8:
            return f'la[{of()} & 7u]'
        if dice < 0.85:
            return f'(unsigned)gi[{of()} & 255u]'
        if dice < 0.89:
            return f'rec({of()}, {rng.randint(1, 6)})'
        if dice < 0.93:
            return f'ops[{of()} & 3u]({of()}, {of()})'
        if dice < 0.96:
            return f'((const Base*)(({of()} & 1u) ? (const Base*)&da : (const Base*)&dbb))->f({of()})'
        return f'fold<{rng.randint(1, 5)}>({of()})'

    def condition(self, values):
        return self.rng.choice([
            lambda: f'({self.expression(values, 1)} & {self.rng.choice([1, 2, 3, 4])}u)',
            lambda: f'{self.expression(values, 2)} < {self.expression(values, 1)}',
            lambda: f'(int){self.expression(values, 1)} > (int){self.expression(values, 1)}',
            lambda: f'({self.expression(values, 1)} % 5u == {self.rng.randint(0, 4)}u && {self.expression(values, 1)} != 3u)',
        ])()

    def uniform_condition(self, uniforms):
        return self.rng.choice([
            lambda: f"({self.rng.choice(uniforms)} & 1u) {self.rng.choice(['==', '!='])} 0u",
            lambda: f"{self.rng.choice(uniforms)} % 3u {self.rng.choice(['==', '!='])} {self.rng.randint(0, 2)}u",
            lambda: f'{self.rng.choice(uniforms)} > {self.rng.choice(uniforms)}',
        ])()

    def divergent(self, values, depth, loop=None):
        rng = self.rng
        dice = rng.random()
        lines = []
        mut = [target for target in values if target[0] == 'v']
        target = rng.choice(mut)
        if dice < 0.3 or depth <= 0:
            return [f"{target} {rng.choice(['=', '+=', '^=', '*='])} {self.expression(values)};"]
        if dice < 0.36:
            return [f"la[{self.expression(values, 1)} & 7u] {rng.choice(['=', '+=', '^='])} {self.expression(values)};"]
        if dice < 0.5:
            lines = [f'if ({self.condition(values)}) {{'] + self.divergent_block(values, depth - 1, loop)
            if rng.random() < 0.5:
                lines += ['} else {'] + self.divergent_block(values, depth - 1, loop)
            return lines + ['}']
        if dice < 0.66:
            i = self.fresh('i')
            l = self.fresh('L')
            kind = rng.random()
            bound = f'{self.expression(values, 1)} % {rng.randint(2, 7)}u'
            body = self.divergent_block(values + [i], depth - 1, l)
            if kind < 0.4:
                return [f'for (unsigned {i} = 0, e{i} = {bound}; {i} < e{i}; {i}++) {{'] + body + ['}', f'{l}: ;']
            if kind < 0.6:
                return [f'{{ unsigned {i} = {bound}; do {{'] + body + [f'}} while ({i}-- > 1u && {self.condition(values)}); }}', f'{l}: ;']
            if kind < 0.8:
                return [f'{{ unsigned {i} = {bound}; while ({i} > 0u) {{ {i} >>= 1;'] + body + ['} }', f'{l}: ;']
            return [f'for (unsigned {i} = 0; ; {i} += 1u) {{ if ({i} > {bound} || {i} > 9u) break;'] + body + ['}', f'{l}: ;']
        if dice < 0.8:
            labels = rng.sample(range(8), rng.randint(3, 6))
            lines = [f'switch ({self.expression(values, 1)} & 7u) {{']
            has_default = rng.random() < 0.5
            pos = rng.randint(0, len(labels))
            for j, label in enumerate(labels):
                if has_default and j == pos:
                    lines += ['default: ;'] + (self.divergent_block(values, 0, loop) + (['break;'] if rng.random() < 0.5 else []) if rng.random() < 0.7 else [])
                lines.append(f'case {label}u:')
                if rng.random() < 0.6:
                    lines += ['{'] + self.divergent_block(values, depth - 1, loop, sw=True) + ['}']
                if rng.random() < 0.45:
                    lines.append('break;')
            return lines + ['; }']
        if dice < 0.86 and loop:
            return [f"if ({self.condition(values)}) {rng.choice(['goto ' + loop, 'continue' if loop else ''])};"]
        if dice < 0.92:
            return [f'atomicAdd(&acc[{self.expression(values, 1)} & 15u], {self.expression(values)});']
        if dice < 0.96:
            return [f'atomicXor(&acc[16u + ({self.expression(values, 1)} & 15u)], {self.expression(values)});']
        return [f'{target} = {self.expression(values)};']

    def divergent_block(self, values, depth, loop=None, sw=False):
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            lines += self.divergent(values, depth, loop)
        return lines

    def uniform(self, values, uniforms, depth, loop=None, top=False):
        rng = self.rng
        dice = rng.random()
        mut = [target for target in values if target[0] == 'v']
        target = rng.choice(mut)
        if dice < 0.22:
            return self.divergent(values, 2)
        if dice < 0.38:
            other = rng.choice(mut)
            return [f"sh[{rng.choice(['tid', '(tid + 3u) % T', 'T - 1u - tid'])}] = {self.expression(values)};", '__syncthreads();', f"{other} {rng.choice(['=', '+=', '^='])} sh[{self.expression(values, 1)} % T];", '__syncthreads();']
        if dice < 0.46 and self.has_full_warps:
            return [f"{target} {rng.choice(['=', '^='])} {rng.choice([f'__shfl_xor_sync(wm, {self.expression(values)}, {rng.choice([1, 2, 4, 8, 16])})', f'__shfl_up_sync(wm, {self.expression(values)}, {rng.choice([1, 3, 8])})', f'__shfl_sync(wm, {self.expression(values)}, (int)({self.expression(values, 1)} & 31u))', f'__shfl_down_sync(wm, {self.expression(values)}, 5, 8)'])};"]
        if dice < 0.52:
            return [f"{target} ^= {rng.choice(['__ballot_sync(wm, ' + self.condition(values) + ')', '__reduce_add_sync(wm, ' + self.expression(values) + ')', '(unsigned)__any_sync(wm, ' + self.condition(values) + ')'])};"]
        if dice < 0.58:
            m = self.fresh('m')
            lines = [f'{{ const bool b{m} = {self.condition(values)}; const unsigned {m} = __ballot_sync(wm, b{m});', f'if (b{m}) {{'] + self.divergent_block(values, 1) + [f'{target} += __reduce_xor_sync({m}, {self.expression(values)}); {target} ^= __shfl_sync({m}, {self.expression(values)}, __ffs((int){m}) - 1);'] + self.divergent_block(values, 1)
            if rng.random() < 0.5:
                lines += ['} else {'] + self.divergent_block(values, 1) + [f'{target} -= __ballot_sync(wm & ~{m}, {self.condition(values)});']
            return lines + ['} }']
        if dice < 0.62:
            return [f"{target} += (unsigned)__syncthreads_{rng.choice(['count', 'or', 'and'])}({self.condition(values)});"]
        if dice < 0.66:
            return [f'{target} ^= fbar({self.expression(values)}, tid, T, sh);']
        if depth <= 0:
            return self.divergent(values, 1)
        if dice < 0.76:
            lines = [f'if ({self.uniform_condition(uniforms)}) {{'] + self.uniform_block(values, uniforms, depth - 1, loop)
            if rng.random() < 0.5:
                lines += ['} else {'] + self.uniform_block(values, uniforms, depth - 1, loop)
            return lines + ['}']
        if dice < 0.88:
            i = self.fresh('i')
            kind = rng.random()
            l = self.fresh('L')
            body = self.uniform_block(values + [i], uniforms + [i], depth - 1, l)
            bound = f'{rng.choice(uniforms)} % {rng.randint(2, 5)}u + {rng.randint(0, 1)}u'
            if kind < 0.35:
                return [f'for (unsigned {i} = 0; {i} < {bound}; {i}++) {{'] + body + ['}', f'{l}: ;']
            if kind < 0.6:
                return [f'{{ unsigned {i} = {bound}; do {{'] + body + [f'}} while ({i}-- > 1u); }}', f'{l}: ;']
            if kind < 0.8:
                return [f'{{ unsigned {i} = {bound}; while ({i} > 0u) {{ {i} >>= 1;'] + body + ['} }', f'{l}: ;']
            return [f'for (unsigned {i} = 0; ; {i}++) {{ if ({i} >= {bound}) break;'] + body + ['}', f'{l}: ;']
        if dice < 0.95:
            labels = rng.sample(range(5), rng.randint(2, 4))
            lines = [f'switch (({rng.choice(uniforms)} + {rng.choice(uniforms)}) % 5u) {{']
            for label in labels:
                lines.append(f'case {label}u:')
                if rng.random() < 0.75:
                    lines += ['{'] + self.uniform_block(values, uniforms, depth - 1, loop) + ['}']
                if rng.random() < 0.5:
                    lines.append('break;')
            if rng.random() < 0.4:
                lines += ['default: {'] + self.uniform_block(values, uniforms, depth - 1, loop) + ['}']
            return lines + ['; }']
        if loop:
            return [f'if ({self.uniform_condition(uniforms)}) goto {loop};']
        if rng.random() < 0.3:
            return [f'if ({self.uniform_condition(uniforms)} && {rng.choice(uniforms)} == 4u) {{ o32[gid * 4u] = (int){target}; return; }}']
        return self.divergent(values, 1)

    def uniform_block(self, values, uniforms, depth, loop=None):
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            lines += self.uniform(values, uniforms, depth, loop)
        return lines

    def program(self):
        rng = self.rng
        block = rng.choice([(32, 1, 1), (64, 1, 1), (128, 1, 1), (8, 8, 1), (33, 1, 1), (50, 1, 1), (96, 1, 1), (4, 4, 4), (256, 1, 1)])
        TYPES = block[0] * block[1] * block[2]
        self.has_full_warps = TYPES % 32 == 0
        grid = rng.choice([(1, 1, 1), (4, 1, 1), (3, 2, 1)])
        values = ['v0', 'v1', 'v2', 'tid', 'bid', 'u', 'n1']
        uniforms = ['bid', 'u', 'n1']
        lines = []
        for _ in range(rng.randint(5, 10)):
            lines += self.uniform(values, uniforms, 3, None, True)
        src = 'struct Base { DEV virtual unsigned f(unsigned q) const { return q; } };\nstruct DA : Base { unsigned k; DEV DA(unsigned q) : k(q) {} DEV unsigned f(unsigned q) const override { return q * 3u + k; } };\nstruct DB_ : Base { unsigned k; DEV DB_(unsigned q) : k(q) {} DEV unsigned f(unsigned q) const override { return q ^ (k << 3); } };\nDEV unsigned rec(unsigned a, int d) { return d <= 0 ? a : rec(a * 5u + (unsigned)d, d - 1) ^ (a & 1u ? rec(a >> 1, d - 2) : 7u); }\nDEV unsigned o0(unsigned a, unsigned b) { return a + b; } DEV unsigned o1(unsigned a, unsigned b) { return a ^ (b * 3u); } DEV unsigned o2(unsigned a, unsigned b) { return a > b ? a - b : b; } DEV unsigned o3(unsigned a, unsigned b) { return a * b + 1u; }\ntemplate <int N> DEV unsigned fold(unsigned a) { unsigned s = 0; for (int i = 0; i < N; i++) s = s * 31u + (a >> i); return s; }\nDEV unsigned fbar(unsigned a, unsigned tid, unsigned T, unsigned* sh) { sh[tid] = a; __syncthreads(); unsigned r = 0; for (unsigned q = 1; q < T; q *= 2) { unsigned t = sh[(tid + q) % T]; __syncthreads(); sh[tid] += t; __syncthreads(); r ^= sh[tid]; } __syncthreads(); return r; }\nextern "C" __global__ void k(const int* gi, const float* gf, const unsigned long long* gl, int* o32, unsigned long long* o64, unsigned* acc, unsigned long long* acc64, S0 sp0, int n, unsigned u, float f0) {\n  __shared__ unsigned sh[TMAX];\n  const unsigned tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), T = blockDim.x * blockDim.y * blockDim.z, bid = blockIdx.x + gridDim.x * blockIdx.y, gid = bid * T + tid, n1 = (unsigned)n;\n  const unsigned wm = (T - (tid & ~31u)) >= 32u ? 0xffffffffu : (1u << (T - (tid & ~31u))) - 1u; (void)wm;\n  unsigned (*ops[4])(unsigned, unsigned) = { o0, o1, o2, o3 }; DA da(tid); DB_ dbb(bid);\n  unsigned v0 = (unsigned)gi[gid & 255u], v1 = tid * 2654435761u, v2 = bid + 3u; unsigned la[8]; for (unsigned q = 0; q < 8u; q++) la[q] = v0 >> q; (void)da; (void)dbb; (void)ops;\n'
        tail = '  o32[gid * 4u] = (int)v0; o32[gid * 4u + 1u] = (int)v1; o32[gid * 4u + 2u] = (int)v2; unsigned h = 0; for (unsigned q = 0; q < 8u; q++) h = h * 31u + la[q]; o32[gid * 4u + 3u] = (int)h; o64[gid * 2u] = sh[tid]; o64[gid * 2u + 1u] = 0;\n}\n'
        src += '  sh[tid] = tid; __syncthreads();\n'
        return {'grid': grid, 'block': block, 'T': TYPES, 'src': src + '\n'.join(('  ' + x for x in lines)) + '\n  __syncthreads();\n' + tail}


if __name__ == "__main__":
    write_kernels(ControlKernels, sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
