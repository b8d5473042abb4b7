// Refused where it is included: the message has the file and the line.
#error "tensor core fragments (<mma.h>, nvcuda::wmma): not supported on the cpu device"
