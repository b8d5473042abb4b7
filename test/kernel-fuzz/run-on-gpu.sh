#!/bin/sh
# Compiles every kernel of this folder with nvcc, runs it, and compares it with what the oracle computed. 1 when one differs.
cd "$(dirname "$0")" || exit 2
nvcc=${NVCC:-nvcc}
ls -- *.cu | sed 's/\.cu$//' | xargs -P "$(nproc)" -I{} "$nvcc" -std=c++17 -w -fmad=false -arch=native -o {}.exe {}.cu
agreed=0 failed=0
for source in *.cu; do
  seed=${source%.cu}
  if said=$("./$seed.exe" "$seed.out" 2>&1); then agreed=$((agreed + 1)); else failed=$((failed + 1)); echo "$seed: $said"; fi
done
echo "$agreed agree, $failed differ or fail"
[ "$failed" = 0 ]
