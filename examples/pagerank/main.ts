// PageRank: how often somebody who follows links at random is on each page, by repeated products with a sparse matrix.

import * as cu from "cuts";
import { program } from "../shared/program.js";

// One thread for each page adds up what the pages that link to it give.
const step = cu.kernel(`
  extern "C" __global__ void step(const int* starts, const int* sources, const float* shares, const float* rank, float* next,
                                  int pages, float damping, float rest) {
    int page = blockIdx.x * blockDim.x + threadIdx.x;
    if (page >= pages) return;
    float sum = 0;
    for (int link = starts[page]; link < starts[page + 1]; link++) sum += rank[sources[link]] * shares[sources[link]];
    next[page] = rest + damping * sum;
  }`);

/** Links from page to page, in pairs. */
export interface Links {
  readonly pages: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** The ranks of pages, which sum to 1, and how many rounds they took. */
export async function pageRank(
  links: Links,
  { damping = 0.85, tolerance = 1e-6, mostRounds = 200 } = {},
): Promise<{ readonly ranks: Float32Array; readonly rounds: number }> {
  const { pages } = links;
  const rows = byTarget(links);
  const table = {
    starts: cu.array(rows.starts),
    sources: cu.array(rows.sources),
    shares: cu.array(rows.shares),
    dangling: cu.array(rows.dangling),
  };
  let rank = cu.full([pages], 1 / pages);
  for (let round = 1; ; round++) {
    // A page without links leads everywhere.
    using stuck = rank.mul(table.dangling).sum();
    const rest = (1 - damping + damping * (await stuck.item())) / pages;
    const next = cu.empty([pages]);
    step({ threads: pages }, table.starts, table.sources, table.shares, rank, next, pages, damping, rest);
    using change = next.sub(rank).abs().sum();
    rank.dispose();
    rank = next;
    if ((await change.item()) < tolerance || round === mostRounds) {
      const ranks = await rank.data();
      for (const array of [rank, ...Object.values(table)]) array.dispose();
      return { ranks, rounds: round };
    }
  }
}

/** Links sorted by the page they lead to, as compressed rows, and what a page gives to each that it links to. */
function byTarget({ pages, from, to }: Links) {
  const starts = new Int32Array(pages + 1);
  const counts = new Int32Array(pages);
  for (const [link, target] of to.entries()) {
    starts[target + 1]!++;
    counts[from[link] ?? 0]!++;
  }
  for (let page = 0; page < pages; page++) starts[page + 1]! += starts[page] ?? 0;
  const place = starts.slice();
  const sources = new Int32Array(to.length);
  for (const [link, target] of to.entries()) sources[place[target]!++] = from[link] ?? 0;
  const shares = Float32Array.from(counts, (count) => (count === 0 ? 0 : 1 / count));
  return { starts, sources, shares, dangling: Float32Array.from(counts, (count) => (count === 0 ? 1 : 0)) };
}

/** A web from a seed: each page links to some that were there before, rather to those that others link to. */
export function smallWeb(pages: number, linksPerPage: number, seed: number): Links {
  using drawn = cu.random.generator(seed).random([pages, linksPerPage]);
  const numbers = drawn.dataSync();
  const [from, to]: [number[], number[]] = [[], []];
  for (let page = 1; page < pages; page++) {
    for (let link = 0; link < linksPerPage; link++) {
      const chance = numbers[page * linksPerPage + link] ?? 0;
      // Half of the links lead where an earlier one leads: the known become better known.
      const target = link % 2 === 0 ? to[Math.floor(chance * to.length)] : undefined;
      from.push(page);
      to.push(target ?? Math.floor(chance * page));
    }
  }
  return { pages, from: Int32Array.from(from), to: Int32Array.from(to) };
}

await program(
  import.meta.url,
  {
    pages: [50_000, "how many"],
    links: [8, "links of a page"],
    damping: [0.85, "how often a link is followed"],
    seed: [1, "where the web comes from"],
  },
  async ({ pages, links, damping, seed }) => {
    const web = smallWeb(pages, links, seed);
    const since = performance.now();
    const { ranks, rounds } = await pageRank(web, { damping });
    const ms = (performance.now() - since).toFixed(0);
    const best = [...ranks.keys()].sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0)).slice(0, 10);
    for (const page of best) {
      const bar = "█".repeat(Math.round(((ranks[page] ?? 0) / (ranks[best[0] ?? 0] ?? 1)) * 40));
      console.log(`page ${String(page).padStart(6)}  ${(ranks[page] ?? 0).toFixed(6)}  ${bar}`);
    }
    console.log(`${pages} pages, ${web.to.length} links, ${rounds} rounds on ${cu.device().id} in ${ms} ms`);
  },
);
