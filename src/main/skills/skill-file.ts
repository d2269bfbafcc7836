/** One SKILL.md: its head at discovery, the whole of it when it is loaded. */

import { isUtf8 } from 'node:buffer';
import { type Activity, placesIn } from '../../shared/activity.ts';
import { type RecordStore, recordStoreSchema } from '../../shared/cards/records.ts';
import { perObject } from '../../shared/defined.ts';
import type { SkilldeckError } from '../../shared/errors.ts';
import type { Diagnostic } from '../../shared/events.ts';
import { detailed, type FindingCode, type FindingFacts, ofFinding } from '../../shared/messages/failure.ts';
import { sha256 } from '../lib/text.ts';
import { type FileFault, readBytes, withFileInside } from './discovery/contained-file.ts';
import {
  type FieldsResult,
  type Finding,
  findFrontMatter,
  findingOf,
  missingFrontMatter,
  readSkillFields,
} from './fields.ts';
import type { SkillSummary } from './types.ts';
import { readYamlFields, type YamlValue } from './yaml.ts';

/** The store of a skill's records, and the card that shows one (`metadata.records`). docs/skills-cards.md */
const plain = (value: YamlValue): unknown => (value instanceof Map ? Object.fromEntries(value) : value);

export function readRecordStore(text: string): RecordStore | { readonly fault: FindingFacts } {
  const { fields, problems } = readYamlFields(text);
  const [problem] = problems;
  if (problem !== undefined) return { fault: { code: problem.code, figures: problem.figures } };
  const parsed = recordStoreSchema.safeParse(
    Object.fromEntries([...fields].map(([key, { value }]) => [key, plain(value)])),
  );
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path: [name] }) => `"${String(name)}"`);
  return { fault: { code: 'records-fields', figures: { fields: [...new Set(names)].join(', ') } } };
}

/** Undefined where it has none, or none that can be read. */
export const recordStoreOf = perObject(({ metadata }: SkillSummary): RecordStore | undefined => {
  const store = metadata.records === undefined ? undefined : readRecordStore(metadata.records);
  return store === undefined || 'fault' in store ? undefined : store;
});

/**
 * Sentences of a skill for its scripts' runs (`metadata.activity`): a YAML text, for each script its sentence in each
 * language, as `doing | done | failed | name`. docs/skills-cards.md
 */
interface ActivityEntry {
  /** Relative to the skill's folder, with `/`. */
  readonly script: string;
  /** Only runs with this argument; absent: all others. */
  readonly argument?: string;
  readonly text: Activity['text'];
}

/** Characters of one sentence, and of a value in it. */
const MAX_SENTENCE = 300;
const MAX_VALUE = 80;
const LANGUAGE = /^[a-z]{2,3}$/;

export function readActivity(text: string) {
  const { fields, problems: faults } = readYamlFields(text);
  const problems: FindingFacts[] = faults.map(({ code, figures }) => ({ code, figures }));
  const entries = [...fields.values()].flatMap(({ key, value }): ActivityEntry[] => {
    const [script = '', argument] = key.trim().split(/\s+/);
    if (!(value instanceof Map)) {
      problems.push({ code: 'activity-no-sentences', figures: { key } });
      return [];
    }
    const languages = [...value].flatMap(([language, sentence]) => {
      const forms = typeof sentence === 'string' ? formsOf(sentence) : undefined;
      if (typeof language === 'string' && LANGUAGE.test(language) && forms !== undefined)
        return [[language, forms] as const];
      problems.push({ code: 'activity-sentence', figures: { key, language: String(language), most: MAX_SENTENCE } });
      return [];
    });
    if (languages.length === 0) return [];
    return [{ script, ...(argument === undefined ? {} : { argument }), text: Object.fromEntries(languages) }];
  });
  return { entries, problems };
}

function formsOf(sentence: string): Activity['text'][string] | undefined {
  const [doing = '', done, failed, name, ...more] = sentence.split('|').map((form) => form.trim());
  if (doing === '' || sentence.length > MAX_SENTENCE || more.length > 0) return undefined;
  return { doing, ...(done ? { done } : {}), ...(failed ? { failed } : {}), ...(name ? { name } : {}) };
}

const entriesOf = perObject(
  ({ metadata }: SkillSummary): readonly ActivityEntry[] => readActivity(metadata.activity ?? '').entries,
);

/** `--from Beijing`, `--to=Tokyo` by name; what is no option by its place, from 1. */
function valuesOf(args: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let place = 0;
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? '';
    const next = args[i + 1];
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) {
      place += 1;
      values.set(String(place), word);
    } else if (inline !== undefined) values.set(name, inline);
    else if (next !== undefined && !next.startsWith('--')) {
      values.set(name, next);
      i += 1;
    }
  }
  return values;
}

/** The sentence of one run; undefined where the skill has none for it. */
export function activityOf(call: {
  readonly skill: SkillSummary;
  readonly script: string;
  readonly args: readonly string[];
}): Activity | undefined {
  const own = entriesOf(call.skill).filter(({ script }) => script === call.script);
  const entry =
    own.find(({ argument }) => argument !== undefined && call.args.includes(argument)) ??
    own.find(({ argument }) => argument === undefined);
  if (entry === undefined) return undefined;
  const { text } = entry;
  const asked = new Set(
    Object.values(text).flatMap((forms) => Object.values(forms).flatMap((form) => placesIn(form ?? ''))),
  );
  const values = [...valuesOf(call.args)].filter(([name, value]) => asked.has(name) && value.length <= MAX_VALUE);
  return { text, values: Object.fromEntries(values) };
}

