// What every kernel of the fuzz is given: numbers of a generator with a fixed start (kernel-inputs.ts draws the same), and room for results.
static unsigned state;
static unsigned draw() { state ^= state << 13; state ^= state >> 17; state ^= state << 5; return state; }

static int gi[256], o32[1 << 16];
static float gf[256];
static unsigned long long gl[256], o64[1 << 15], acc64[16];
static unsigned acc[80];
static S0 sp;

static void set_inputs() {
  state = 2463534242u;
  for (int i = 0; i < 256; i++) {
    gi[i] = (int)draw();
    gf[i] = (float)(int)(draw() >> 8) / 65536.0f - 100.0f;
    unsigned high = draw();
    gl[i] = ((unsigned long long)high << 32) | draw();
  }
  for (int i = 48; i < 64; i++) acc[i] = 0x7fffffff;
  memset(&sp, 0, sizeof sp);
  sp.a = 42, sp.b = 0x123456789abcdefull, sp.c = -321, sp.d = 2.5f;
  sp.v.a = -9, sp.v.b = 0.125f;
  sp.arr[0] = 1, sp.arr[1] = -2, sp.arr[2] = 300000;
}
