/**
 * A session as one page that opens anywhere and loads nothing: no picture, no font, no external resource, and a policy
 * that allows only its own style and script, by their hashes. Without scripts only the search is missing: folded parts are
 * `details`.
 */
import { createHash } from 'node:crypto';
import type { ExportWords } from '../../../../shared/messages/en/export.ts';
import { evidenceLines, verdictOf } from '../../../../shared/messages/evidence.ts';
import { formatFor } from '../../../../shared/messages/format.ts';
import { oneLine } from '../../../lib/visible.ts';
import type { TerminalLine } from '../../../redaction/terminal-lines.ts';
import { type ExportHead, redactionLine } from './export-head.ts';
import { cardHtml } from './html-card.ts';
import { markdownHtml } from './html-markdown.ts';
import { SCRIPT } from './html-script.ts';
import { STYLE } from './html-style.ts';
import { html, htmlLine } from './html-text.ts';
import { legend, timelineSvg, timelineText } from './timeline-svg.ts';
import { type SentRequest, type Transcript, type TranscriptItem, totalsOf } from './transcript.ts';

/** Characters of a call's arguments on its line; all of them are in its fold. */
const MAX_ARGUMENTS = 120;
/** Characters of a result that are shown. */
const MAX_RESULT = 100_000;

/** The same on paper, where nothing can be opened. */
const MAX_PRINTED = 4_000;

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
const POLICY = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;

export interface HtmlOptions {
  /** All is open, long results are cut, and there is nothing to press. */
  readonly isPrint?: boolean;
}

export function toHtml(
  head: ExportHead,
  transcript: Transcript,
  words: ExportWords,
  { isPrint = false }: HtmlOptions = {},
): string {
  const { number } = words;
  const { items, requests } = transcript;
  const totals = totalsOf(requests);
  const title = head.title || words.untitled;
  const facts: [string, string][] = [
    [words.created, words.when(head.createdAt)],
    [words.model, head.model],
    [words.requests, words.totals(number(totals.requests), number(totals.estimated))],
    ...(totals.reported === undefined ? [] : [['', usageText(totals.reported, words)] as [string, string]]),
    [words.events, number(head.events)],
    [words.session, head.session],
  ];
  const warning =
    head.redacted === undefined
      ? ''
      : `<div class="warning"><p>${html(redactionLine(head.redacted, words))}</p></div>\n`;
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
${evidenceHtml(head, words)}<h2>${html(words.timeline)}</h2>
<p class="meta">${html(timelineText(requests, words))}</p>
<div class="scroll" tabindex="0">${timelineSvg(requests, words)}</div>
${legend(requests, words)}
<details><summary>${html(words.requests)}</summary><div class="scroll" tabindex="0">${requestTable(requests, words)}</div></details>
<h2>${html(words.conversation)}</h2>
${isPrint ? '' : searchBar(words)}<main>
${items.map((item) => itemHtml(item, words, isPrint)).join('\n')}
</main>
${isPrint ? '' : `<script>${SCRIPT}</script>\n`}</body>
</html>
`;
}

/** The verification, its coverage and its time. */
function evidenceHtml(
  { verification, exportedAt = '', version = '', redacted }: ExportHead,
  words: ExportWords,
): string {
  if (verification === undefined) return '';
  const { tone, text } = verdictOf(words.t, formatFor(words.language), verification);
  const lines = [
    ...(redacted === undefined ? [] : [words.verifiedBefore]),
    ...evidenceLines(words.language, verification),
    words.verifiedAt(version, words.when(exportedAt)),
  ];
  return `<h2>${html(words.verification)}</h2>
<div class="verdict ${tone}"><strong>${html(text)}</strong>${lines.map((line) => `<p>${html(line)}</p>`).join('')}</div>
`;
}

function searchBar({ search }: ExportWords): string {
  return `<div class="find" role="search"><input id="find" type="search" aria-label="${html(search.label)}" placeholder="${html(search.label)}" autocomplete="off" spellcheck="false"><button id="before" type="button" aria-label="${html(search.before)}">↑</button><button id="next" type="button" aria-label="${html(search.next)}">↓</button><span id="found" role="status" data-none="${html(search.none)}"></span></div>
`;
}

function itemHtml(item: TranscriptItem, words: ExportWords, isPrint: boolean): string {
  const aside = item.setAside ? ` · ${html(words.setAside)}` : '';
  const style = item.setAside ? ' aside' : '';
  const when = `${htmlLine(words.when(item.at))} · #${item.seq}`;
  switch (item.kind) {
    case 'user':
      return `<article class="item user${style}" data-seq="${item.seq}"><div class="meta">${html(words.you)} · ${when}${aside}</div><p>${html(item.text)}</p></article>`;
    case 'agent': {
      const { request } = item;
      const tokens = request === undefined ? '' : ` · ${html(requestText(request, words))}`;
      return `<article class="item agent${style}" data-seq="${item.request?.seq ?? item.seq}"><div class="meta">${html(words.agent)} · ${when}${tokens}${aside}</div>${markdownHtml(item.text)}</article>`;
    }
    case 'thought': {
      const { text, ms, seq } = item;
      const line = html(words.thought(ms === undefined ? undefined : words.seconds(ms)));
      return `<details class="item thought${style}" data-seq="${seq}"${isPrint ? ' open' : ''}><summary>${line} · #${seq}${aside}</summary>${markdownHtml(text)}</details>`;
    }
    case 'call':
      return callHtml(item, words, `${when}${aside}`, style, isPrint);
    case 'note': {
      const line = `${htmlLine(item.text)} · #${item.seq}${aside}`;
      return item.detail === undefined
        ? `<p class="note">${line}</p>`
        : `<details class="note"${isPrint ? ' open' : ''}><summary>${line}</summary><pre>${html(item.detail)}</pre></details>`;
    }
  }
}