/** Bytes; enough for nearly every skill. */
const HEAD_BYTES = 4 * 1024;
/** Bytes; what is longer is no front matter. */
const MAX_FRONT_MATTER_BYTES = 64 * 1024;
/** Bytes; far above what any context holds. */
export const MAX_SKILL_BYTES = 4 * 1024 * 1024;

const broken = (rule: string, facts: FindingFacts, line: number): FieldsResult => ({
  kind: 'broken',
  findings: [findingOf('error', rule, facts, line)],
});

export const FILE_FAULTS = {
  absent: 'file-gone',
  outside: 'file-outside',
  'not-a-file': 'file-not-regular',
  unreadable: 'file-unreadable',
} as const satisfies Record<FileFault, FindingCode>;
const FAULT_RULES = {
  absent: 'file-gone',
  outside: 'link-outside',
  'not-a-file': 'not-a-file',
  unreadable: 'unreadable',
} as const satisfies Record<FileFault, string>;

export const faultFinding = (fault: FileFault): Finding =>
  findingOf('error', FAULT_RULES[fault], { code: FILE_FAULTS[fault] });

/** @param complete whether `bytes` reach the end of the file; else they are all that is read of it. */
function readHead(bytes: Buffer, complete: boolean): FieldsResult {
  const span = findFrontMatter(bytes.toString('latin1'), complete);
  if (span.kind === 'missing') return broken('front-matter-missing', missingFrontMatter(span.language), span.firstLine);
  if (span.kind === 'unclosed' || span.yamlEnd > MAX_FRONT_MATTER_BYTES) {
    const facts: FindingFacts =
      complete && span.kind === 'unclosed'
        ? { code: 'front-matter-unclosed' }
        : { code: 'front-matter-long', figures: { most: MAX_FRONT_MATTER_BYTES / 1024 } };
    return broken('front-matter-unclosed', facts, span.firstLine);
  }
  const yaml = bytes.subarray(span.yamlStart, span.yamlEnd);
  if (!isUtf8(yaml)) return broken('not-utf8', { code: 'front-matter-not-utf8' }, span.firstLine);
  const result = readSkillFields(yaml.toString('utf8'), span.firstLine);
  if (span.firstLine === 2 || result.kind === 'broken') return result;
  const finding = findingOf('info', 'blank-before-front-matter', { code: 'blank-before-front-matter' }, 1);
  return { ...result, findings: [...result.findings, finding] };
}

/** Reads little of the file, and more only for a longer front matter. @param root absolute and real. */
export function readSkillHead(root: string, file: string): FieldsResult {
  const opened = withFileInside(root, file, (fd, size) => {
    const read = (most: number): FieldsResult => {
      const bytes = readBytes(fd, size, most);
      return readHead(bytes, bytes.length < most || size <= most);
    };
    const head = read(HEAD_BYTES);
    // A broken one may be cut.
    return head.kind === 'broken' ? read(MAX_FRONT_MATTER_BYTES) : head;
  });
  return opened.fault === undefined ? opened.value : { kind: 'broken', findings: [faultFinding(opened.fault)] };
}

export interface WholeSkill {
  readonly head: Extract<FieldsResult, { kind: 'ok' }>;
  readonly body: string;
  /** Text before the body, without a BOM. */
  readonly frontMatter: string;
}

/** `skill-broken`: why, where in the file, and how to fix it. */
export function unloadable(
  id: string,
  file: string,
  finding: Pick<Diagnostic, 'code' | 'figures' | 'message' | 'line' | 'remedy'>,
): SkilldeckError {
  const { line, remedy } = finding;
  const figures = { ...ofFinding(finding), unloadable: id, at: line === undefined ? file : `${file}:${line}` };
  return detailed('skill-broken', 'skill-unloadable', figures, { ending: remedy === undefined ? '' : ` ${remedy}` });
}

/** @returns the skill, and the hash of the whole file's bytes. @throws SkilldeckError `skill-broken`. */
export function readWholeSkill(root: string, file: string, id: string): WholeSkill & { readonly sha256: string } {
  const opened = withFileInside(root, file, (fd, size) => (size > MAX_SKILL_BYTES ? undefined : readBytes(fd, size)));
  if (opened.fault !== undefined) throw unloadable(id, file, faultFinding(opened.fault));
  if (opened.value === undefined) {
    const figures = { most: MAX_SKILL_BYTES / 1024 / 1024 };
    throw unloadable(id, file, findingOf('error', 'too-large', { code: 'file-too-large', figures }));
  }
  const whole = parseWholeSkill(opened.value);
  if ('rule' in whole) throw unloadable(id, file, whole);
  return { ...whole, sha256: sha256(opened.value) };
}

/** Parses the bytes of a whole file; returns a finding if it cannot be used. */
export function parseWholeSkill(bytes: Buffer): WholeSkill | Finding {
  const head = readHead(bytes, true);
  const span = findFrontMatter(bytes.toString('latin1'), true);
  if (head.kind === 'broken') return head.findings[0];
  if (span.kind !== 'found') return faultFinding('unreadable');
  const body = bytes.subarray(span.bodyStart);
  if (!isUtf8(body)) return findingOf('error', 'not-utf8', { code: 'instructions-not-utf8' });
  const frontMatter = bytes
    .subarray(0, span.bodyStart)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  return { head, body: body.toString('utf8'), frontMatter };
}
