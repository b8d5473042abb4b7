// A profile as a self-contained HTML page: the annotated source, bars for wasted memory traffic, and the occupancy.

import type { ProfiledLaunch, ProfileLine } from "./kernel-profile.js";
import { columns, headOf, occupancyLines } from "./profile-text.js";

const STYLE = `
body { font: 14px system-ui, sans-serif; margin: 2em; color: #1b1f24; background: #fff; }
table { border-collapse: collapse; font: 13px ui-monospace, monospace; }
th, td { padding: 1px 8px; text-align: right; white-space: pre; }
th { border-bottom: 1px solid #999; font-weight: 600; }
td.source { text-align: left; }
tr.all td { border-top: 1px solid #999; font-weight: 600; }
.bar { display: inline-block; height: 9px; }
.used { background: #2f81f7; } .vain { background: #e5534b; }
@media (prefers-color-scheme: dark) { body { background: #16191d; color: #dde1e6; } }
`;
/** Pixels of the longest bar. */
const BAR_PIXELS = 160;

/** The HTML page of one or more profiles. */
export function profileHtml(...profiles: readonly ProfiledLaunch[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escape(profiles.map(({ name }) => name).join(", "))}: profile</title>
<style>${STYLE}</style>
${profiles.map(section).join("\n")}
</html>
`;
}

function section(profile: ProfiledLaunch): string {
  const { lines, total } = profile;
  const most = Math.max(1, ...lines.map(({ global }) => global.sectors));
  const mostWavefronts = Math.max(1, ...lines.map(({ shared }) => shared.wavefronts));
  const head = columns.map((one) => `<th title="${escape(one.title)}">${escape(one.name)}</th>`).join("");
  const cells = (line: ProfiledLaunch["total"]): string =>
    columns.map((one) => `<td>${escape(one.of(line))}</td>`).join("");
  const bars = ({ global, shared }: ProfileLine): string =>
    bar(global.idealSectors, global.sectors, most) +
    bar(shared.wavefronts - shared.conflicts, shared.wavefronts, mostWavefronts);
  const rows = lines.map(
    (line) =>
      `<tr>${cells(line)}<td>${line.line}</td><td class="source">${escape(line.text)}</td><td class="source">${bars(line)}</td></tr>`,
  );
  return `<h1>${escape(headOf(profile))}</h1>
<table>
<tr>${head}<th>line</th><th></th><th title="sectors and wavefronts: needed, and in vain">needed | in vain</th></tr>
${rows.join("\n")}
<tr class="all">${cells(total)}<td></td><td class="source">all</td><td></td></tr>
</table>
<h2>Occupancy</h2>
<ul>
${occupancyLines(profile)
  .map((line) => `<li>${escape(line)}</li>`)
  .join("\n")}
</ul>`;
}

function bar(needed: number, all: number, most: number): string {
  const part = (kind: string, count: number): string => {
    const pixels = Math.round((BAR_PIXELS * count) / most);
    return pixels === 0 ? "" : `<span class="bar ${kind}" style="width:${pixels}px"></span>`;
  };
  return part("used", Math.min(needed, all)) + part("vain", Math.max(0, all - needed));
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
