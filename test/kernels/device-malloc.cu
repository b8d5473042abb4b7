// Memory from the device heap: every thread builds a linked list of its own with malloc, a block shares an array from
// new[], and everything is given back.
struct Node {
  int value;
  Node* next;
};

extern "C" __global__ void reverse_lists(const int* values, const int* offsets, int* reversed, int lists) {
  const int list = blockIdx.x * blockDim.x + threadIdx.x;
  if (list >= lists) return;
  Node* head = nullptr;
  for (int i = offsets[list]; i < offsets[list + 1]; ++i) {
    Node* node = static_cast<Node*>(malloc(sizeof(Node)));
    node->value = values[i];
    node->next = head;
    head = node;
  }
  for (int i = offsets[list]; head != nullptr; ++i) {
    Node* node = head;
    reversed[i] = node->value;
    head = node->next;
    free(node);
  }
}

extern "C" __global__ void block_squares(int* sums, int count) {
  __shared__ int* squares;
  if (threadIdx.x == 0) squares = new int[count];
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) squares[i] = i * i + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += squares[i];
    sums[blockIdx.x] = sum;
    delete[] squares;
  }
}
