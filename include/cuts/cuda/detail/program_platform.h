// The system that programs are told they run on: Linux, as with nvcc. It is the last that a prelude includes: the library's own
// headers must see the system that they were made for.
#pragma once
#define __linux__ 1
#define __linux 1
#define __unix__ 1
#define __unix 1
