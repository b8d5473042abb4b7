// What every random kernel has before it: structs, a union, and arithmetic that C++ defines for all operands.
struct V2 { int a; float b; };
struct S0 { int a; unsigned long long b; short c; float d; unsigned e : 5; int f : 11; unsigned g : 16; unsigned long long w : 37; V2 v; int arr[3]; };
union UN { unsigned u[2]; float f[2]; unsigned long long l; double d; unsigned char by[8]; unsigned short hs[4]; };
DEV int dv(int a,int b){ return (b==0||(a==(-2147483647-1)&&b==-1))?a:a/b; }
DEV int md(int a,int b){ return (b==0||(a==(-2147483647-1)&&b==-1))?b:a%b; }
DEV unsigned dvu(unsigned a,unsigned b){ return b==0?a:a/b; }
DEV unsigned mdu(unsigned a,unsigned b){ return b==0?a:a%b; }
DEV long long dvl(long long a,long long b){ return (b==0||(b==-1))?a:a/b; }
DEV long long mdl(long long a,long long b){ return (b==0||(b==-1))?b:a%b; }
DEV unsigned long long dvU(unsigned long long a,unsigned long long b){ return b==0?a:a/b; }
DEV unsigned long long mdU(unsigned long long a,unsigned long long b){ return b==0?a:a%b; }
DEV int ad(int a,int b){ return (int)((unsigned)a+(unsigned)b); }
DEV int sb(int a,int b){ return (int)((unsigned)a-(unsigned)b); }
DEV int ml(int a,int b){ return (int)((unsigned)a*(unsigned)b); }
DEV long long adl(long long a,long long b){ return (long long)((unsigned long long)a+(unsigned long long)b); }
DEV long long sbl(long long a,long long b){ return (long long)((unsigned long long)a-(unsigned long long)b); }
DEV long long mll(long long a,long long b){ return (long long)((unsigned long long)a*(unsigned long long)b); }
DEV int f2i(float x){ return (x>-2.0e9f&&x<2.0e9f)?(int)x:7; }
DEV int d2i(double x){ return (x>-2.0e9&&x<2.0e9)?(int)x:9; }
DEV unsigned f2u(float x){ return (x>-0.5f&&x<4.0e9f)?(unsigned)(x<0?0.0f:x):5u; }
DEV long long d2l(double x){ return (x>-9.0e18&&x<9.0e18)?(long long)x:11; }
DEV unsigned long long d2U(double x){ return (x>=0&&x<1.8e19)?(unsigned long long)x:13; }
DEV long long f2l(float x){ return (x>-9.0e18f&&x<9.0e18f)?(long long)x:15; }
DEV unsigned fb(float x){ return x!=x?0x7fc00000u:(unsigned)__float_as_int(x); }
DEV unsigned long long db(double x){ return x!=x?0x7ff8000000000000ull:(unsigned long long)__double_as_longlong(x); }
DEV float cf(float x){ return x!=x?1.5f:x; }
DEV double cd(double x){ return x!=x?2.5:x; }