function callHtml(
  { seq, name, arguments: given, result, card, terminal = [] }: Extract<TranscriptItem, { kind: 'call' }>,
  words: ExportWords,
  meta: string,
  style: string,
  isPrint: boolean,
): string {
  const most = isPrint ? MAX_PRINTED : MAX_RESULT;
  const outcome =
    result === undefined ? words.unfinished : `${result.ok ? words.ok : words.failed}, ${words.seconds(result.ms)}`;
  const failed = result?.ok === false ? ' class="failed"' : '';
  const line = [...oneLine(given)].slice(0, MAX_ARGUMENTS).join('');
  const content = result?.content ?? '';
  const more =
    content.length > most ? `<p class="meta">${html(words.more(words.number(content.length - most)))}</p>` : '';
  const printed =
    terminal.length === 0 || isPrint
      ? ''
      : `<p class="meta">${html(words.terminal)}</p><pre class="terminal">${terminal.map(lineHtml).join('\n')}</pre>`;
  const shown = card === undefined ? '' : cardHtml(card, { language: words.language, number: words.number });
  return `<details class="item call${style}" data-seq="${seq}"${isPrint ? ' open' : ''}><summary><strong>${htmlLine(name)}</strong> <code>${html(line)}</code> · <span${failed}>${html(outcome)}</span> · ${meta}</summary><pre>${html(given)}</pre><pre>${html(content.slice(0, most))}</pre>${more}${printed}</details>${shown}`;
}

const lineHtml = (line: TerminalLine): string =>
  line.map(({ text, style }) => (style === '' ? html(text) : `<span class="${style}">${html(text)}</span>`)).join('');

const usageText = (usage: { promptTokens: number; completionTokens: number }, words: ExportWords): string =>
  words.reported(words.number(usage.promptTokens), words.number(usage.completionTokens));

function requestText({ tokens, usage }: SentRequest, words: ExportWords): string {
  const estimated = words.tokensOf(words.number(tokens.total), words.number(tokens.max));
  return usage === undefined ? estimated : `${estimated} · ${usageText(usage, words)}`;
}

/** A cell holds one figure, so that the table fits the page and can be copied into a sheet. */
function requestTable(requests: readonly SentRequest[], words: ExportWords): string {
  const { seq, at, iteration, tokens, limit, reportedIn, reportedOut, ms, sha256 } = words.columns;
  const numbers = new Set([seq, iteration, tokens, limit, reportedIn, reportedOut, ms]);
  const head = [seq, at, iteration, tokens, limit, reportedIn, reportedOut, ms, sha256]
    .map((name) => `<th scope="col"${numbers.has(name) ? ' class="number"' : ''}>${html(name)}</th>`)
    .join('');
  const rows = requests.map((request) => {
    const { usage } = request;
    const cells: [string, string][] = [
      [String(request.seq), 'number'],
      [words.when(request.at), ''],
      [request.isSummary ? words.summary : String(request.iteration), 'number'],
      [words.number(request.tokens.total), 'number'],
      [words.number(request.tokens.max), 'number'],
      [usage === undefined ? '' : words.number(usage.promptTokens), 'number'],
      [usage === undefined ? '' : words.number(usage.completionTokens), 'number'],
      [request.ms === undefined ? '' : words.seconds(request.ms), 'number'],
      [request.sha256, 'hash'],
    ];
    const row = cells.map(([text, style]) => `<td${style === '' ? '' : ` class="${style}"`}>${htmlLine(text)}</td>`);
    return `<tr>${row.join('')}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
