/**
 * A session as one page that opens anywhere and asks nobody for anything: no script, no picture, no font, and a policy
 * that allows none. Search is the browser's own; folded parts are `details`, which it opens where it finds something.
 */
import { createHash } from 'node:crypto';
import { oneLine } from '../../lib/visible.ts';
import { type ExportHead, redactionLine } from './export-head.ts';
import { STYLE } from './html-style.ts';
import { html, htmlLine } from './html-text.ts';
import { legend, timelineSvg, timelineText } from './timeline-svg.ts';
import { type SentRequest, type Transcript, type TranscriptItem, totalsOf } from './transcript.ts';
import type { ExportWords } from './words.ts';

/** Characters of a call's arguments on its line; all of them are in its fold. */
const MAX_ARGUMENTS = 120;
/** Characters of a result that are shown. */
const MAX_RESULT = 100_000;

const styleHash = createHash('sha256').update(STYLE, 'utf8').digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

export function toHtml(head: ExportHead, transcript: Transcript, words: ExportWords): string {
  const { number } = words;
  const { items, requests } = transcript;
  const totals = totalsOf(requests);
  const title = head.title || words.untitled;
  const facts: [string, string][] = [
    [words.session, head.session],
    [words.created, words.when(head.createdAt)],
    [words.model, head.model],
    [words.events, number(head.events)],
    [words.requests, words.totals(number(totals.requests), number(totals.estimated))],
  ];
  if (totals.reported !== undefined) facts.push(['', usageText(totals.reported, words)]);
  const warning =
    head.redacted === undefined ? '' : `<p class="warning">${html(redactionLine(head.redacted, words))}</p>\n`;
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${htmlLine(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${htmlLine(title)}</h1>
${warning}<dl>${facts.map(([name, value]) => `<dt>${html(name)}</dt><dd>${htmlLine(value)}</dd>`).join('')}</dl>
<h2>${html(words.timeline)}</h2>
<p class="meta">${html(timelineText(requests, words))}</p>
<div class="scroll" tabindex="0">${timelineSvg(requests, words)}</div>
${legend(requests, words)}
<details><summary>${html(words.requests)}</summary><div class="scroll" tabindex="0">${requestTable(requests, words)}</div></details>
<h2>${html(words.conversation)}</h2>
<main>
${items.map((item) => itemHtml(item, words)).join('\n')}
</main>
</body>
</html>
`;
}

function itemHtml(item: TranscriptItem, words: ExportWords): string {
  const aside = item.setAside ? ` · ${html(words.setAside)}` : '';
  const style = item.setAside ? ' aside' : '';
  const when = `${htmlLine(words.when(item.at))} · #${item.seq}`;
  switch (item.kind) {
    case 'user':
      return `<article class="item user${style}"><div class="meta">${html(words.you)} · ${when}${aside}</div><p>${html(item.text)}</p></article>`;
    case 'agent': {
      const { request } = item;
      const tokens = request === undefined ? '' : ` · ${html(requestText(request, words))}`;
      return `<article class="item agent${style}"><div class="meta">${html(words.agent)} · ${when}${tokens}${aside}</div><p>${html(item.text)}</p></article>`;
    }
    case 'call':
      return callHtml(item, words, `${when}${aside}`, style);
    case 'note': {
      const line = `${htmlLine(item.text)} · #${item.seq}${aside}`;
      return item.detail === undefined
        ? `<p class="note">${line}</p>`
        : `<details class="note"><summary>${line}</summary><pre>${html(item.detail)}</pre></details>`;
    }
  }
}

function callHtml(
  { name, arguments: given, result }: Extract<TranscriptItem, { kind: 'call' }>,
  words: ExportWords,
  meta: string,
  style: string,
): string {
  const outcome =
    result === undefined ? words.unfinished : `${result.ok ? words.ok : words.failed}, ${words.seconds(result.ms)}`;
  const line = [...oneLine(given)].slice(0, MAX_ARGUMENTS).join('');
  const content = result?.content ?? '';
  const more =
    content.length > MAX_RESULT
      ? `<p class="meta">${html(words.more(words.number(content.length - MAX_RESULT)))}</p>`
      : '';
  return `<details class="item call${style}"><summary><strong>${htmlLine(name)}</strong> <code>${html(line)}</code> · ${html(outcome)} · ${meta}</summary><pre>${html(given)}</pre><pre>${html(content.slice(0, MAX_RESULT))}</pre>${more}</details>`;
}

const usageText = (usage: { promptTokens: number; completionTokens: number }, words: ExportWords): string =>
  words.reported(words.number(usage.promptTokens), words.number(usage.completionTokens));

function requestText({ tokens, usage }: SentRequest, words: ExportWords): string {
  const estimated = words.tokensOf(words.number(tokens.total), words.number(tokens.max));
  return usage === undefined ? estimated : `${estimated} · ${usageText(usage, words)}`;
}

function requestTable(requests: readonly SentRequest[], words: ExportWords): string {
  const { seq, at, iteration, tokens, limit, reported, ms, sha256 } = words.columns;
  const head = [seq, at, iteration, tokens, limit, reported, ms, sha256]
    .map((name) => `<th>${html(name)}</th>`)
    .join('');
  const rows = requests.map((request) => {
    const { usage } = request;
    const cells: [string, boolean][] = [
      [String(request.seq), true],
      [words.when(request.at), false],
      [request.isSummary ? words.summary : String(request.iteration), true],
      [words.number(request.tokens.total), true],
      [words.number(request.tokens.max), true],
      [usage === undefined ? '' : usageText(usage, words), false],
      [request.ms === undefined ? '' : words.seconds(request.ms), true],
      [request.sha256, false],
    ];
    const row = cells.map(([text, isNumber]) => `<td${isNumber ? ' class="number"' : ''}>${htmlLine(text)}</td>`);
    return `<tr>${row.join('')}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
