// Refused where it is included: the message has the file and the line.
#error "VDPAU interoperability (<cuda_vdpau_interop.h>): not supported on the cpu device"
