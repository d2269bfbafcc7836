import path from 'node:path';
import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { z } from 'zod';
import { type EvalCase, evalsFileSchema, triggersFileSchema } from '../../../shared/evals.ts';
import { compileFields } from '../../../shared/forms/form-schema.ts';
import { FORMS_FILE, formBlocks, parseOptions } from '../../../shared/forms/skill-forms.ts';
import type { FindingFacts } from '../../../shared/messages/failure.ts';
import { formFaults, patternFault } from '../../../shared/text/foreign-pattern.ts';
import { confirmedScripts, EVERY_SCRIPT } from '../confirm-field.ts';
import { FILE_FAULTS, MAX_SKILL_BYTES, readActivity, readRecordStore } from '../skill-file.ts';
import { atField, atTop, inFile, loadFaults, refusedNeeds } from './facts.ts';
import { allSources, findAll, inEach, lineAround } from './sources.ts';
import { type LintSkill, type RuleFinding, rule, type SkillFile } from './types.ts';

const PROGRAM = /\.(?:exe|dll|so|dylib|pyc|pyo|pyd|jar|class|wasm|node|o|a|bin|com|msi|app)$/i;

export const binaryInScripts = rule('binary-in-scripts', 'error', ({ scripts }) =>
  scripts
    .filter(({ path, content }) => content.kind === 'binary' || PROGRAM.test(path))
    .map((file) => ({
      ...inFile(file),
      figures: { path: file.path },
      ...(file.path.includes('/__pycache__/')
        ? { code: 'binary-left-over', severity: 'warning' }
        : { code: 'binary-script' }),
    })),
);

export const notUtf8 = rule('not-utf8', 'error', (skill) => {
  if (skill.fault === 'not-utf8') return [{ ...atTop(skill), code: 'not-utf8' }];
  return skill.references
    .filter((file) => file.content.kind === 'not-utf8' && /\.(?:md|txt)$/i.test(file.path))
    .map((file) => ({ ...inFile(file), severity: 'warning', code: 'reference-not-utf8' }));
});

export const skillFileName = rule(
  'skill-file-name',
  'warning',
  (skill) => {
    const name = path.basename(skill.file);
    if (name === 'SKILL.md') return [];
    return [{ ...atTop(skill), code: 'skill-file-name', figures: { name } }];
  },
  ({ file }) => [{ kind: 'rename', file, to: path.join(path.dirname(file), 'SKILL.md') }],
);

const CODES = { ...FILE_FAULTS, 'too-large': 'file-too-large' } as const;

export const skillFile = rule('skill-file', 'error', (skill) =>
  skill.fault === undefined || skill.fault === 'not-utf8'
    ? []
    : [{ ...atTop(skill), code: CODES[skill.fault], figures: { most: MAX_SKILL_BYTES / 1024 / 1024 } }],
);

