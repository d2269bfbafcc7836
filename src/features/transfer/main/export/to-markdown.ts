/** A session as Markdown for people: what was said in full, what was done on one line, results quoted and bounded. */

import { oneLine, visible } from '../../../../main/lib/text.ts';
import type { ExportWords } from '../../words.en.ts';
import { type ExportHead, redactionLine } from './export-lines.ts';
import { type SentRequest, type Transcript, type TranscriptItem, totalsOf } from './transcript.ts';

/** Characters of a tool's result, and of a call's arguments, that are shown. */
const MAX_RESULT = 2_000;
const MAX_ARGUMENTS = 160;

export function toMarkdown(head: ExportHead, transcript: Transcript, words: ExportWords): string {
  const { number } = words;
  const totals = totalsOf(transcript.requests);
  const lines = [
    `# ${inLine(head.title || words.untitled)}`,
    '',
    `- ${words.session}: ${code(head.session)}`,
    `- ${words.created}: ${inLine(words.when(head.createdAt))}`,
    `- ${words.model}: ${code(head.model)}`,
    `- ${words.events}: ${number(head.events)}`,
    `- ${words.requests}: ${words.totals(number(totals.requests), number(totals.estimated))}`,
  ];
  if (totals.reported !== undefined) lines.push(`- ${usageText(totals.reported, words)}`);
  if (head.redacted !== undefined) lines.push('', `> **${redactionLine(head.redacted, words)}**`);
  for (const item of transcript.items) lines.push('', ...itemLines(item, words));
  lines.push('', `## ${words.requests}`, '', ...requestTable(transcript.requests, words));
  return `${lines.join('\n')}\n`;
}

function itemLines(item: TranscriptItem, words: ExportWords): string[] {
  const aside = item.setAside ? ` *(${words.setAside})*` : '';
  const when = `${words.when(item.at)} · #${item.seq}`;
  switch (item.kind) {
    case 'user':
      return [`## ${words.you} · ${when}${aside}`, '', ...prose(item.text)];
    case 'agent': {
      const { request } = item;
      const tokens = request === undefined ? '' : ` · ${requestText(request, words)}`;
      return [`### ${words.agent} · ${when}${tokens}${aside}`, '', ...prose(item.text)];
    }
    case 'thought': {
      const { text, ms } = item;
      return [
        `*${words.thought(ms === undefined ? undefined : words.seconds(ms))}* · #${item.seq}${aside}`,
        '',
        ...prose(text),
      ];
    }
    case 'call': {
      const { result } = item;
      const outcome =
        result === undefined ? words.unfinished : `${result.ok ? words.ok : words.failed}, ${words.seconds(result.ms)}`;
      const given = cut(oneLine(item.arguments), MAX_ARGUMENTS).text;
      const line = `- **${inLine(item.name)}** ${given === '' ? '' : `${code(given)} `}· ${outcome} · #${item.seq}${aside}`;
      return result === undefined || result.content === '' ? [line] : [line, '', ...quoted(result.content, words)];
    }
    case 'note': {
      const line = `- *${inLine(item.text)}* · #${item.seq}${aside}`;
      return item.detail === undefined ? [line] : [line, '', ...quoted(item.detail, words)];
    }
  }
}

const requestText = ({ tokens, usage }: SentRequest, words: ExportWords): string =>
  [
    words.tokensOf(words.number(tokens.total), words.number(tokens.max)),
    ...(usage === undefined ? [] : [usageText(usage, words)]),
  ].join(' · ');

const usageText = (usage: { promptTokens: number; completionTokens: number }, words: ExportWords): string =>
  words.reported(words.number(usage.promptTokens), words.number(usage.completionTokens));

function requestTable(requests: readonly SentRequest[], words: ExportWords): string[] {
  const { seq, at, iteration, tokens, limit, reported, sha256 } = words.columns;
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row([seq, at, iteration, tokens, limit, reported, sha256]),
    '|---:|---|---:|---:|---:|---|---|',
    ...requests.map((request) =>
      row([
        String(request.seq),
        inLine(words.when(request.at)),
        request.isSummary ? words.summary : String(request.iteration),
        words.number(request.tokens.total),
        words.number(request.tokens.max),
        request.usage === undefined ? '' : usageText(request.usage, words),
        code(request.sha256.slice(0, 12)),
      ]),
    ),
  ];
}

/** Quoted with its own formatting, but without raw HTML, and without pictures that a viewer would fetch. */
function prose(text: string): string[] {
  let fence: string | undefined;
  return visible(text)
    .split('\n')
    .map((line) => {
      const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      const isFence = mark !== undefined && (fence === undefined || mark.startsWith(fence));
      const isCode = fence !== undefined || isFence;
      if (isFence) fence = fence === undefined ? mark : undefined;
      return `> ${isCode ? line : harmless(line)}`.trimEnd();
    });
}

const harmless = (text: string): string => text.replace(/<(?=[a-z/!?])/gi, '&lt;').replaceAll('![', '!\\[');

/** Text of others within a line: none of it is formatting. */
const inLine = (text: string): string => oneLine(text).replace(/[\\`*[\]<>|#]|(?<!\w)_|_(?!\w)/g, '\\$&');

function code(text: string): string {
  const shown = oneLine(text);
  const ticks = '`'.repeat(longestRun(shown) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${shown}${space}${ticks}`;
}

function quoted(text: string, words: ExportWords): string[] {
  const { text: shown, left } = cut(visible(text), MAX_RESULT);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  const more = left === 0 ? [] : ['', `  ${words.more(words.number(left))}`];
  return [`  ${fence}text`, ...shown.split('\n').map((line) => `  ${line}`), `  ${fence}`, ...more];
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);

function cut(text: string, max: number): { readonly text: string; readonly left: number } {
  const characters = [...text];
  if (characters.length <= max) return { text, left: 0 };
  return { text: `${characters.slice(0, max).join('')}…`, left: characters.length - max };
}
