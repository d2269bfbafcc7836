/** Turns front matter's YAML into metadata: an invalid field costs only itself and a diagnostic. */
import type { Diagnostic } from '../../shared/events.ts';
import { diagnosed, type FindingCode, type FindingFacts } from '../../shared/messages/failure.ts';
import { readConfirm, squash } from './confirm-field.ts';
import type { SkillFields } from './types.ts';
import { readYamlFields, type YamlField, type YamlValue } from './yaml.ts';

/** A finding about one file; who asks adds file and skill. */
export type Finding = Pick<Diagnostic, 'severity' | 'line' | 'rule' | 'message' | 'remedy' | 'code' | 'figures'>;

export const findingOf = (
  severity: Finding['severity'],
  rule: string,
  facts: FindingFacts,
  line?: number,
): Finding => ({ severity, ...(line === undefined ? {} : { line }), rule, ...diagnosed(facts) });

export type FieldsResult =
  | { readonly kind: 'ok'; readonly fields: SkillFields; readonly findings: readonly Finding[] }
  /** `findings[0]` is the reason. */
  | { readonly kind: 'broken'; readonly findings: readonly [Finding, ...Finding[]] };

/** V8 copies what is shorter (`SlicedString::kMinLength`). */
const SLICE_LENGTH = 13;
/** A slice of a string keeps the whole text alive, so what is kept for long is copied. A join is the fastest copy. */
const copy = (text: string): string => (text.length < SLICE_LENGTH ? text : [text.slice(0, 1), text.slice(1)].join(''));

const NO_WORDS: readonly string[] = Object.freeze([]);
const NO_METADATA: Readonly<Record<string, string>> = Object.freeze({});

/** Also the words of YAML 1.1, in which other clients read. */
const YES: ReadonlySet<string> = new Set(['true', 'yes', 'on', 'y', '1']);
const NO: ReadonlySet<string> = new Set(['false', 'no', 'off', 'n', '0']);

const LETTER = /\p{L}/u;

/** Splits `Read, Bash(git add:*) Write`: commas and spaces part, except inside parentheses. */
const TOOL = /[^\s,(]+(?:\([^)]*\))?/g;

const isMap = (value: YamlValue): value is ReadonlyMap<unknown, YamlValue> => value instanceof Map;

const saysWhatItNeeds = (key: string, value: ReadonlyMap<unknown, YamlValue>): boolean =>
  key === 'requires' || value.has('requires') || value.has('os');

/** No prototype: `__proto__` is a key like any other. */
const plain = (map: ReadonlyMap<unknown, unknown>): object =>
  Object.assign(Object.create(null), Object.fromEntries([...map].filter(([key]) => typeof key === 'string')));

/** The text of each value in a list of plain values, else undefined. */
function textList(value: YamlValue): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((item): item is string => typeof item === 'string');
  return texts.length === value.length ? texts : undefined;
}

