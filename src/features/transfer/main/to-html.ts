/**
 * A session as one page that opens anywhere and loads nothing: no picture, no font, no external resource, and a policy
 * that allows only its own style and script, by their hashes. Without scripts only the search is missing: folded parts are
 * `details`.
 */

import { createHash } from 'node:crypto';
import { Marked, type Tokens } from 'marked';
import { oneLine, visible } from '../../../main/lib/text.ts';
import type { TerminalLine } from '../../../main/redaction/terminal-lines.ts';
import {
  type CardFact,
  type CardItem,
  type PlainCard,
  type Speech,
  textIn,
  valueText,
} from '../../../shared/cards/card.ts';
import { THRESHOLDS } from '../../../shared/context-views.ts';
import { PART_KINDS, type PartKind } from '../../../shared/events.ts';
import { evidenceLines, verdictOf } from '../../../shared/messages/evidence.ts';
import { formatFor } from '../../../shared/messages/format.ts';
import { escapeMarkup } from '../../../shared/text/text.ts';
import type { ExportWords } from '../words.en.ts';
import { SCRIPT, STYLE } from './html-page.ts';
import {
  type ExportHead,
  redactionLine,
  requestTexts,
  type SentRequest,
  type Transcript,
  type TranscriptItem,
  usageText,
} from './transcript.ts';

/** Text of others on a page: never markup, and nothing in it is invisible. */
const html = (text: string): string => escapeMarkup(visible(text));
const htmlLine = (text: string): string => html(oneLine(text));

/** Cards as the app shows them, without what can be pressed. */
function cardHtml(card: PlainCard, speech: Speech): string {
  const items = card.items.map((item) => `<li>${itemHtml(item, 'h4', speech)}</li>`).join('');
  const notes = card.notes.map((note) => `<p class="meta">${html(textIn(note, speech.language))}</p>`).join('');
  const list = items === '' ? '' : `<ol>${items}</ol>`;
  return `<section class="card"><div>${itemHtml(card, 'h3', speech)}${notes}</div>${list}</section>`;
}

function itemHtml({ title, subtitle, status, price, facts }: CardItem, tag: string, speech: Speech): string {
  const say = (text: Parameters<typeof textIn>[0]) => htmlLine(textIn(text, speech.language));
  const head = [
    `<span>${say(title)}</span>`,
    subtitle === undefined ? '' : `<span class="sub">${say(subtitle)}</span>`,
    status === undefined ? '' : `<span class="badge ${status.tone}">${say(status.text)}</span>`,
    price === undefined ? '' : `<span class="price">${htmlLine(valueText(price, speech))}</span>`,
  ];
  return `<${tag}>${head.join('')}</${tag}>${factsHtml(facts, speech)}`;
}

function factsHtml(facts: readonly CardFact[], speech: Speech): string {
  if (facts.length === 0) return '';
  const rows = facts.map(({ label, value }) => {
    const text = html(valueText(value, speech));
    if (label === undefined) return `<dd class="whole">${text}</dd>`;
    return `<dt>${htmlLine(textIn(label, speech.language))}</dt><dd>${text}</dd>`;
  });
  return `<dl>${rows.join('')}</dl>`;
}

/** A model's answer as the app shows it: Markdown, but no raw HTML, no pictures, and no links but to the web and to mail. */
const LINK = /^(?:https?:|mailto:)/i;

/** Headings below those of the page. */
const LEVELS = 2;

const marked = new Marked({
  gfm: true,
  breaks: false,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => html(text),
    text(token: Tokens.Text | Tokens.Escape) {
      return 'tokens' in token && token.tokens !== undefined ? this.parser.parseInline(token.tokens) : html(token.text);
    },
    codespan: ({ text }: Tokens.Codespan) => `<code>${html(text)}</code>`,
    code: ({ text }: Tokens.Code) => `<pre><code>${html(text)}</code></pre>\n`,
    image: ({ text }: Tokens.Image) => html(text),
    heading({ tokens, depth }: Tokens.Heading) {
      const level = Math.min(6, depth + LEVELS);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      // An address is text, where no one made it a link.
      const isBare = href.startsWith('mailto:') && text === html(href.slice('mailto:'.length));
      return LINK.test(href) && !isBare ? `<a href="${html(href)}" rel="noreferrer noopener">${text}</a>` : text;
    },
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
  },
});

/** Always closed tags, whatever the text holds. */
export const markdownHtml = (text: string): string => `<div class="text">${marked.parse(text, { async: false })}</div>`;

// The requests of a session as columns, stacked by kind against the context limit.

/** CSS pixels. */
const HEIGHT = 160;
const MIN_WIDTH = 600;
const COLUMN = { min: 6, max: 28, gap: 2 } as const;

