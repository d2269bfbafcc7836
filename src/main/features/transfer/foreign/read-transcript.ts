/** Finds the conversations in a file of another program's, by its content or as the person says. */
import { type ParseError, parse } from 'jsonc-parser';
import { messageOf } from '../../../../shared/errors.ts';
import type { DetailCode } from '../../../../shared/messages/detail.ts';
import type { Figures } from '../../../../shared/messages/format.ts';
import { IMPORT_FORMATS } from '../../../../shared/review.ts';
import { isJson } from '../../../lib/is-json.ts';
import { refuse } from '../../../store/intake/log-line.ts';
import { anthropic } from './formats/anthropic.ts';
import { atif } from './formats/atif.ts';
import { claudeCode } from './formats/claude-code.ts';
import { codex } from './formats/codex.ts';
import { type ForeignTranscript, type Format, type FormatName, isObject, type Parsed } from './formats/format.ts';
import { langsmith } from './formats/langsmith.ts';
import { openai, openaiResponses } from './formats/openai.ts';
import { otlp } from './formats/otlp.ts';
import { sharegpt } from './formats/sharegpt.ts';

/** The most particular first: what they have in common is OpenAI's. */
const FORMATS: readonly Format[] = [
  claudeCode,
  codex,
  atif,
  otlp,
  langsmith,
  sharegpt,
  anthropic,
  openaiResponses,
  openai,
];

export interface ForeignFile {
  readonly format: FormatName;
  readonly transcripts: readonly ForeignTranscript[];
}

/** True if a file's first line is this app's own; all others are another program's. */
export function isOwnLog(text: string): boolean {
  const first = /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';
  if (!first.startsWith('{')) return !/^\s*\[/.test(text);
  try {
    const event: unknown = JSON.parse(first);
    return !isObject(event) || ['v', 'seq', 'session'].some((field) => field in event);
  } catch {
    // A JSON document over many lines, or a log that was cut in its first one.
    return (
      !/^\{\s*(?:\r?\n|$)/.test(text.trimStart()) &&
      !/"(?:messages|role|choices|message|resourceSpans|conversations|steps)"\s*:/.test(first)
    );
  }
}

/** @param wanted read as this format, whatever it looks like. @throws SkilldeckError `import-refused`, with the line or the message. */
export function readTranscripts(text: string, wanted?: FormatName): ForeignFile {
  const whole = parsedWhole(text);
  const parsed: Parsed =
    whole === undefined ? { values: parsedLines(text), isLines: true } : { values: [whole], isLines: false };
  const format = FORMATS.find((one) => (wanted === undefined ? one.recognises(parsed) : one.name === wanted));
  if (format === undefined) return refuse(...unknownFormat(parsed));
  const transcripts = format.read(parsed);
  const isSaid = ({ messages }: ForeignTranscript) =>
    messages.some(({ role }) => role === 'user' || role === 'assistant');
  const said = transcripts.filter(isSaid);
  if (said.length === 0) return refuse('foreign-empty');
  return { format: format.name, transcripts: said };
}

/** Preview of the file for a person. */
function unknownFormat({ values, isLines }: Parsed): readonly [DetailCode, Figures] {
  const [first] = values;
  const formats = IMPORT_FORMATS.join(', ');
  if (Array.isArray(first)) return ['foreign-list', { formats }];
  const fields = isObject(first) ? Object.keys(first).slice(0, 8).join(', ') : '';
  if (fields === '') return ['foreign-value', { type: typeof first, formats }];
  return isLines
    ? ['foreign-lines', { lines: values.length, fields, formats }]
    : ['foreign-object', { fields, formats }];
}

function parsedWhole(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const rest = text.trimStart();
    // One document that is broken, rather than one a line.
    const firstLine = rest.slice(0, rest.indexOf('\n') === -1 ? rest.length : rest.indexOf('\n'));
    if (rest.startsWith('[') || !isJson(firstLine)) refuse(...placed(text, messageOf(error)));
    return undefined;
  }
}

/** Characters of a broken file that are read again to say where it breaks. */
const MOST_PLACED = 20_000_000;

/** V8 does not always say where: people look for a line. */
function placed(text: string, message: string): readonly [DetailCode, Figures] {
  const errors: ParseError[] = [];
  parse(text.slice(0, MOST_PLACED), errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return ['foreign-broken', { why: message.slice(0, 200) }];
  const before = text.slice(0, first.offset).split('\n');
  const why = message.split('\n', 1)[0]?.slice(0, 100) ?? '';
  return ['foreign-not-json', { line: before.length, column: (before.at(-1) ?? '').length + 1, why }];
}

function parsedLines(text: string): unknown[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line)];
    } catch (error) {
      return refuse('foreign-line-not-json', { line: index + 1, why: messageOf(error).slice(0, 100) });
    }
  });
}
