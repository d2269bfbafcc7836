/** The look of an exported page: everything it needs, in the page. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2024; --soft: #60646c; --line: #d9d9e0; --card: #f4f5f7; --mark: #ad4b00;
  --base: #8b8d98; --tools: #5b7083; --catalog: #0e7c86; --skill: #3358d4; --reference: #6e56cf; --summary: #a18072;
  --user: #218358; --assistant: #b83280; --tool-result: #bd5b00; }
@media (prefers-color-scheme: dark) { :root { --paper: #111418; --ink: #edeef0; --soft: #a8b0ba; --line: #363a40; --card: #1b1f24; --mark: #ffa057;
  --base: #9a9ca8; --tools: #7f9bb3; --catalog: #2bb3be; --skill: #7ba0ff; --reference: #a795f5; --summary: #c8a999;
  --user: #4cc38a; --assistant: #f687b3; --tool-result: #ff9b45; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.3; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dt { color: var(--soft); } dd { margin: 0; }
.warning { border: 2px solid var(--mark); border-radius: .5rem; padding: .75rem 1rem; }
.item { margin: 1rem 0; padding: .75rem 1rem; border-radius: .5rem; border: 1px solid var(--line); overflow-wrap: anywhere; }
.item.user { background: var(--card); } .item.thought { color: var(--soft); } .item.aside { border-style: dashed; color: var(--soft); }
.item p { margin: 0; white-space: pre-wrap; } .meta { color: var(--soft); font-size: .85rem; margin-bottom: .25rem; }
.note { color: var(--soft); margin: .5rem 1rem; overflow-wrap: anywhere; }
summary { cursor: pointer; overflow-wrap: anywhere; } code, pre { font: .85rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; max-height: 24rem; overflow: auto; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; width: 100%; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
svg { display: block; } .limit { stroke: var(--soft); stroke-dasharray: 4 3; } .axis { stroke: var(--line); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; font-size: .85rem; }
.legend svg { display: inline-block; margin-right: .35rem; vertical-align: baseline; }
.base { fill: var(--base); } .tools { fill: var(--tools); } .catalog { fill: var(--catalog); } .skill { fill: var(--skill); }
.reference { fill: var(--reference); } .summary { fill: var(--summary); } rect.user { fill: var(--user); }
.assistant { fill: var(--assistant); } .tool-result { fill: var(--tool-result); }
a { color: inherit; } a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--skill); outline-offset: 2px; }
button, input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; padding: .3rem .6rem; }
.find { position: sticky; top: 0; z-index: 1; display: flex; gap: .4rem; align-items: center; background: var(--paper); padding: .5rem 0; }
.find input { flex: 1; min-width: 0; } #found { color: var(--soft); font-size: .85rem; min-width: 5rem; font-variant-numeric: tabular-nums; }
input:focus-visible, button:focus-visible, g:focus-visible { outline: 2px solid var(--skill); outline-offset: 2px; } g[data-request] { cursor: pointer; }
::highlight(found) { background: #ffe08a; color: #1c2024; } ::highlight(now) { background: #ff9b45; color: #1c2024; }
.item { content-visibility: auto; contain-intrinsic-size: auto 5rem; } .item.here { outline: 2px solid var(--mark); }
details p.meta { margin: .75rem 0 0; }
.terminal { background: #14171b; color: #d7dbe0; padding: .5rem; border-radius: .4rem; } .tb { font-weight: 700; }
.t0 { color: #8b9098; } .t1 { color: #ff7b72; } .t2 { color: #7ee787; } .t3 { color: #e3b341; } .t4 { color: #79c0ff; } .t5 { color: #d2a8ff; }
.t6 { color: #56d4dd; } .t7 { color: #d7dbe0; } .t8 { color: #8b9098; } .t9 { color: #ffa198; } .t10 { color: #a5f0ae; } .t11 { color: #f2cc60; }
.t12 { color: #a5d6ff; } .t13 { color: #e2c5ff; } .t14 { color: #89e3ea; } .t15 { color: #fff; }
@media print { pre { max-height: none; } .find { display: none; } .item { content-visibility: visible; break-inside: avoid-page; } body { max-width: none; } }
@page { margin: 15mm; }
`;
