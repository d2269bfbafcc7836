// The look of an exported page: the app's (`src/renderer/styles.css`), in the page. A test compares the two.

/** The app's names of colours: in light, in dark. */
export const COLORS: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  sunken: ['#efece6', '#151412'],
  side: ['#f6f4f0', '#1a1917'],
  canvas: ['#fdfcfa', '#201e1c'],
  surface: ['#ffffff', '#262421'],
  ink: ['#24211d', '#ece8e1'],
  'ink-soft': ['#625b51', '#aea79c'],
  line: ['#e7e3dc', '#37342f'],
  'line-strong': ['#d3cdc3', '#4b4740'],
  'accent-ink': ['#085a51', '#86d8cb'],
  focus: ['#0b7f72', '#6fd3c4'],
  success: ['#22692f', '#86cf8f'],
  'success-soft': ['#e4f2e4', '#1c2f1f'],
  warning: ['#845200', '#e9b864'],
  'warning-soft': ['#fbf0da', '#372b14'],
  danger: ['#b3261e', '#f2938a'],
  'danger-soft': ['#fbe9e7', '#3b1f1c'],
};

const colors = Object.entries(COLORS)
  .map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`)
  .join(' ');
export const STYLE = `
:root { color-scheme: light dark; ${colors} }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1rem 4rem; background: var(--canvas); color: var(--ink);
  font: .9375rem/1.6 -apple-system, "Segoe UI", Inter, Ubuntu, Cantarell, "Noto Sans", "Liberation Sans", system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.375rem; line-height: 1.4; margin: 0 0 1rem; overflow-wrap: anywhere; } h2 { font-size: 1.0625rem; margin: 2.25rem 0 .5rem; }
p { margin: .6rem 0; } a { color: var(--accent-ink); overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: 0; } dt { color: var(--ink-soft); } dd { margin: 0; overflow-wrap: anywhere; } dd.whole { grid-column: 1 / -1; }
.meta { color: var(--ink-soft); font-size: .8125rem; margin: 0 0 .25rem; font-variant-numeric: tabular-nums; }
.warning, .verdict { border-radius: .625rem; padding: .6rem .9rem; margin: 1rem 0; } .verdict p, .warning p { margin: 0; } .verdict p + p { margin-top: .25rem; }
.warning { background: var(--warning-soft); color: var(--warning); }
.verdict { border: 1px solid var(--line); background: var(--surface); } .verdict strong { display: block; }
.verdict.success strong { color: var(--success); } .verdict.danger strong { color: var(--danger); } .verdict.danger { background: var(--danger-soft); }
.item { margin: .9rem 0; overflow-wrap: anywhere; content-visibility: auto; contain-intrinsic-size: auto 5rem; } .item.aside { opacity: .75; border-left: 2px dashed var(--line-strong); padding-left: .75rem; }
.item.user { display: flex; flex-direction: column; align-items: flex-end; } .item.user > p { max-width: 85%; margin: 0; background: var(--sunken); border-radius: 1rem; padding: .6rem 1rem; white-space: pre-wrap; }
.text > :first-child { margin-top: 0; } .text > :last-child { margin-bottom: 0; } .text h3, .text h4, .text h5, .text h6 { font-size: 1rem; margin: 1rem 0 .35rem; }
.text, .text p, .text li, .item.user > p, h1, dd, td { unicode-bidi: plaintext; }
.text ul, .text ol { margin: .6rem 0; padding-left: 1.4rem; } .text li { margin: .2rem 0; } .text blockquote { margin: .6rem 0; border-left: 2px solid var(--line-strong); padding-left: .75rem; color: var(--ink-soft); }
.text table { width: auto; } .text th, .text td { border: 1px solid var(--line); padding: .3rem .75rem; } .text hr { border: 0; border-top: 1px solid var(--line); }
.text code { background: var(--sunken); border-radius: .25rem; padding: .1rem .25rem; } .text pre code { background: none; padding: 0; }
.call, .thought, .note { color: var(--ink-soft); font-size: .875rem; } .call strong { color: var(--ink); font-weight: 600; } .failed { color: var(--danger); }
.note { margin: .5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; border-radius: .4375rem; } code, pre { font: .8125rem/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", "PingFang SC", "Microsoft YaHei", "Noto Sans Mono CJK SC", monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; max-height: 24rem; overflow: auto; background: var(--side); color: var(--ink); border: 1px solid var(--line); border-radius: .4375rem; padding: .5rem .75rem; }
.card { border: 1px solid var(--line); border-radius: .625rem; background: var(--surface); color: var(--ink); margin: .6rem 0; overflow: hidden; } .card > div, .card li { padding: .75rem 1rem; }
.card ol { list-style: none; margin: 0; padding: 0; } .card li { border-top: 1px solid var(--line); } .card h3, .card h4 { margin: 0 0 .25rem; font-size: .9375rem; display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: baseline; }
.card h3 .price, .card h4 .price { margin-left: auto; font-variant-numeric: tabular-nums; } .card .sub { color: var(--ink-soft); font-weight: 400; font-size: .875rem; }
.badge { border-radius: .4375rem; background: var(--sunken); color: var(--ink-soft); padding: 0 .45rem; font-size: .75rem; font-weight: 400; }
.badge.success { background: var(--success-soft); color: var(--success); } .badge.warning { background: var(--warning-soft); color: var(--warning); } .badge.danger { background: var(--danger-soft); color: var(--danger); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .8125rem; width: 100%; }
th, td { text-align: start; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; } th { color: var(--ink-soft); font-weight: 500; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; } td:last-child { font: .75rem/1.4 ui-monospace, "DejaVu Sans Mono", monospace; word-break: break-all; min-width: 17ch; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
details p.meta { margin: .75rem 0 0; }
@media print { pre { max-height: none; } details::details-content { content-visibility: visible; } .item { content-visibility: visible; break-inside: avoid-page; } body { max-width: none; } }
@page { margin: 15mm; }
`;
