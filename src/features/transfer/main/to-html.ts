/**
 * A session as one page that opens anywhere and loads nothing: no picture, no font, no external resource, and a policy
 * that allows only its own style, by its hash. Folded parts are `details`, which a browser opens to show what it found.
 */

import { createHash } from 'node:crypto';
import { Marked, type Tokens } from 'marked';
import { oneLine, visible } from '../../../main/lib/text.ts';
import {
  type CardFact,
  type CardItem,
  type PlainCard,
  type Speech,
  textIn,
  valueText,
} from '../../../shared/cards/card.ts';
import { evidenceLines, verdictOf } from '../../../shared/messages/evidence.ts';
import { formatFor } from '../../../shared/messages/format.ts';
import { escapeMarkup } from '../../../shared/text/text.ts';
import type { ExportWords } from '../words.en.ts';
import { STYLE } from './html-page.ts';
import {
  type ExportHead,
  outcomeText,
  redactionLine,
  requestTable,
  requestText,
  requestTexts,
  type SentRequest,
  type Transcript,
  type TranscriptItem,
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

/** Characters of a call's arguments on its line; all of them are in its fold. */
const MAX_ARGUMENTS = 120;
/** Characters of a result that are shown. */
const MAX_RESULT = 100_000;

/** The same on paper, where nothing can be opened. */
const MAX_PRINTED = 4_000;

const STYLE_HASH = createHash('sha256').update(STYLE, 'utf8').digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

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
${evidenceHtml(head, words)}<h2>${html(words.conversation)}</h2>
<main>
${items.map((item) => partHtml(item, words, isPrint)).join('\n')}
</main>
${requests.length === 0 ? '' : `<h2>${html(words.requests)}</h2>\n${tableHtml(requests, words)}\n`}</body>
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

function partHtml(item: TranscriptItem, words: ExportWords, isPrint: boolean): string {
  const aside = item.setAside ? ` · ${html(words.setAside)}` : '';
  const style = item.setAside ? ' aside' : '';
  const when = `${htmlLine(words.when(item.at))} · #${item.seq}`;
  switch (item.kind) {
    case 'user':
      return `<article class="item user${style}"><div class="meta">${html(words.you)} · ${when}${aside}</div><p>${html(item.text)}</p></article>`;
    case 'agent': {
      const { request } = item;
      const tokens = request === undefined ? '' : ` · ${html(requestText(request, words))}`;
      return `<article class="item agent${style}"><div class="meta">${html(words.agent)} · ${when}${tokens}${aside}</div>${markdownHtml(item.text)}</article>`;
    }
    case 'thought': {
      const { text, ms, seq } = item;
      const line = html(words.thought(ms === undefined ? undefined : words.seconds(ms)));
      return `<details class="item thought${style}"${isPrint ? ' open' : ''}><summary>${line} · #${seq}${aside}</summary>${markdownHtml(text)}</details>`;
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
  { name, arguments: given, result, card }: Extract<TranscriptItem, { kind: 'call' }>,
  words: ExportWords,
  meta: string,
  style: string,
  isPrint: boolean,
): string {
  const most = isPrint ? MAX_PRINTED : MAX_RESULT;
  const failed = result?.ok === false ? ' class="failed"' : '';
  const line = [...oneLine(given)].slice(0, MAX_ARGUMENTS).join('');
  const content = result?.content ?? '';
  const more =
    content.length > most ? `<p class="meta">${html(words.more(words.number(content.length - most)))}</p>` : '';
  const shown = card === undefined ? '' : cardHtml(card, { language: words.language, number: words.number });
  return `<details class="item call${style}"${isPrint ? ' open' : ''}><summary><strong>${htmlLine(name)}</strong> <code>${html(line)}</code> · <span${failed}>${html(outcomeText(result, words))}</span> · ${meta}</summary><pre>${html(given)}</pre><pre>${html(content.slice(0, most))}</pre>${more}</details>${shown}`;
}

function tableHtml(requests: readonly SentRequest[], words: ExportWords): string {
  const { head, rows } = requestTable(requests, words);
  const cells = (tag: string, texts: readonly string[]) =>
    texts
      .map((text) => `<${tag}${/^[\d.,]*(?: s| 秒)?$/.test(text) ? ' class="number"' : ''}>${htmlLine(text)}</${tag}>`)
      .join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return `<div class="scroll" tabindex="0"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table></div>`;
}