export function readSkillFields(yaml: string, firstLine: number): FieldsResult {
  const read = readYamlFields(yaml);
  const { fields, problems } = read;
  const findings: Finding[] = problems.map((problem) =>
    findingOf('warning', problem.code, problem, firstLine + problem.line),
  );
  const warn = (field: YamlField, rule: string, code: FindingCode, key: string): void => {
    findings.push(findingOf('warning', rule, { code, figures: { key } }, firstLine + field.source().line));
  };

  /** A text as written, where YAML would have made a comment, a list or nothing of it. */
  const text = (...keys: readonly string[]): string | undefined => {
    const field = keys.map((key) => fields.get(key)).find((candidate) => candidate !== undefined);
    if (field === undefined) return undefined;
    if (typeof field.value === 'string') {
      // The rest of a broken line, such as `[`, says nothing.
      if (field.repaired === true && !LETTER.test(field.value)) return undefined;
      return copy(field.value.trim()) || undefined;
    }
    const { raw } = field.source();
    const wasMeantAsText = field.value !== null || raw.startsWith('#');
    if (!wasMeantAsText || !LETTER.test(raw)) return undefined;
    warn(field, 'not-text', 'not-text', field.key);
    return copy(raw);
  };

  /** A mark of caution counts in any spelling, and in `metadata`. @param unclear what a value counts as that says neither. */
  const isMarked = (key: string, marks: ReadonlySet<string>, unclear: boolean): boolean => {
    const inner = fields.get('metadata');
    const all = [...fields].map(([name, field]) => ({ name: name as unknown, value: field.value, field }));
    if (inner !== undefined && isMap(inner.value))
      all.push(...[...inner.value].map(([name, value]) => ({ name, value, field: inner })));
    const wanted = squash(key);
    return all.some(({ name, value, field }) => {
      if (typeof name !== 'string' || value === null || squash(name) !== wanted) return false;
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      if (YES.has(word) || NO.has(word)) return marks.has(word);
      warn(field, 'not-yes-or-no', 'not-yes-or-no', key);
      return unclear;
    });
  };

  const list = (key: string, split: (value: string) => readonly string[]): readonly string[] => {
    const field = fields.get(key);
    if (field === undefined || field.value === null) return NO_WORDS;
    const items = typeof field.value === 'string' ? split(field.value) : textList(field.value);
    if (items === undefined) {
      warn(field, 'not-a-list', 'not-a-list', key);
      return NO_WORDS;
    }
    return items.map((item) => copy(item.trim())).filter((item) => item !== '');
  };

  const ownMetadata = (): Readonly<Record<string, string>> => {
    // Other clients write what a skill requires beside the metadata.
    const top = ['requires', 'dependencies']
      .map((key) => [key, fields.get(key)?.value ?? null] as const)
      .filter(([key, value]) => typeof value === 'string' || textList(value) || (key === 'requires' && isMap(value)));
    const field = fields.get('metadata') ?? fields.get('requires') ?? fields.get('dependencies');
    if (field === undefined) return NO_METADATA;
    const given = fields.get('metadata')?.value ?? new Map<unknown, YamlValue>();
    if (!isMap(given)) {
      warn(field, 'metadata-not-fields', 'metadata-not-fields', 'metadata');
      return NO_METADATA;
    }
    const entries: [string, string][] = [];
    for (const [key, value] of [...top, ...given]) {
      if (typeof key !== 'string' || value === null) continue;
      const asText = typeof value === 'string' ? value : textList(value)?.join(', ');
      if (asText !== undefined) entries.push([copy(key), copy(asText)]);
      else if (isMap(value) && saysWhatItNeeds(key, value)) {
        // Other clients nest what a skill requires below a name of theirs.
        entries.push([
          copy(key),
          JSON.stringify(value, (_key, inner) => (inner instanceof Map ? plain(inner) : inner)),
        ]);
      } else warn(field, 'metadata-not-text', 'metadata-left-out', key);
    }
    return Object.fromEntries(entries);
  };

  const metadata = (): Readonly<Record<string, string>> => {
    const own = ownMetadata();
    const confirm = readConfirm(read, yaml);
    for (const key of confirm.unread) {
      const { line } = (fields.get(key) ?? fields.get('metadata'))?.source() ?? { line: 0 };
      findings.push(
        findingOf('error', 'confirm-unread', { code: 'confirm-unread', figures: { key } }, firstLine + line),
      );
    }
    if (confirm.text === own.confirm) return own;
    const { confirm: _written, ...others } = own;
    return confirm.text === undefined ? others : { ...others, confirm: copy(confirm.text) };
  };

  const name = text('name')?.replace(/\s+/g, ' ');
  const description = text('description');
  if (name === undefined || description === undefined) {
    const missing = (key: 'name' | 'description'): Finding => {
      const line = firstLine + (fields.get(key)?.source().line ?? 0);
      return findingOf('error', `${key}-missing`, { code: `${key}-missing` }, line);
    };
    const [first, ...others] = [
      ...(name === undefined ? [missing('name')] : []),
      ...(description === undefined ? [missing('description')] : []),
    ];
    return { kind: 'broken', findings: [first ?? missing('name'), ...others, ...findings] };
  }

  const whenToUse = text('when_to_use', 'when-to-use');
  const license = text('license');
  const compatibility = text('compatibility');
  return {
    kind: 'ok',
    fields: {
      name,
      description,
      ...(whenToUse === undefined ? {} : { whenToUse }),
      tags: list('tags', (value) => value.split(/[,，、]/)),
      ...(isMarked('disable-model-invocation', YES, true) ? { modelInvocable: false } : {}),
      ...(isMarked('user-invocable', NO, false) ? { userInvocable: false } : {}),
      ...(license === undefined ? {} : { license }),
      ...(compatibility === undefined ? {} : { compatibility }),
      metadata: metadata(),
      allowedTools: list('allowed-tools', (value) => value.match(TOOL) ?? []),
    },
    findings,
  };
}

