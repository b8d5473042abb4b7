// CuTS addons: functions of C++17 that take and return the package's arrays. Header-only, over Node-API.
//
//     #include <cuts/extension.h>
//
//     cuts::Tensor add(const cuts::Tensor& a, const cuts::Tensor& b) {
//       CUTS_CHECK(a.sizes() == b.sizes(), "a and b must have one shape");
//       cuts::Tensor out = cuts::empty_like(a);
//       …
//       return out;
//     }
//
//     CUTS_MODULE(m) { m.def("add", &add, "Adds two tensors.", cuts::arg("a"), cuts::arg("b")); }
//
// `await cu.load({ sources: ["add.cpp"] })` builds it. docs/extension.md tells the rest.

#pragma once

#include "extension/connect.h"