/** A short session would be a line at the floor: the limit is drawn where it is near. */
function limitOf(requests: readonly SentRequest[]): { readonly limit: number; readonly isDrawn: boolean } {
  const most = requests.reduce((largest, { tokens }) => Math.max(largest, tokens.total), 0);
  const limit = requests.at(-1)?.tokens.max ?? 0;
  return { limit, isDrawn: limit > 0 && limit <= most * 4 };
}

function timelineText(requests: readonly SentRequest[], words: ExportWords): string {
  const { limit, isDrawn } = limitOf(requests);
  return isDrawn ? words.timelineText : words.timelineFar(words.number(limit));
}

function timelineSvg(requests: readonly SentRequest[], words: ExportWords): string {
  const step = Math.max(COLUMN.min, Math.min(COLUMN.max, MIN_WIDTH / Math.max(1, requests.length)));
  const width = Math.max(MIN_WIDTH, Math.ceil(step * requests.length));
  const most = requests.reduce((largest, { tokens }) => Math.max(largest, tokens.total), 1);
  const { limit, isDrawn } = limitOf(requests);
  const top = isDrawn ? Math.max(limit, most) : most;
  const y = (tokens: number): number => HEIGHT - (tokens / top) * HEIGHT;
  const columns = requests.map((request, index) => column(request, index * step, step - COLUMN.gap, y, words));
  const marks = THRESHOLDS.map((share) => share * limit)
    .filter(() => isDrawn)
    .map((tokens) => `<line class="limit" x1="0" x2="${width}" y1="${round(y(tokens))}" y2="${round(y(tokens))}"/>`);
  const label = html(`${words.timeline}. ${timelineText(requests, words)}`);
  return `<svg role="img" aria-label="${label}" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">${columns.join('')}${marks.join('')}<line class="axis" x1="0" x2="${width}" y1="${HEIGHT}" y2="${HEIGHT}"/></svg>`;
}

function column(
  { seq, tokens, at }: SentRequest,
  x: number,
  width: number,
  y: (tokens: number) => number,
  words: ExportWords,
): string {
  const byKind = new Map<PartKind, number>();
  for (const part of tokens.parts) byKind.set(part.kind, (byKind.get(part.kind) ?? 0) + part.tokens);
  let below = 0;
  const blocks = PART_KINDS.flatMap((kind) => {
    const height = byKind.get(kind) ?? 0;
    if (height === 0) return [];
    below += height;
    return `<rect class="part-${kind}" x="${round(x)}" y="${round(y(below))}" width="${round(width)}" height="${round(y(0) - y(height))}"/>`;
  });
  const kinds = [...byKind].map(([kind, count]) => `${kindOf(kind, words)} ${words.number(count)}`).join(', ');
  const size = words.tokensOf(words.number(tokens.total), words.number(tokens.max));
  return `<g data-request="${seq}" tabindex="0"><title>${html(`#${seq} · ${words.when(at)} · ${size}: ${kinds}`)}</title>${blocks.join('')}</g>`;
}

/** Name in the app's gauge. */
const kindOf = (kind: PartKind, { t }: ExportWords): string => t(`gauge.kind.${kind}`);

const round = (value: number): number => Math.round(value * 100) / 100;

const timelineHtml = (requests: readonly SentRequest[], words: ExportWords): string => `<h2>${html(words.timeline)}</h2>
<p class="meta">${html(timelineText(requests, words))}</p>
<div class="scroll" tabindex="0">${timelineSvg(requests, words)}</div>
${legend(requests, words)}
<details><summary>${html(words.requests)}</summary><div class="scroll" tabindex="0">${requestTable(requests, words)}</div></details>
`;

function legend(requests: readonly SentRequest[], words: ExportWords): string {
  const used = new Set(requests.flatMap(({ tokens }) => tokens.parts.map((part) => part.kind)));
  const swatch = (kind: PartKind) =>
    `<svg aria-hidden="true" width="10" height="10"><rect class="part-${kind}" width="10" height="10"/></svg>`;
  const entries = PART_KINDS.filter((kind) => used.has(kind)).map(
    (kind) => `<li>${swatch(kind)}${html(kindOf(kind, words))}</li>`,
  );
  return `<ul class="legend">${entries.join('')}</ul>`;
}

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
  const title = head.title || words.untitled;
  const facts: [string, string][] = [
    [words.created, words.when(head.createdAt)],
    [words.model, head.model],
    ...requestTexts(transcript, words).map((text, at): [string, string] => [at === 0 ? words.requests : '', text]),
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
${evidenceHtml(head, words)}${requests.length === 0 ? '' : timelineHtml(requests, words)}<h2>${html(words.conversation)}</h2>
${isPrint ? '' : searchBar(words)}<main>
${items.map((item) => itemHtmlOfToHtml(item, words, isPrint)).join('\n')}
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

function itemHtmlOfToHtml(item: TranscriptItem, words: ExportWords, isPrint: boolean): string {
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
    result === undefined
      ? words.unfinished
      : [result.ok ? words.ok : words.failed, ...(result.ms === undefined ? [] : [words.seconds(result.ms)])].join(
          ', ',
        );
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