/** Finds where a SKILL.md's front matter begins and ends. Reads bytes as Latin-1, so that offsets are byte offsets. */
export type FrontMatterSpan =
  | {
      readonly kind: 'found';
      /** Byte offsets; the fences are outside. */
      readonly yamlStart: number;
      readonly yamlEnd: number;
      /** Follows the line break that ends the closing fence. */
      readonly bodyStart: number;
      /** 1-based, of the first line of YAML in the file. */
      readonly firstLine: number;
    }
  /** `language`: named after the opening fence (`---js`). */
  | { readonly kind: 'missing'; readonly firstLine: number; readonly language?: string }
  /** No closing fence in what was given. */
  | { readonly kind: 'unclosed'; readonly firstLine: number };

const BOM = '\u00ef\u00bb\u00bf';
const BLANK_LINES = /(?:[ \t]*(?:\r\n|\n|\r))*/y;
const OPENING = /---[ \t]*(\r\n|\n|\r)/y;
/** Other programs read such front matter in that language, and run JavaScript. */
const LANGUAGE = /---[ \t]*(\w[\w.+-]{0,30})[ \t]*[\r\n]/y;
/** A fence starts at the beginning of its line: an indented `---` inside a value is not one. */
const CLOSING = /(?:\r\n|\n|\r)---[ \t]*(\r\n|\n|\r|$)/g;
const LINE_BREAK = /\r\n|\n|\r/g;

/** @param complete false if `bytes` is only the head of the file: a fence at its very end may continue. */
export function findFrontMatter(bytes: string, complete: boolean): FrontMatterSpan {
  const start = bytes.startsWith(BOM) ? BOM.length : 0;
  BLANK_LINES.lastIndex = start;
  const blank = BLANK_LINES.exec(bytes)?.[0] ?? '';
  const firstLine = (blank.match(LINE_BREAK)?.length ?? 0) + 1;
  const openingStart = start + blank.length;
  OPENING.lastIndex = openingStart;
  const opening = OPENING.exec(bytes);
  if (opening === null) {
    LANGUAGE.lastIndex = openingStart;
    const language = LANGUAGE.exec(bytes)?.[1];
    return { kind: 'missing', firstLine, ...(language === undefined ? {} : { language }) };
  }
  const yamlStart = OPENING.lastIndex;
  CLOSING.lastIndex = yamlStart - (opening[1] ?? '').length;
  const closing = CLOSING.exec(bytes);
  if (closing === null || (closing[1] === '' && !complete)) return { kind: 'unclosed', firstLine };
  return {
    kind: 'found',
    yamlStart,
    yamlEnd: Math.max(yamlStart, closing.index),
    bodyStart: CLOSING.lastIndex,
    firstLine: firstLine + 1,
  };
}

export const missingFrontMatter = (language: string | undefined): FindingFacts =>
  language === undefined ? { code: 'front-matter-missing' } : { code: 'front-matter-language', figures: { language } };
