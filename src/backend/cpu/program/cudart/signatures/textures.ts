// Functions about texture objects.

export const TEXTURES = {
  cudaCreateTextureObject:
    "cudaError_t(cudaTextureObject_t* object, const cudaResourceDesc* resource, const cudaTextureDesc* texture, const cudaResourceViewDesc* view)",
  cudaDestroyTextureObject: "cudaError_t(cudaTextureObject_t object)",
  cudaGetTextureObjectResourceDesc: "cudaError_t(cudaResourceDesc* resource, cudaTextureObject_t object)",
  cudaGetTextureObjectTextureDesc: "cudaError_t(cudaTextureDesc* texture, cudaTextureObject_t object)",
  cudaCreateSurfaceObject: "cudaError_t(cudaSurfaceObject_t* object, const cudaResourceDesc* resource)",
  cudaDestroySurfaceObject: "cudaError_t(cudaSurfaceObject_t object)",
} as const;
