// CUDA's words for host code: a fibre for each thread of a block, which goes on where it waits when the others have come. The semantics
// are written from CUDA's documentation, apart from those of include/cuts/cuda, so that a mistake in one is not in the other.
#include <ucontext.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cstdint>
#include <cmath>
#define __global__
#define __device__
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline
#define __constant__ static const
#define __shared__ static
struct D3 { int x,y,z; };
static D3 threadIdx, blockIdx, blockDim, gridDim;
struct int4{int x,y,z,w;}; struct uint2{unsigned x,y;}; struct float4{float x,y,z,w;}; struct uchar4{unsigned char x,y,z,w;}; struct longlong2{long long x,y;}; struct float3{float x,y,z;}; struct double2{double x,y;}; struct short2{short x,y;};
static int4 make_int4(int a,int b,int c,int d){return {a,b,c,d};} static uint2 make_uint2(unsigned a,unsigned b){return {a,b};} static float4 make_float4(float a,float b,float c,float d){return {a,b,c,d};} static uchar4 make_uchar4(unsigned char a,unsigned char b,unsigned char c,unsigned char d){return {a,b,c,d};} static longlong2 make_longlong2(long long a,long long b){return {a,b};} static float3 make_float3(float a,float b,float c){return {a,b,c};} static double2 make_double2(double a,double b){return {a,b};} static short2 make_short2(short a,short b){return {a,b};}
static int __float_as_int(float f){int i;memcpy(&i,&f,4);return i;} static float __int_as_float(int i){float f;memcpy(&f,&i,4);return f;} static long long __double_as_longlong(double d){long long l;memcpy(&l,&d,8);return l;}
static int min(int a,int b){return a<b?a:b;} static int max(int a,int b){return a>b?a:b;}
static int __mulhi(int a,int b){return (int)(((long long)a*b)>>32);} static unsigned __umulhi(unsigned a,unsigned b){return (unsigned)(((unsigned long long)a*b)>>32);}
static long long __mul64hi(long long a,long long b){return (long long)(((__int128)a*b)>>64);} static unsigned long long __umul64hi(unsigned long long a,unsigned long long b){return (unsigned long long)(((unsigned __int128)a*b)>>64);}
static int __popc(unsigned a){return __builtin_popcount(a);} static int __popcll(unsigned long long a){return __builtin_popcountll(a);} static int __clz(int a){return a?__builtin_clz(a):32;} static int __clzll(long long a){return a?__builtin_clzll(a):64;} static int __ffs(int a){return __builtin_ffs(a);} static int __ffsll(long long a){return __builtin_ffsll(a);}
static unsigned __brev(unsigned x){unsigned r=0;for(int i=0;i<32;i++)if(x>>i&1)r|=1u<<(31-i);return r;} static unsigned long long __brevll(unsigned long long x){unsigned long long r=0;for(int i=0;i<64;i++)if(x>>i&1)r|=1ull<<(63-i);return r;}
static unsigned __byte_perm(unsigned a,unsigned b,unsigned s){unsigned long long t=((unsigned long long)b<<32)|a;unsigned r=0;for(int i=0;i<4;i++){int n=(s>>(4*i))&7;r|=(unsigned)((t>>(8*n))&255)<<(8*i);}return r;}
static unsigned __funnelshift_l(unsigned lo,unsigned hi,unsigned s){s&=31;return (unsigned)(((((unsigned long long)hi<<32)|lo)<<s)>>32);} static unsigned __funnelshift_r(unsigned lo,unsigned hi,unsigned s){s&=31;return (unsigned)((((unsigned long long)hi<<32)|lo)>>s);}
static unsigned __sad(int a,int b,unsigned c){long long d=(long long)a-b;return (unsigned)(d<0?-d:d)+c;} static unsigned __uhadd(unsigned a,unsigned b){return (unsigned)(((unsigned long long)a+b)>>1);} static unsigned __urhadd(unsigned a,unsigned b){return (unsigned)(((unsigned long long)a+b+1)>>1);} static int __hadd(int a,int b){return (int)(((long long)a+b)>>1);}
static int __mul24(int a,int b){long long x=((int)((unsigned)a<<8))>>8,y=((int)((unsigned)b<<8))>>8;return (int)(unsigned)(x*y);} static unsigned __umul24(unsigned a,unsigned b){return (a&0xffffff)*(b&0xffffff);}
// fibers
static ucontext_t mainc; static ucontext_t fc[1024]; static char* stk[1024]; static bool done_[1024]; static D3 tix[1024]; static int cur, NT, alive;
static void yield_(){ swapcontext(&fc[cur],&mainc); }
static int barr=0, bgen=0, bcnt=0, band=1, bor=0, rc,ra,ro;
static void brel(){ if(barr>0&&barr==alive){barr=0;bgen++;rc=bcnt;ra=band;ro=bor;bcnt=0;band=1;bor=0;} }
static void bar(int p){ int g=bgen; barr++; bcnt+=p!=0; band&=p!=0; bor|=p!=0; brel(); while(bgen==g) yield_(); }
static void __syncthreads(){bar(0);} static int __syncthreads_count(int p){bar(p);return rc;} static int __syncthreads_and(int p){bar(p);return ra;} static int __syncthreads_or(int p){bar(p);return ro;}
struct RV{unsigned mask; int arr; unsigned got; int left; int phase; unsigned long long v[32]; bool used;};
static RV rv[32][64];
static RV* meet(unsigned mask,unsigned long long v){ int w=cur/32,l=cur%32; for(;;){ RV*f=0,*e=0; for(int i=0;i<64;i++){ if(rv[w][i].used&&rv[w][i].mask==mask){f=&rv[w][i];break;} if(!rv[w][i].used&&!e)e=&rv[w][i]; }
  if(!f){f=e; f->used=true;f->mask=mask;f->got=0;f->phase=0;f->left=__builtin_popcount(mask);} if(f->phase==1||(f->got>>l&1)){yield_();continue;}
  if(!(mask>>l&1)){fprintf(stderr,"lane not in mask\n");exit(3);} f->v[l]=v; f->got|=1u<<l; if(f->got==mask)f->phase=1; while(f->phase==0)yield_(); return f; } }
