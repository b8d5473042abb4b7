// Refused where it is included: the message has the file and the line.
#error "EGL interoperability (<cuda_egl_interop.h>): not supported on the cpu device"
