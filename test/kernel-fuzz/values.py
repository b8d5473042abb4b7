"""Random CUDA kernels whose point is values: integers of all widths, floats, structs with bit-fields, unions, vectors, arrays, lambdas
and device functions; shared memory, barriers, atomics and warp operations where all threads come by.

A kernel of a seed is always the same. Names of scalar types are letters (TYPES); a scope has the variables that an expression may read
(`vars`), those that a statement may write (`muts`), and says whether all threads of a block come by (`uni`)."""
import json
import random
import sys
from pathlib import Path

TYPES = {'i': 'int', 'u': 'unsigned', 'l': 'long long', 'U': 'unsigned long long', 'f': 'float', 'd': 'double', 'h': 'short', 'b': 'unsigned char'}
PREAMBLE = (Path(__file__).parent / "preamble.cuh").read_text()

class ValueKernels:
    """The kernel of a seed, made statement by statement."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.count = 0
        self.functions = []
        self.functions_text = []
        self.declarations = []

    def fresh(self, p='v'):
        self.count += 1
        return f'{p}{self.count}'

    def lit(self, kind):
        rng = self.rng
        if kind == 'i':
            return str(rng.choice([0, 1, -1, 2, 7, -7, 31, 32, 255, 65535, -65536, 2147483647, -2147483647, rng.randint(-1000, 1000), rng.randint(-2 ** 31 + 1, 2 ** 31 - 1)]))
        if kind == 'u':
            return f'{rng.choice([0, 1, 2, 31, 4294967295, 2147483648, rng.randint(0, 100), rng.randint(0, 2 ** 32 - 1)])}u'
        if kind == 'l':
            return f'{rng.choice([0, 1, -1, 2 ** 40, -2 ** 40, rng.randint(-2 ** 62, 2 ** 62)])}ll'
        if kind == 'U':
            return f'{rng.choice([0, 1, 2 ** 63, 2 ** 64 - 1, rng.randint(0, 2 ** 64 - 1)])}ull'
        if kind == 'f':
            return rng.choice(['0.0f', '1.0f', '-1.0f', '0.5f', '3.1415927f', '1e-3f', '-2.75f', '1e10f', '16777216.0f', '1e-30f'])
        if kind == 'd':
            return rng.choice(['0.0', '1.0', '-1.0', '0.25', '2.718281828459045', '1e-9', '-7.125', '1e100', '9007199254740992.0'])
        if kind == 'h':
            return f'(short)({rng.randint(-32768, 32767)})'
        if kind == 'b':
            return f'(unsigned char)({rng.randint(0, 255)})'

    def var(self, kind, scope):
        c = [name for name, tt in scope['vars'] if tt == kind]
        return self.rng.choice(c) if c else None

    def expression(self, kind, scope, depth=3):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.12:
            name = self.var(kind, scope)
            if name and rng.random() < 0.8:
                return name
            return '(' + self.lit(kind) + ')'
        of = lambda tt, dd=1: self.expression(tt, scope, depth - dd)
        dice = rng.random()
        if dice < 0.06 and scope.get('arrs'):
            a, at, n = rng.choice(scope['arrs'])
            return f"(({TYPES[kind]}){a}[({of('u')}) % {n}u])" if at == kind or (kind in 'iulUhb' and at in 'iulUhb') else of(kind)
        if dice < 0.12 and kind in 'iuUlfd':
            return f"({of(self.rng.choice('iufld'))} {rng.choice(['<', '>', '<=', '>=', '==', '!='])} {(self.lit('i') if rng.random() < 0.5 else of('i'))} ? {of(kind)} : {of(kind)})"
        if dice < 0.17 and scope.get('fn', True):
            c = [f for f in self.functions if f['ret'] == kind and (not f['uni'])]
            if c:
                f = rng.choice(c)
                return f"{f['name']}({', '.join((self.argument(p, scope, depth - 1) for p in f['params']))})"
        if dice < 0.22 and scope.get('structs'):
            name = rng.choice(scope['structs'])
            fields = {'i': ['a', 'f', 'v.a', 'arr[1]', f"arr[({of('u')})%3u]"], 'u': ['e', 'g'], 'U': ['b', 'w'], 'f': ['d', 'v.b'], 'h': ['c']}.get(kind)
            if fields:
                return f'(({TYPES[kind]}){name}.{rng.choice(fields)})'
        if dice < 0.26 and scope.get('unions'):
            name = rng.choice(scope['unions'])
            fields = {'u': [f"u[({of('u')})&1u]", 'u[0]'], 'U': ['l'], 'b': [f"by[({of('u')})&7u]"], 'h': ['hs[2]']}.get(kind)
            if fields:
                return f'(({TYPES[kind]}){name}.{rng.choice(fields)})'
        if dice < 0.3 and scope.get('vecs'):
            name, vector = rng.choice(scope['vecs'])
            m = {'int4': ('i', 'xyzw'), 'uint2': ('u', 'xy'), 'float4': ('f', 'xyzw'), 'uchar4': ('b', 'xyzw'), 'longlong2': ('l', 'xy'), 'float3': ('f', 'xyz'), 'double2': ('d', 'xy'), 'short2': ('h', 'xy')}[vector]
            if m[0] == kind:
                return f'{name}.{rng.choice(m[1])}'
        if dice < 0.34 and scope.get('gl'):
            if kind == 'i':
                return f"gi[({of('u')}) & 255u]"
            if kind == 'f':
                return f"gf[({of('u')}) & 255u]"
            if kind == 'U':
                return f"gl[({of('u')}) & 255u]"
        if kind == 'i':
            return rng.choice([
                lambda: f"ad({of('i')},{of('i')})",
                lambda: f"sb({of('i')},{of('i')})",
                lambda: f"ml({of('i')},{of('i')})",
                lambda: f"dv({of('i')},{of('i')})",
                lambda: f"md({of('i')},{of('i')})",
                lambda: f"({of('i')} {rng.choice('&|^')} {of('i')})",
                lambda: f"({of('i')} >> (({of('u')})&31u))",
                lambda: f"(int)({of('u')} << (({of('u')})&31u))",
                lambda: f"(~{of('i')})",
                lambda: f"(int)({of('u')})",
                lambda: f"(int)({of('l')})",
                lambda: f"f2i({of('f')})",
                lambda: f"d2i({of('d')})",
                lambda: f"(int)({of('h')})",
                lambda: f"(int)(signed char)({of('i')})",
                lambda: f"__mulhi({of('i')},{of('i')})",
                lambda: f"__popc({of('u')})",
                lambda: f"__clz({of('i')})",
                lambda: f"__ffs({of('i')})",
                lambda: f"__popcll({of('U')})",
                lambda: f"__clzll({of('l')})",
                lambda: f"__ffsll({of('l')})",
                lambda: f"min({of('i')},{of('i')})",
                lambda: f"max({of('i')},{of('i')})",
                lambda: f"(int)({of('b')}*{of('b')})",
                lambda: f"(({of('i')} < {of('i')}) {rng.choice(['&&', '||'])} ({of('u')} != {of('u')}))",
                lambda: f"(int)fb({of('f')})",
                lambda: f"__mul24({of('i')},{of('i')})",
                lambda: f"__hadd({of('i')},{of('i')})",
            ])()
        if kind == 'u':
            return rng.choice([
                lambda: f"({of('u')} {rng.choice('+-*&|^')} {of('u')})",
                lambda: f"({of('u')} {rng.choice('+-*&|^')} {of('u')})",
                lambda: f"dvu({of('u')},{of('u')})",
                lambda: f"mdu({of('u')},{of('u')})",
                lambda: f"({of('u')} {rng.choice(['<<', '>>'])} (({of('u')})&31u))",
                lambda: f"(unsigned)({of('i')})",
                lambda: f"(unsigned)({of('U')})",
                lambda: f"__umulhi({of('u')},{of('u')})",
                lambda: f"__brev({of('u')})",
                lambda: f"__byte_perm({of('u')},{of('u')},{of('u')})",
                lambda: f"__funnelshift_l({of('u')},{of('u')},{of('u')})",
                lambda: f"__funnelshift_r({of('u')},{of('u')},{of('u')})",
                lambda: f"f2u({of('f')})",
                lambda: f"fb({of('f')})",
                lambda: f"__sad({of('i')},{of('i')},{of('u')})",
                lambda: f"__uhadd({of('u')},{of('u')})",
                lambda: f"__urhadd({of('u')},{of('u')})",
                lambda: f"__umul24({of('u')},{of('u')})",
            ])()
        if kind == 'l':
            return rng.choice([
                lambda: f"adl({of('l')},{of('l')})",
                lambda: f"sbl({of('l')},{of('l')})",
                lambda: f"mll({of('l')},{of('l')})",
                lambda: f"dvl({of('l')},{of('l')})",
                lambda: f"mdl({of('l')},{of('l')})",
                lambda: f"({of('l')} {rng.choice('&|^')} {of('l')})",
                lambda: f"({of('l')} >> (({of('u')})&63u))",
                lambda: f"(long long)({of('i')})",
                lambda: f"(long long)({of('u')})",
                lambda: f"d2l({of('d')})",
                lambda: f"f2l({of('f')})",
                lambda: f"((long long)({of('i')}) * (long long)({of('i')}))",
                lambda: f"__mul64hi({of('l')},{of('l')})",
                lambda: f"(long long)({of('h')})",
            ])()
        if kind == 'U':
            return rng.choice([
                lambda: f"({of('U')} {rng.choice('+-*&|^')} {of('U')})",
                lambda: f"dvU({of('U')},{of('U')})",
                lambda: f"mdU({of('U')},{of('U')})",
                lambda: f"({of('U')} {rng.choice(['<<', '>>'])} (({of('u')})&63u))",
                lambda: f"(unsigned long long)({of('i')})",
                lambda: f"(unsigned long long)({of('u')})",
                lambda: f"((unsigned long long)({of('u')}) * ({of('u')}))",
                lambda: f"__umul64hi({of('U')},{of('U')})",
                lambda: f"__brevll({of('U')})",
                lambda: f"d2U({of('d')})",
                lambda: f"db({of('d')})",
            ])()
        if kind == 'f':
            return rng.choice([
                lambda: f"({of('f')} {rng.choice('+-*')} {of('f')})",
                lambda: f"({of('f')} {rng.choice('+-*')} {of('f')})",
                lambda: f"({of('f')} / {of('f')})",
                lambda: f"sqrtf(fabsf(cf({of('f')})))",
                lambda: f"fabsf({of('f')})",
                lambda: f"(-{of('f')})",
                lambda: f"(float)({of('i')})",
                lambda: f"(float)({of('u')})",
                lambda: f"(float)({of('d')})",
                lambda: f"(float)({of('l')})",
                lambda: f"(float)({of('U')})",
                lambda: f"fmaf({of('f')},{of('f')},{of('f')})",
                lambda: f"floorf({of('f')})",
                lambda: f"truncf({of('f')})",
                lambda: f"rintf({of('f')})",
                lambda: f"ceilf({of('f')})",
                lambda: f"__int_as_float(({of('i')}) & 0x3fffffff)",
                lambda: f"copysignf({of('f')},cf({of('f')}))",
                lambda: f"fmodf({of('f')},{of('f')})",
                lambda: f"ldexpf({of('f')},({of('i')})&15)",
            ])()
        if kind == 'd':
            return rng.choice([
                lambda: f"({of('d')} {rng.choice('+-*')} {of('d')})",
                lambda: f"({of('d')} {rng.choice('+-*')} {of('d')})",
                lambda: f"({of('d')} / {of('d')})",
                lambda: f"sqrt(fabs(cd({of('d')})))",
                lambda: f"(double)({of('f')})",
                lambda: f"(double)({of('i')})",
                lambda: f"(double)({of('l')})",
                lambda: f"(double)({of('U')})",
                lambda: f"fma({of('d')},{of('d')},{of('d')})",
                lambda: f"floor({of('d')})",
                lambda: f"rint({of('d')})",
            ])()
        if kind == 'h':
            return f"(short)({of(rng.choice('iul'))})"
        if kind == 'b':
            return f"(unsigned char)({of(rng.choice('iuU'))})"

    def argument(self, p, scope, depth):
        if p == 'S':
            return self.rng.choice(scope['structs']) if scope.get('structs') else 'sp0'
        return self.expression(p, scope, depth)

    def condition(self, scope, depth=2):
        rng = self.rng
        return rng.choice([
            lambda: f"({self.expression('i', scope, depth)} {rng.choice(['<', '>', '==', '!='])} {self.expression('i', scope, depth)})",
            lambda: f"(({self.expression('u', scope, depth)} & {rng.choice([1, 2, 3, 4, 7])}u) {rng.choice(['==', '!='])} {rng.choice([0, 1])}u)",
            lambda: f"({self.expression('f', scope, depth)} < {self.expression('f', scope, depth)})",
            lambda: f"({self.expression('l', scope, depth)} <= {self.expression('l', scope, depth)})",
        ])()

    def copy(self, scope):
        n = dict(scope)
        for dice in ('vars', 'muts', 'arrs', 'structs', 'unions', 'vecs'):
            n[dice] = list(scope.get(dice, []))
        return n

    def block(self, scope, depth, n, indent):
        inner = self.copy(scope)
        lines = []
        for _ in range(n):
            lines += self.statement(inner, depth, indent)
        return lines

    def statement(self, scope, depth, indent):
        rng = self.rng
        pad = '  ' * indent
        dice = rng.random()
        lines = []
        is_uniform = scope.get('uni', False)
        if is_uniform and depth > 0 and (dice < 0.45):
            return self.uniform_statement(scope, depth, indent)
        dice = rng.random()
        if dice < 0.22:
            kind = rng.choice('iiuulUffdhb')
            name = self.fresh()
            lines.append(f'{pad}{TYPES[kind]} {name} = {self.expression(kind, scope, 3)};')
            scope['vars'].append((name, kind))
            scope['muts'].append((name, kind))
        elif dice < 0.48 and scope['muts']:
            name, kind = rng.choice(scope['muts'])
            if kind in 'uU' and rng.random() < 0.4:
                lines.append(f"{pad}{name} {rng.choice('+-*^|&')}= {self.expression(kind, scope, 3)};")
            elif kind in 'fd' and rng.random() < 0.4:
                lines.append(f"{pad}{name} {rng.choice('+-*')}= {self.expression(kind, scope, 2)};")
            else:
                lines.append(f'{pad}{name} = {self.expression(kind, scope, 3)};')
        elif dice < 0.56 and depth > 0:
            lines.append(f'{pad}if ({self.condition(scope)}) {{')
            lines += self.block(self.nonuniform(scope), depth - 1, rng.randint(1, 3), indent + 1)
            if rng.random() < 0.5:
                lines.append(f'{pad}}} else {{')
                lines += self.block(self.nonuniform(scope), depth - 1, rng.randint(1, 3), indent + 1)
            lines.append(pad + '}')
        elif dice < 0.64 and depth > 0:
            i = self.fresh('k')
            m = self.fresh('m')
            inner = self.copy(self.nonuniform(scope))
            inner['loop'] = True
            inner['vars'].append((i, 'i'))
            form = rng.random()
            bound = f"(int)(({self.expression('u', scope, 2)}) % {rng.randint(2, 9)}u)"
            if form < 0.5:
                lines.append(f'{pad}const int {m} = {bound}; for (int {i} = 0; {i} < {m}; {i} += {rng.randint(1, 2)}) {{')
            elif form < 0.7:
                lines.append(f"{pad}int {m} = {bound}; for (int {i} = {m}; {i} > 0; {i} {rng.choice(['>>= 1', '-= 1', '-= 2'])}) {{")
            elif form < 0.85:
                lines.append(f'{pad}for (int {i} = 0; {i} < 12 && {self.condition(scope, 1)}; {i}++) {{')
            else:
                lines.append(f'{pad}const int {m} = {bound}; for (unsigned {i}u = 0; {i}u < (unsigned){m}; ++{i}u) {{ const int {i} = (int){i}u;')
            lines += self.block(inner, depth - 1, rng.randint(1, 3), indent + 1)
            if rng.random() < 0.3:
                lines.append(f"{pad}  if ({self.condition(inner, 1)}) {rng.choice(['break', 'continue'])};")
                lines += self.block(inner, 0, 1, indent + 1)
            lines.append(pad + '}')
        elif dice < 0.69 and depth > 0:
            lines.append(f"{pad}switch (({self.expression('u', scope, 2)}) % {rng.choice([4, 6, 9])}u) {{")
            for c in sorted(rng.sample(range(9), rng.randint(2, 5))):
                lines.append(f'{pad}case {c}u: {{')
                lines += self.block(self.nonuniform(dict(scope, loop=False)), depth - 1, rng.randint(1, 2), indent + 1)
                lines.append(pad + '} ' + ('break;' if rng.random() < 0.65 else ''))
            if rng.random() < 0.6:
                lines.append(f'{pad}default: {{')
                lines += self.block(self.nonuniform(dict(scope, loop=False)), depth - 1, 1, indent + 1)
                lines.append(pad + '}')
            lines.append(pad + '}')
        elif dice < 0.73:
            kind = rng.choice('iufUd')
            a = self.fresh('a')
            n = rng.randint(2, 9)
            lines.append(f"{pad}{TYPES[kind]} {a}[{n}]; for (int q = 0; q < {n}; q++) {a}[q] = ({TYPES[kind]})({self.expression('i', scope, 1)} ^ (q * {rng.randint(1, 99)}));")
            scope['arrs'].append((a, kind, n))
        elif dice < 0.78 and scope['arrs']:
            a, kind, n = rng.choice(scope['arrs'])
            lines.append(f"{pad}{a}[({self.expression('u', scope, 2)}) % {n}u] = {self.expression(kind, scope, 2)};")
        elif dice < 0.81:
            name = self.fresh('s')
            lines.append(f"{pad}S0 {name} = sp0; {name}.a = {self.expression('i', scope, 2)}; {name}.b = {self.expression('U', scope, 2)}; {name}.c = {self.expression('h', scope, 1)}; {name}.e = {self.expression('u', scope, 1)}; {name}.f = {self.expression('i', scope, 1)}; {name}.w = {self.expression('U', scope, 1)};")
            scope['structs'].append(name)
        elif dice < 0.85 and [x for x in scope['structs'] if x != 'sp0']:
            name = rng.choice([x for x in scope['structs'] if x != 'sp0'])
            lines.append(pad + rng.choice([
                lambda: f"{name}.e += {self.expression('u', scope, 2)};",
                lambda: f"{name}.f = {self.expression('i', scope, 2)};",
                lambda: f"{name}.w ^= {self.expression('U', scope, 2)};",
                lambda: f"{name}.arr[({self.expression('u', scope, 1)})%3u] = {self.expression('i', scope, 2)};",
                lambda: f"{name} = {rng.choice(scope['structs'])};",
                lambda: f"{name}.v.b = {self.expression('f', scope, 2)};",
                lambda: f"{name}.g -= {self.expression('u', scope, 2)};",
            ])())
        elif dice < 0.87:
            name = self.fresh('n')
            lines.append(f"{pad}UN {name}; {name}.l = {self.expression('U', scope, 2)};")
            scope['unions'].append(name)
        elif dice < 0.89 and scope['unions']:
            name = rng.choice(scope['unions'])
            lines.append(pad + rng.choice([f"{name}.by[({self.expression('u', scope, 1)})&7u] = {self.expression('b', scope, 1)};", f"{name}.u[({self.expression('u', scope, 1)})&1u] = {self.expression('u', scope, 2)};", f"{name}.f[0] = cf({self.expression('f', scope, 2)});", f"{name}.hs[({self.expression('u', scope, 1)})&3u] += 77;"]))
        elif dice < 0.92:
            vector = rng.choice(['int4', 'uint2', 'float4', 'uchar4', 'longlong2', 'float3', 'double2', 'short2'])
            name = self.fresh('w')
            m = {'int4': ('i', 4), 'uint2': ('u', 2), 'float4': ('f', 4), 'uchar4': ('b', 4), 'longlong2': ('l', 2), 'float3': ('f', 3), 'double2': ('d', 2), 'short2': ('h', 2)}[vector]
            lines.append(f"{pad}{vector} {name} = make_{vector}({', '.join((self.expression(m[0], scope, 2) for _ in range(m[1])))});")
            scope['vecs'].append((name, vector))
        elif dice < 0.94 and scope['vecs']:
            name, vector = rng.choice(scope['vecs'])
            m = {'int4': ('i', 'xyzw'), 'uint2': ('u', 'xy'), 'float4': ('f', 'xyzw'), 'uchar4': ('b', 'xyzw'), 'longlong2': ('l', 'xy'), 'float3': ('f', 'xyz'), 'double2': ('d', 'xy'), 'short2': ('h', 'xy')}[vector]
            lines.append(f'{pad}{name}.{rng.choice(m[1])} = {self.expression(m[0], scope, 2)};')
        elif dice < 0.96 and scope.get('gacc'):
            lines.append(pad + rng.choice([f"atomicAdd(&acc[({self.expression('u', scope, 1)}) & 15u], {self.expression('u', scope, 2)});", f"atomicXor(&acc[16 + (({self.expression('u', scope, 1)}) & 15u)], {self.expression('u', scope, 2)});", f"atomicMax(&acc[32 + (({self.expression('u', scope, 1)}) & 15u)], {self.expression('u', scope, 2)});", f"atomicAdd(&acc64[({self.expression('u', scope, 1)}) & 15u], {self.expression('U', scope, 2)});", f"atomicMin((int*)&acc[48 + (({self.expression('u', scope, 1)}) & 15u)], {self.expression('i', scope, 2)});", f"atomicOr(&acc[64 + (({self.expression('u', scope, 1)}) & 15u)], {self.expression('u', scope, 2)});"]))
        elif dice < 0.98 and scope.get('loop'):
            lines.append(f"{pad}if ({self.condition(scope, 1)}) {rng.choice(['break', 'continue'])};")
        elif scope['muts'] and [x for x in scope['muts'] if x[1] == 'i']:
            name = rng.choice([x for x in scope['muts'] if x[1] == 'i'])[0]
            lam = self.fresh('lam')
            lines.append(f"{pad}auto {lam} = [&](int q) {{ {name} = ad({name}, q); return ml({name}, {self.expression('i', scope, 1)}); }}; {name} = {lam}({self.expression('i', scope, 2)});")
        return lines

    def nonuniform(self, scope):
        n = self.copy(scope)
        n['uni'] = False
        return n

    def uniform_condition(self):
        return self.rng.choice(['(bid & 1) == 0', 'n > 3', '(u & 1u) == 0u', 'bid < 2', '(bid + n) % 3 != 1'])

    def uniform_statement(self, scope, depth, indent):
        rng = self.rng
        pad = '  ' * indent
        lines = []
        dice = rng.random()
        full = scope['full']
        exited = scope.get('exit')
        if dice < 0.14:
            i = self.fresh('k')
            inner = self.copy(scope)
            inner['vars'].append((i, 'i'))
            lines.append(rng.choice([f'{pad}for (int {i} = 0; {i} < {rng.randint(1, 4)}; {i}++) {{', f'{pad}for (int {i} = n & 7; {i} > 0; {i} >>= 1) {{', f'{pad}for (int {i} = 0; {i} < (bid % 3) + 1; {i}++) {{', f'{pad}for (int {i} = 1; {i} < 9; {i} *= 2) {{']))
            for _ in range(rng.randint(1, 3)):
                lines += self.statement(inner, depth - 1, indent + 1)
            lines.append(pad + '}')
        elif dice < 0.22:
            lines.append(f'{pad}if ({self.uniform_condition()}) {{')
            inner = self.copy(scope)
            for _ in range(rng.randint(1, 3)):
                lines += self.statement(inner, depth - 1, indent + 1)
            if rng.random() < 0.5:
                lines.append(f'{pad}}} else {{')
                inner = self.copy(scope)
                for _ in range(rng.randint(1, 2)):
                    lines += self.statement(inner, depth - 1, indent + 1)
            lines.append(pad + '}')
        elif dice < 0.45:
            kind = rng.choice('iufUd')
            a = self.fresh('sh')
            self.declarations.append(f'  __shared__ {TYPES[kind]} {a}[TMAX];')
            name = self.fresh()
            slot = rng.choice(['tid', '(tid + 5) % T', 'T - 1 - tid'])
            if exited:
                lines.append(f'{pad}if (tid == 0) for (int q = 0; q < T; q++) {a}[q] = ({TYPES[kind]})(q * 3); __syncthreads();')
            lines.append(f'{pad}{a}[{slot}] = {self.expression(kind, scope, 3)};')
            lines.append(f'{pad}__syncthreads();')
            form = rng.random()
            if form < 0.7:
                lines.append(f"{pad}{TYPES[kind]} {name} = {a}[({self.expression('u', scope, 2)}) % (unsigned)T];")
            else:
                operation = {'i': f'{name} = ad({name}, {a}[q])', 'u': f'{name} += {a}[q]', 'f': f'{name} += {a}[q]', 'U': f'{name} ^= {a}[q] * 3ull', 'd': f'{name} += {a}[q]'}[kind]
                lines.append(f"{pad}{TYPES[kind]} {name} = 0; for (int q = (int)(({self.expression('u', scope, 1)}) % (unsigned)T); q < T; q += {rng.choice([1, 3, 7])}) {{ {operation}; }}")
            lines.append(f'{pad}__syncthreads();')
            scope['vars'].append((name, kind))
            scope['muts'].append((name, kind))
        elif dice < 0.55:
            a = self.fresh('sa')
            self.declarations.append(f'  __shared__ unsigned {a}[8];')
            operation = rng.choice(['Add', 'Xor', 'Max', 'Min', 'Or', 'And', 'Inc'])
            lines.append(f"{pad}if (tid == 0) for (int q = 0; q < 8; q++) {a}[q] = {rng.choice(['0u', '0xffffffffu', '12345u'])}; __syncthreads();")
            lines.append(f"{pad}if ({self.condition(scope)}) atomic{operation}(&{a}[({self.expression('u', scope, 2)}) & 7u], {(self.expression('u', scope, 2) if operation != 'Inc' else '1000u')});")
            if rng.random() < 0.4:
                lines.append(f"{pad}for (int q = 0; q < (int)(({self.expression('u', scope, 1)}) % 5u); q++) atomic{operation}(&{a}[q], {(self.expression('u', scope, 1) if operation != 'Inc' else '1000u')});")
            name = self.fresh()
            lines.append(f"{pad}__syncthreads(); unsigned {name} = {a}[({self.expression('u', scope, 1)}) & 7u]; __syncthreads();")
            scope['vars'].append((name, 'u'))
            scope['muts'].append((name, 'u'))
        elif dice < 0.62:
            name = self.fresh()
            lines.append(f"{pad}int {name} = __syncthreads_{rng.choice(['count', 'and', 'or'])}({self.condition(scope)});")
            scope['vars'].append((name, 'i'))
            scope['muts'].append((name, 'i'))
        elif dice < 0.7 and [f for f in self.functions if f['uni']]:
            f = rng.choice([f for f in self.functions if f['uni']])
            name = self.fresh()
            kind = f['ret']
            lines.append(f"{pad}{TYPES[kind]} {name} = {f['name']}({', '.join((self.argument(p, scope, 2) for p in f['params']))}, tid, T, bid, n, u, wm, lane, shf);")
            scope['vars'].append((name, kind))
            scope['muts'].append((name, kind))
        elif exited:
            lines.append(f'{pad}__syncthreads();')
        elif dice < 0.85:
            name = self.fresh()
            kind = rng.choice('iuUfld')
            ops = []
            if full:
                w = rng.choice([32, 32, 16, 8, 4, 2])
                ops = [lambda: f"__shfl_sync(wm, {self.expression(kind, scope, 2)}, (int)(({self.expression('u', scope, 2)}) & 31u), {w})", lambda: f'__shfl_xor_sync(wm, {self.expression(kind, scope, 2)}, {rng.choice([1, 2, 4, 8, 16, 3, 31])})', lambda: f'__shfl_up_sync(wm, {self.expression(kind, scope, 2)}, {rng.randint(0, 17)}u, {w})', lambda: f'__shfl_down_sync(wm, {self.expression(kind, scope, 2)}, {rng.randint(0, 17)}u, {w})', lambda: f'__shfl_xor_sync(wm, {self.expression(kind, scope, 2)}, {rng.choice([1, 2, 3])}, 4)', lambda: f"__shfl_down_sync(wm, {self.expression(kind, scope, 2)}, (({self.expression('u', scope, 1)}) & 7u), {w})"]
            x = rng.random()
            if ops and x < 0.6:
                lines.append(f'{pad}{TYPES[kind]} {name} = {rng.choice(ops)()};')
            elif x < 0.75:
                kind = 'u'
                lines.append(f'{pad}unsigned {name} = __ballot_sync(wm, {self.condition(scope)});')
            elif x < 0.8:
                kind = 'i'
                lines.append(f"{pad}int {name} = __{rng.choice(['any', 'all'])}_sync(wm, {self.condition(scope)});")
            elif x < 0.9:
                kind = rng.choice('iu')
                lines.append(f"{pad}{TYPES[kind]} {name} = __reduce_{rng.choice(['add', 'min', 'max'])}_sync(wm, {self.expression(kind, scope, 2)});")
            elif x < 0.95:
                kind = 'u'
                lines.append(f"{pad}unsigned {name} = __match_any_sync(wm, ({self.expression('u', scope, 2)}) & 3u);")
            else:
                kind = 'u'
                lines.append(f"{pad}int {name}p; unsigned {name} = __match_all_sync(wm, ({self.expression('U', scope, 2)}) >> 63, &{name}p); {name} ^= (unsigned){name}p;")
            scope['vars'].append((name, kind))
            scope['muts'].append((name, kind))
        elif dice < 0.93:
            m = self.fresh('mk')
            c = self.fresh('c')
            name = self.fresh()
            w = self.fresh()
            lines.append(f'{pad}const bool {c} = {self.condition(scope)}; const unsigned {m} = __ballot_sync(wm, {c}); int {name} = 0; unsigned {w} = 0;')
            body = lambda M: rng.choice([f"{name} = __shfl_sync({M}, {self.expression('i', scope, 2)}, __ffs((int){M}) - 1); {w} = __reduce_xor_sync({M}, {self.expression('u', scope, 2)});", f"{name} = (int)__reduce_add_sync({M}, {self.expression('u', scope, 2)}); __syncwarp({M}); {w} = __ballot_sync({M}, {self.condition(scope)});", f"{w} = __match_any_sync({M}, ({self.expression('u', scope, 1)}) & 1u); {name} = __any_sync({M}, {self.condition(scope)});", f"{w} = __shfl_sync({M}, {self.expression('u', scope, 2)}, 31 - __clz((int){M}));"])
            lines.append(f'{pad}if ({c}) {{ {body(m)} }}')
            if rng.random() < 0.6:
                lines[-1] += f" else {{ const unsigned {m}e = wm & ~{m}; {body(m + 'e')} }}"
            scope['vars'] += [(name, 'i'), (w, 'u')]
            scope['muts'] += [(name, 'i'), (w, 'u')]
        else:
            kind = self.fresh('tr')
            lm = self.fresh('lm')
            name = self.fresh()
            i = self.fresh('k')
            inner = self.copy(scope)
            inner['vars'].append((i, 'i'))
            lines.append(f"{pad}const int {kind} = (int)(({self.expression('u', scope, 2)}) & 7u); unsigned {lm} = __ballot_sync(wm, {kind} > 0); unsigned {name} = 0;")
            lines.append(f"{pad}for (int {i} = 0; {i} < {kind}; {i}++) {{ {name} += {rng.choice(['__reduce_add_sync', '__reduce_max_sync'])}({lm}, {self.expression('u', inner, 2)}); {name} ^= (unsigned)__shfl_sync({lm}, {self.expression('i', inner, 2)}, __ffs((int){lm}) - 1); {lm} = __ballot_sync({lm}, {i} + 1 < {kind}); }}")
            scope['vars'].append((name, 'u'))
            scope['muts'].append((name, 'u'))
        return lines

    def function(self):
        rng = self.rng
        is_uniform = rng.random() < 0.3
        name = self.fresh('fn')
        parameters = [rng.choice('iuulUffdS' if not is_uniform else 'iufU') for _ in range(rng.randint(1, 4))]
        result = rng.choice('iulUfd')
        names = [self.fresh('p') for _ in parameters]
        scope = {'vars': [(n, p) for n, p in zip(names, parameters) if p != 'S'], 'muts': [(n, p) for n, p in zip(names, parameters) if p != 'S'], 'arrs': [], 'structs': [n for n, p in zip(names, parameters) if p == 'S'], 'unions': [], 'vecs': [], 'uni': is_uniform, 'full': self.has_full_warps, 'exit': self.has_exits, 'infn': True}
        params = ', '.join(((TYPES[p] if p != 'S' else 'S0') + ' ' + n for n, p in zip(names, parameters)))
        save = self.declarations
        self.declarations = []
        if is_uniform:
            params += ', int tid, int T, int bid, int n, unsigned u, unsigned wm, int lane, int* shf'
            scope['vars'] += [('tid', 'i'), ('lane', 'i'), ('bid', 'i')]
        lines = []
        if not scope['structs']:
            lines.append('  S0 sp0 = {}; sp0.a = 3;')
            scope['structs'] = ['sp0']
        else:
            lines.append(f"  S0 sp0 = {scope['structs'][0]};")
            scope['structs'].append('sp0')
        for _ in range(rng.randint(2, 5)):
            lines += self.statement(scope, 2, 1)
        if not is_uniform and rng.random() < 0.3:
            lines.append(f'  if ({self.condition(scope)}) return {self.expression(result, scope, 2)};')
            lines += self.statement(scope, 1, 1)
        lines.append(f'  return {self.expression(result, scope, 3)};')
        declarations = self.declarations
        self.declarations = save
        attr = rng.choice(['', '__noinline__ ', '__forceinline__ ']) if not is_uniform else rng.choice(['', '', '__forceinline__ '])
        self.functions_text.append(f'DEV {attr}{TYPES[result]} {name}({params}) {{\n' + '\n'.join(declarations + lines) + '\n}')
        self.functions.append({'name': name, 'params': parameters, 'ret': result, 'uni': is_uniform})

    def program(self):
        rng = self.rng
        block = rng.choice([(32, 1, 1), (64, 1, 1), (128, 1, 1), (256, 1, 1), (8, 8, 1), (16, 16, 1), (4, 4, 4), (33, 1, 1), (100, 1, 1), (1, 1, 1), (7, 5, 2), (48, 1, 1), (16, 2, 1)])
        threads = block[0] * block[1] * block[2]
        self.has_full_warps = threads % 32 == 0
        self.has_exits = rng.random() < 0.12
        grid = rng.choice([(1, 1, 1), (3, 1, 1), (2, 2, 1), (5, 1, 1)])
        for _ in range(rng.randint(0, 4)):
            self.function()
        scope = {'vars': [('tid', 'i'), ('lane', 'i'), ('bid', 'i'), ('n', 'i'), ('u', 'u'), ('f0', 'f'), ('gid', 'i')], 'muts': [], 'arrs': [], 'structs': ['sp0'], 'unions': [], 'vecs': [], 'uni': True, 'full': self.has_full_warps, 'exit': self.has_exits, 'gl': True, 'gacc': True}
        if rng.random() < 0.25:
            self.functions_text.append('__constant__ int ctab[16] = {' + ', '.join((str(rng.randint(-2 ** 31 + 1, 2 ** 31 - 1)) for _ in range(16))) + '};')
            scope['arrs'].append(('ctab', 'i', 16))
        consts = list(scope['arrs'])
        lines = []
        v0 = 'x0'
        lines.append('  int x0 = gi[gid & 255]; float y0 = gf[gid & 255]; unsigned long long z0 = gl[gid & 255];')
        for name, kind in (('x0', 'i'), ('y0', 'f'), ('z0', 'U')):
            scope['vars'].append((name, kind))
            scope['muts'].append((name, kind))
        scope['arrs'] = []
        if consts:
            lines.append('  const int* ct = ctab; x0 ^= ct[gid & 15];')
        if self.has_exits:
            lines.append(f'  if (tid % {rng.choice([3, 7, 2])} == 1) {{ o32[gid * 4] = -5; return; }}')
        for _ in range(rng.randint(5, 12)):
            lines += self.statement(scope, 3, 1)
        pick = lambda kind: [name for name, tt in scope['vars'] if tt == kind]
        ii = pick('i') + [f'(int)({name})' for name in pick('u') + pick('h') + pick('b')] + [f'(int)({name} ^ ({name} >> 32))' for name in pick('l')]
        lines.append('  o32[gid * 4] = x0; o32[gid * 4 + 1] = ' + ' ^ '.join(ii) + ';')
        lines.append('  o32[gid * 4 + 2] = ' + self.expression('i', scope, 3) + '; o32[gid * 4 + 3] = (int)fb(' + ' + '.join(['y0'] + pick('f')) + ');')
        lines.append('  o64[gid * 2] = ' + ' ^ '.join(['z0'] + pick('U')) + '; o64[gid * 2 + 1] = db(' + ' + '.join(['0.0'] + pick('d')) + ');')
        head = 'extern "C" __global__ void k(const int* gi, const float* gf, const unsigned long long* gl, int* o32, unsigned long long* o64, unsigned* acc, unsigned long long* acc64, S0 sp0, int n, unsigned u, float f0) {\n'
        head += '  const int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); const int T = blockDim.x * blockDim.y * blockDim.z; const int bid = blockIdx.x + gridDim.x * blockIdx.y; const int gid = bid * T + tid; const int lane = tid & 31; const unsigned wm = (T - (tid & ~31)) >= 32 ? 0xffffffffu : (1u << (T - (tid & ~31))) - 1u; int* shf = 0; (void)lane; (void)wm; (void)shf;\n'
        return {'grid': grid, 'block': block, 'T': threads, 'src': '\n'.join(self.functions_text) + '\n' + head + '\n'.join(self.declarations + lines) + '\n}\n'}


def write_kernels(kernels, folder, first, last):
    """Writes SEED.cu and SEED.json (how it is launched) for each seed from `first` to `last` - 1."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first, last):
        made = kernels(seed).program()
        head = f"#define TMAX {made['T']}\n#define DEV __device__\n"
        (folder / f"{seed}.cu").write_text(head + PREAMBLE + made["src"])
        launch = {"grid": made["grid"], "block": made["block"]}
        (folder / f"{seed}.json").write_text(json.dumps(launch))


if __name__ == "__main__":
    write_kernels(ValueKernels, sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
