// The name of cuBLAS before its second interface; programs that include it use the second one.
#pragma once
#include <cublas_v2.h>
