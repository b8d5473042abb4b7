// A stack machine run by every thread on its own input: a dispatch switch, fall through, and goto for the error exit.
// Threads of one warp take different paths through the program.
enum Opcode { kPush, kInput, kAdd, kMul, kNegate, kDuplicate, kOver, kSwap, kJumpIfZero, kJump, kHalt };

extern "C" __global__ void run_program(const int* code, int length, const int* inputs, int* results, int n,
                                       int max_steps) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= n) return;

  int stack[8];
  int depth = 0, pc = 0, steps = 0;
  int result = 0;

next:
  if (++steps > max_steps || pc < 0 || pc >= length) goto failed;
  switch (code[pc]) {
    case kInput:
    case kPush:
      if (depth == 8) goto failed;
      stack[depth++] = code[pc] == kPush ? code[pc + 1] : inputs[thread];
      pc += code[pc] == kPush ? 2 : 1;
      goto next;
    case kAdd:
    case kMul:
      if (depth < 2) goto failed;
      --depth;
      if (code[pc] == kAdd) stack[depth - 1] += stack[depth];
      else stack[depth - 1] *= stack[depth];
      break;
    case kNegate:
      if (depth < 1) goto failed;
      stack[depth - 1] = -stack[depth - 1];
      break;
    case kDuplicate:
    case kOver: {
      int below = code[pc] == kDuplicate ? 1 : 2;
      if (depth < below || depth == 8) goto failed;
      stack[depth] = stack[depth - below];
      ++depth;
      break;
    }
    case kSwap: {
      if (depth < 2) goto failed;
      int top = stack[depth - 1];
      stack[depth - 1] = stack[depth - 2];
      stack[depth - 2] = top;
      break;
    }
    case kJumpIfZero:
      if (depth < 1) goto failed;
      if (stack[--depth] != 0) {
        pc += 2;
        goto next;
      }
      // fall through
    case kJump:
      pc = code[pc + 1];
      goto next;
    case kHalt:
      result = depth > 0 ? stack[depth - 1] : 0;
      goto done;
    default:
      goto failed;
  }
  ++pc;
  goto next;

failed:
  result = -1 - depth;
done:
  results[thread] = result;
}
