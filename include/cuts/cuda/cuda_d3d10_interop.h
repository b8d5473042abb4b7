// Refused where it is included: the message has the file and the line.
#error "Direct3D interoperability (<cuda_d3d10_interop.h>): not supported on the cpu device"
