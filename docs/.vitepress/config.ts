// The site: all of docs/, with the results of benchmarks and the pages of the root that it links to.

import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { repositoryLinks } from "./links.js";

const logo = readFileSync(new URL("logo.svg", import.meta.url));
const page = (text: string, link: string) => ({ text, link });

export default defineConfig({
  title: "CuTS",
  description: "CUDA and native code from TypeScript",
  // The root of the repository, so that links between docs/, bench/results/ and CONTRIBUTING.md are links of the site too.
  srcDir: "..",
  rewrites: { "docs/:page*": ":page*" },
  srcExclude: [
    "README.md",
    "{src,test,examples,include,libraries,tools,dist,coverage}/**",
    "bench/!(results)/**",
  ],
  cleanUrls: true,
  head: [["link", { rel: "icon", href: `data:image/svg+xml;base64,${logo.toString("base64")}` }]],
  lastUpdated: false,
  markdown: {
    config: repositoryLinks,
  },
  themeConfig: {
    search: { provider: "local" },
    outline: { level: [2, 3] },
    nav: [
      page("Get started", "/get-started"),
      page("Examples", "/examples"),
      page("Reference", "/reference/"),
      page("Changelog", "/CHANGELOG"),
    ],
    sidebar: [
      {
        text: "Start",
        items: [
          page("All pages by task", "/"),
          page("Get started", "/get-started"),
          page("Examples", "/examples"),
        ],
      },
      {
        text: "A course in CUDA",
        collapsed: true,
        items: [
          page("About the course", "/course/"),
          page("1. Threads and blocks", "/course/1-threads-and-blocks"),
          page("2. Memory", "/course/2-memory"),
          page("3. Shared memory and barriers", "/course/3-shared-memory"),
          page("4. Warps", "/course/4-warps"),
          page("5. Reductions", "/course/5-reductions"),
          page("6. Streams", "/course/6-streams"),
          page("7. Performance", "/course/7-performance"),
          page("8. Debugging", "/course/8-debugging"),
        ],
      },
      {
        text: "Coming from",
        collapsed: true,
        items: [
          page("Overview", "/coming-from/"),
          page("ctypes", "/coming-from/ctypes"),
          page("CPython C API", "/coming-from/cpython-c-api"),
          page("pybind11", "/coming-from/pybind11"),
          page("torch.utils.cpp_extension", "/coming-from/torch-cpp-extension"),
          page("torch.library", "/coming-from/torch-library"),
          page("CuPy", "/coming-from/cupy"),
          page("cuda-python", "/coming-from/cuda-python"),
          page("Numba", "/coming-from/numba"),
          page("CuVec and NumCu", "/coming-from/cuvec"),
          page("node-addon-api", "/coming-from/node-addon-api"),
          page("TensorFlow.js", "/coming-from/tensorflow-js"),
        ],
      },
      {
        text: "Guides",
        items: [
          page("Kernels", "/kernels"),
          page("Streams and events", "/streams"),
          page("Graphs, pinned and managed memory", "/graphs-and-memory"),
          page("Memory and lifetimes", "/lifetimes"),
          page("Handling errors", "/handling-errors"),
          page("Failures", "/failures"),
          page("Native libraries", "/native-libraries"),
          page("Building native code", "/load"),
          page("Extensions in C++", "/extension"),
          page(".cu files as modules", "/modules"),
          page("Packages", "/packages"),
          page("Whole CUDA programs", "/programs"),
          page("Sharing memory", "/exchange"),
          page("Checking kernels", "/checking"),
          page("Reproducible results", "/verify"),
          page("Why a kernel is slow", "/profiling"),
          page("Testing without a GPU", "/testing"),
          page("Deploying to a GPU machine", "/deploying"),
          page("Several processes and machines", "/distributed"),
        ],
      },
      {
        text: "Arrays",
        items: [
          page("Element-wise functions", "/elementwise"),
          page("Indexing and joining", "/indexing"),
          page("Reductions and sorting", "/reductions"),
          page("Linear algebra", "/linalg"),
          page("Fourier transforms", "/fft"),
          page("Random numbers", "/random"),
          page("NumPy files", "/npy"),
          page("Your own array functions", "/custom-kernels"),
          page("Fusion", "/fusion"),
          page("Gradients", "/gradients"),
          page("Operators", "/operators"),
        ],
      },
      {
        text: "What works where",
        items: [
          page("The cpu device", "/cpu-device"),
          page("CUDA devices", "/cuda-device"),
          page("The data model", "/data-model"),
          page("The CUDA runtime API", "/cuda-runtime"),
          page("Libraries and PTX", "/program-support"),
          page("What the cpu device refuses", "/refused"),
          page("The array API standard", "/array-api"),
          page("Element-wise, by dtype", "/elementwise-functions"),
        ],
      },
      {
        text: "Reference",
        items: [
          page("All names", "/reference/"),
          page("cuts/driver", "/driver"),
          page("Error codes", "/errors"),
          page("Environment variables", "/environment"),
          page("Exit codes", "/exit-codes"),
          page("The cache", "/cache"),
          page("Architecture", "/architecture"),
          page("Contributing", "/CONTRIBUTING"),
        ],
      },
    ],
  },
});