static void leave(RV*f){ if(--f->left==0){f->used=false;} }
template<class X> static unsigned long long pk(X x){unsigned long long r=0;memcpy(&r,&x,sizeof x);return r;} template<class X> static X up(unsigned long long r){X x;memcpy(&x,&r,sizeof x);return x;}
static unsigned __ballot_sync(unsigned m,int p){RV*f=meet(m,p!=0);unsigned r=0;for(int i=0;i<32;i++)if((m>>i&1)&&f->v[i])r|=1u<<i;leave(f);return r;}
static int __any_sync(unsigned m,int p){return __ballot_sync(m,p)!=0;} static int __all_sync(unsigned m,int p){return __ballot_sync(m,p)==m;} static void __syncwarp(unsigned m){leave(meet(m,0));}
template<class X> static X shf(unsigned m,X v,int src,bool ok){RV*f=meet(m,pk(v));X r=ok?up<X>(f->v[src]):v;if(ok&&!(m>>src&1)){fprintf(stderr,"src not in mask\n");exit(3);}leave(f);return r;}
template<class X> static X __shfl_sync(unsigned m,X v,int s,int w=32){int l=cur%32;return shf(m,v,(l&~(w-1))|(s&(w-1)),true);}
template<class X> static X __shfl_xor_sync(unsigned m,X v,int s,int w=32){int l=cur%32;int t=l^s;bool ok=t<((l&~(w-1))+w);return shf(m,v,ok?t:l,ok);}
template<class X> static X __shfl_up_sync(unsigned m,X v,unsigned s,int w=32){int l=cur%32;int t=l-(int)s;bool ok=t>=(l&~(w-1));return shf(m,v,ok?t:l,ok);}
template<class X> static X __shfl_down_sync(unsigned m,X v,unsigned s,int w=32){int l=cur%32;int t=l+(int)s;bool ok=t<((l&~(w-1))+w);return shf(m,v,ok?t:l,ok);}
#define RED(N,EX) template<class X> static X N(unsigned m,X v){RV*f=meet(m,pk(v));bool first=true;X a{};for(int i=0;i<32;i++)if(m>>i&1){X b=up<X>(f->v[i]);if(first){a=b;first=false;}else a=EX;}leave(f);return a;}
RED(__reduce_add_sync,(X)((unsigned)a+(unsigned)b)) RED(__reduce_min_sync,(a<b?a:b)) RED(__reduce_max_sync,(a>b?a:b)) RED(__reduce_xor_sync,(a^b))
template<class X> static unsigned __match_any_sync(unsigned m,X v){RV*f=meet(m,pk(v));unsigned r=0;for(int i=0;i<32;i++)if((m>>i&1)&&f->v[i]==pk(v))r|=1u<<i;leave(f);return r;}
template<class X> static unsigned __match_all_sync(unsigned m,X v,int*p){RV*f=meet(m,pk(v));bool all=true;for(int i=0;i<32;i++)if((m>>i&1)&&f->v[i]!=pk(v))all=false;leave(f);*p=all;return all?m:0;}
template<class X> struct SameType{using type=X;}; template<class X> using Same=typename SameType<X>::type;
template<class X> static X atomicAdd(X*p,Same<X> v){X o=*p;*p=o+v;return o;} template<class X> static X atomicXor(X*p,Same<X> v){X o=*p;*p=o^v;return o;} template<class X> static X atomicOr(X*p,Same<X> v){X o=*p;*p=o|v;return o;} template<class X> static X atomicAnd(X*p,Same<X> v){X o=*p;*p=o&v;return o;} template<class X> static X atomicMax(X*p,Same<X> v){X o=*p;if(v>o)*p=v;return o;} template<class X> static X atomicMin(X*p,Same<X> v){X o=*p;if(v<o)*p=v;return o;} static unsigned atomicInc(unsigned*p,unsigned v){unsigned o=*p;*p=o>=v?0:o+1;return o;}
