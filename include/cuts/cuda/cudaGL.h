// Refused where it is included: the message has the file and the line.
#error "OpenGL interoperability (<cudaGL.h>): not supported on the cpu device"
