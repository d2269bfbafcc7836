/** Turns front matter's YAML into metadata: an invalid field costs only itself and a diagnostic. */
import type { Diagnostic } from '../../../shared/events.ts';
import type { SkillSummary } from '../types.ts';
import { readYamlFields, type YamlField, type YamlValue } from './yaml.ts';

export type SkillFields = Pick<
  SkillSummary,
  'name' | 'description' | 'whenToUse' | 'tags' | 'license' | 'compatibility' | 'metadata' | 'allowedTools'
>;

/** A finding about one file; who asks adds file and skill. */
export type Finding = Pick<Diagnostic, 'severity' | 'line' | 'rule' | 'message' | 'remedy'>;

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

const QUOTE_REMEDY = 'Put the value in double quotes, or fix the line.';

/** Splits `Read, Bash(git add:*) Write`: commas and spaces part, except inside parentheses. */
const TOOL = /[^\s,(]+(?:\([^)]*\))?/g;

function isMap(value: YamlValue): value is ReadonlyMap<unknown, YamlValue> {
  return value instanceof Map;
}

const saysWhatItNeeds = (key: string, value: ReadonlyMap<unknown, YamlValue>): boolean =>
  key === 'requires' || value.has('requires') || value.has('os');

/** No prototype: `__proto__` is a key like any other. */
function plain(map: ReadonlyMap<unknown, unknown>): object {
  return Object.assign(Object.create(null), Object.fromEntries([...map].filter(([key]) => typeof key === 'string')));
}

/** The text of each value in a list of plain values, else undefined. */
function textList(value: YamlValue): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((item): item is string => typeof item === 'string');
  return texts.length === value.length ? texts : undefined;
}

export function readSkillFields(yaml: string, firstLine: number): FieldsResult {
  const { fields, problems } = readYamlFields(yaml);
  const findings: Finding[] = problems.map(({ line, rule, message }) => ({
    severity: 'warning',
    line: firstLine + line,
    rule,
    message,
    remedy: rule === 'duplicate-field' ? 'Keep one of them.' : QUOTE_REMEDY,
  }));
  const warn = (field: YamlField, rule: string, message: string, remedy: string): void => {
    findings.push({ severity: 'warning', line: firstLine + field.source().line, rule, message, remedy });
  };

  /** A text as written, where YAML would have made a comment, a list or nothing of it. */
  const text = (...keys: readonly string[]): string | undefined => {
    const field = keys.map((key) => fields.get(key)).find((candidate) => candidate !== undefined);
    if (field === undefined) return undefined;
    if (typeof field.value === 'string') return copy(field.value.trim()) || undefined;
    const { raw } = field.source();
    const wasMeantAsText = field.value !== null || raw.startsWith('#');
    if (!wasMeantAsText || raw === '') return undefined;
    warn(field, 'not-text', `"${field.key}" is not plain text in YAML; it was read as written`, QUOTE_REMEDY);
    return copy(raw);
  };

  const list = (key: string, split: (value: string) => readonly string[]): readonly string[] => {
    const field = fields.get(key);
    if (field === undefined || field.value === null) return NO_WORDS;
    const items = typeof field.value === 'string' ? split(field.value) : textList(field.value);
    if (items === undefined) {
      warn(
        field,
        'not-a-list',
        `"${key}" is neither a list of words nor text; it was left out`,
        `Write "${key}: [a, b]".`,
      );
      return NO_WORDS;
    }
    return items.map((item) => copy(item.trim())).filter((item) => item !== '');
  };

  const metadata = (): Readonly<Record<string, string>> => {
    const field = fields.get('metadata');
    if (field === undefined || field.value === null) return NO_METADATA;
    if (!isMap(field.value)) {
      warn(field, 'metadata-not-fields', '"metadata" holds no fields; it was left out', 'Indent its fields below it.');
      return NO_METADATA;
    }
    const entries: [string, string][] = [];
    for (const [key, value] of field.value) {
      if (typeof key !== 'string' || value === null) continue;
      const asText = typeof value === 'string' ? value : textList(value)?.join(', ');
      if (asText !== undefined) entries.push([copy(key), copy(asText)]);
      else if (isMap(value) && saysWhatItNeeds(key, value)) {
        // Other clients nest what a skill requires below a name of theirs.
        entries.push([
          copy(key),
          JSON.stringify(value, (_key, inner) => (inner instanceof Map ? plain(inner) : inner)),
        ]);
      } else warn(field, 'metadata-not-text', `"metadata.${key}" is not text; it was left out`, 'Write it as text.');
    }
    return Object.fromEntries(entries);
  };

  const name = text('name')?.replace(/\s+/g, ' ');
  const description = text('description');
  if (name === undefined || description === undefined) {
    const missing = (key: 'name' | 'description'): Finding => ({
      severity: 'error',
      line: firstLine + (fields.get(key)?.source().line ?? 0),
      rule: `${key}-missing`,
      message: `The front matter has no usable "${key}"`,
      remedy: key === 'name' ? 'Add "name: the-folder-name".' : 'Add "description: what it does, and when to use it".',
    });
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
      tags: list('tags', (value) => value.split(',')),
      ...(license === undefined ? {} : { license }),
      ...(compatibility === undefined ? {} : { compatibility }),
      metadata: metadata(),
      allowedTools: list('allowed-tools', (value) => value.match(TOOL) ?? []),
    },
    findings,
  };
}