const PRIVATE_KEY = 'private key';
const PASSWORD = 'password';
/** Services, and shapes that their makers publish so that they can be found. */
const SHAPES: readonly (readonly [what: string, pattern: RegExp])[] = [
  [PRIVATE_KEY, /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?=(?:\s|\\n){1,4}[A-Za-z0-9+/=]{8})/g],
  ['AWS', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['GitHub', /\b(?:gh[opusr]_[A-Za-z0-9]{36,100}|github_pat_[A-Za-z0-9_]{60,100})\b/g],
  ['GitLab', /\bglpat-[A-Za-z0-9_-]{20,60}/g],
  ['Anthropic', /\bsk-ant-[A-Za-z0-9_-]{24,200}/g],
  ['OpenAI', /\bsk-(?:proj-|svcacct-|admin-)?(?!ant-)[A-Za-z0-9_-]{32,200}/g],
  ['Google', /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g],
  ['Slack', /\bxox[abeoprs]-[A-Za-z0-9-]{10,200}/g],
  ['Stripe', /\b[rs]k_live_[A-Za-z0-9]{16,200}/g],
  ['npm', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['Hugging Face', /\bhf_[A-Za-z0-9]{30,60}\b/g],
  ['SendGrid', /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/g],
  [PASSWORD, /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>{}$]{1,60}:[^\s:/@"'`<>{}$*]{4,100}@[\w.-]{2,100}/g],
];
const PLACEHOLDER = /(.)\1{5}|x{4}|your|example|placeholder|password@|user:pass|1234567890|\.\.\./i;
/** A line that shows what a key looks like, or what not to write. */
const SHOWS = /\b(?:e\.g\.|for example|example|sample|dummy|fake|never|don't|do not|bad)\b|例如|示例|不要/i;
/** An account of a developer's own machine, or the default of a database's image. */
const LOCAL =
  /^\w[\w+.-]*:\/\/(?:([^:]+):\1@|[^:]+:(?:test|guest|root|admin|secret|postgres|password|changeme|pass|dev|token)\d{0,4}@|[^@]+@(?:localhost|127\.|\[::1\]|host\.docker\.internal|[\w-]+(?=$|[:/])(?!\.)))/i;
const SHOWN = 6;

export const secret = rule('secret', 'error', (skill) =>
  inEach(allSources(skill), (source) =>
    SHAPES.flatMap(([what, pattern]) =>
      findAll(source, pattern, (match) => {
        const [found] = match;
        if (PLACEHOLDER.test(found) || (what === PASSWORD && LOCAL.test(found))) return undefined;
        if (what !== PASSWORD && SHOWS.test(lineAround(source.text, match.index))) return undefined;
        if (what === PRIVATE_KEY) return { code: 'secret-private-key', figures: { start: found } };
        const figures = { service: what, start: found.slice(0, SHOWN), n: found.length };
        return { code: what === PASSWORD ? 'secret-password' : 'secret-key', figures };
      }),
    ),
  ),
);

function metadataText(skill: LintSkill, key: string): string | undefined {
  const value = skill.front?.fields.get('metadata')?.value;
  const text: unknown = value instanceof Map ? value.get(key) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Languages that the app itself speaks. */
const LANGUAGES = ['en', 'zh'];

export const activityInvalid = rule('activity-invalid', 'warning', (skill) => {
  const text = metadataText(skill, 'activity');
  if (text === undefined) return [];
  const { entries, problems } = readActivity(text);
  const found: readonly FindingFacts[] = [
    ...problems,
    ...entries.flatMap(({ script, text: sentences }) => {
      const missing = LANGUAGES.filter((language) => sentences[language] === undefined);
      return [
        ...(skill.files.some(({ path }) => path === script)
          ? []
          : [{ code: 'activity-script-missing', figures: { script } } as const]),
        ...(missing.length === 0
          ? []
          : [{ code: 'activity-language-missing', figures: { script, languages: missing.join(', ') } } as const]),
      ];
    }),
  ];
  return found.map((facts) => ({ ...atField(skill, 'metadata'), ...facts }));
});

export const confirmInvalid = rule('confirm-invalid', 'error', (skill) => {
  if (skill.loaded?.kind !== 'ok') return [];
  const { fields } = skill.loaded;
  const missing = confirmedScripts(fields.metadata.confirm).filter(
    ({ script }) => script !== EVERY_SCRIPT && !skill.files.some(({ path: at }) => at === path.posix.normalize(script)),
  );
  return [
    ...loadFaults(skill, 'confirm-unread'),
    ...missing.map(({ script }) => ({
      ...atField(skill, 'metadata'),
      code: 'confirm-script-missing' as const,
      figures: { script },
    })),
  ];
});

export const formInvalid = rule('form-invalid', 'error', (skill) => {
  const file = skill.files.find(({ path }) => path.toLowerCase() === FORMS_FILE);
  if (file?.content.kind !== 'text') return [];
  return formBlocks(file.content.text).flatMap(({ line, form, fault }, at) => {
    const faults = form === undefined ? [fault ?? ''] : faultsOf(form.fields, skill, at);
    return faults.map((one) => ({
      file: file.absolute,
      line,
      column: 1,
      code: 'form-invalid' as const,
      figures: { detail: one },
    }));
  });
});

/** Forms whose patterns are read here. Those of others are when the form is asked for. */
const MOST_FORMS = 5;

function faultsOf(fields: unknown, { files }: LintSkill, at: number): readonly string[] {
  const compiled = compileFields(fields, {
    language: 'en',
    patternFault: at < MOST_FORMS ? formFaults() : undefined,
    optionsFrom(path) {
      const found = files.find((file) => file.path === path);
      if (found?.content.kind === 'text') return parseOptions(found.content.text, path, 'en');
      return `there is no readable file "${path}" in the skill's folder`;
    },
  });
  return 'faults' in compiled ? compiled.faults : [];
}

export const recordsInvalid = rule('records-invalid', 'warning', (skill) => {
  const text = metadataText(skill, 'records');
  const store = text === undefined ? undefined : readRecordStore(text);
  if (store === undefined || !('fault' in store)) return [];
  return [{ ...atField(skill, 'metadata'), ...store.fault }];
});

export const needMalformed = rule('need-malformed', 'warning', (skill) =>
  refusedNeeds(skill, 'malformed', 'need-malformed'),
);

export const needTooBroad = rule('need-too-broad', 'warning', (skill) =>
  refusedNeeds(skill, 'too-broad', 'need-too-broad'),
);

const CASES = 'evals/evals.json';
const SENTENCES = 'evals/triggers.json';

export const evalsInvalid = rule('evals-invalid', 'error', (skill) =>
  skill.files.flatMap((file) => {
    if (file.path === CASES)
      return check(file, evalsFileSchema, ({ evals }, root) => caseFaults(skill, file, evals, root));
    return file.path === SENTENCES ? check(file, triggersFileSchema, () => []) : [];
  }),
);

function check<T>(
  file: SkillFile,
  schema: z.ZodType<T>,
  further: (value: T, root: Node) => readonly RuleFinding[],
): readonly RuleFinding[] {
  if (file.content.kind !== 'text') return [];
  const { text } = file.content;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined || root === undefined)
    return [{ ...inFile(file, error?.offset ?? 0), code: 'evals-not-json', figures: { path: file.path } }];
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return further(parsed.data, root);
  return parsed.error.issues.map(({ path }) => ({
    ...inFile(file, offsetOf(root, path)),
    code: 'evals-field',
    figures: { field: path.join('.') || file.path },
  }));
}

/** Offset of the node at a path, or of the nearest around it. */
function offsetOf(root: Node, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const segments = path.slice(0, length).map((part) => (typeof part === 'number' ? part : String(part)));
    const node = findNodeAtLocation(root, segments);
    if (node !== undefined) return node.offset;
  }
  return root.offset;
}

/** Each takes 20 ms at most. Others are refused when the cases are run. */
const MOST_PATTERNS = 100;

function caseFaults(skill: LintSkill, file: SkillFile, cases: readonly EvalCase[], root: Node): RuleFinding[] {
  const paths = new Set(skill.files.map(({ path }) => path));
  let looks = MOST_PATTERNS;
  return cases.flatMap((one, index) => {
    const at = (...path: readonly (string | number)[]) => inFile(file, offsetOf(root, ['evals', index, ...path]));
    const { id, regex = [], output_files: outputs = [], files = [] } = one;
    const patterns = [...regex, ...outputs.flatMap(({ matches = [] }) => matches)];
    const isTwice = cases.findIndex((other) => other.id === id) !== index;
    return [
      ...(isTwice ? [{ ...at('id'), code: 'evals-twice', figures: { id } } as const] : []),
      ...patterns.flatMap((pattern) => {
        looks -= 1;
        const fault = looks < 0 ? undefined : patternFault(pattern);
        if (fault === undefined) return [];
        const code = fault === 'form' ? 'evals-pattern' : 'evals-pattern-kind';
        return [{ ...at(), code, figures: { id, pattern } } as const];
      }),
      ...files
        .map((name) => name.replace(/^\.\//, ''))
        .filter((name) => !paths.has(name) && !paths.has(`evals/${name}`))
        .map((name) => ({ ...at('files'), code: 'evals-file-missing', figures: { id, path: name } }) as const),
    ];
  });
}
