// Refused where it is included: the message has the file and the line.
#error "OpenGL interoperability (<cuda_gl_interop.h>): not supported on the cpu device"
