import path from 'node:path';
import { FILE_FAULTS, MAX_SKILL_BYTES } from '../../skill-file.ts';
import { atTop, inFile } from '../facts.ts';
import { allSources, findAll, inEach } from '../sources.ts';
import { example, type Rule, skillMd } from '../types.ts';

const PROGRAM = /\.(?:exe|dll|so|dylib|pyc|pyo|pyd|jar|class|wasm|node|o|a|bin|com|msi|app)$/i;

export const binaryInScripts: Rule = {
  id: 'binary-in-scripts',
  severity: 'error',
  bad: example({}, { 'scripts/fill': { bytes: [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0] } }),
  good: example({}, { 'scripts/fill.sh': 'echo "usage: fill.sh [--help]"\n' }),
  check: ({ scripts }) =>
    scripts
      .filter(({ path, content }) => content.kind === 'binary' || PROGRAM.test(path))
      .map((file) => ({
        ...inFile(file),
        figures: { path: file.path },
        ...(file.path.includes('/__pycache__/')
          ? { code: 'binary-left-over', severity: 'warning' }
          : { code: 'binary-script' }),
      })),
};

export const notUtf8: Rule = {
  id: 'not-utf8',
  severity: 'error',
  bad: {
    files: { 'SKILL.md': { bytes: [...Buffer.from('---\nname: pdf-forms\ndescription: caf\xe9\n---\n', 'latin1')] } },
  },
  good: example({ fields: { description: 'Finds a café 咖啡馆. Use when the person is thirsty.' } }),
  check(skill) {
    if (skill.fault === 'not-utf8') return [{ ...atTop(skill), code: 'not-utf8' }];
    return skill.references
      .filter((file) => file.content.kind === 'not-utf8' && /\.(?:md|txt)$/i.test(file.path))
      .map((file) => ({ ...inFile(file), severity: 'warning', code: 'reference-not-utf8' }));
  },
};

export const skillFileName: Rule = {
  id: 'skill-file-name',
  severity: 'warning',
  bad: { files: { 'skill.md': skillMd() } },
  good: example(),
  check(skill) {
    const name = path.basename(skill.file);
    if (name === 'SKILL.md') return [];
    return [{ ...atTop(skill), code: 'skill-file-name', figures: { name } }];
  },
  fix: { changes: ({ file }) => [{ kind: 'rename', file, to: path.join(path.dirname(file), 'SKILL.md') }] },
};

const CODES = { ...FILE_FAULTS, 'too-large': 'file-too-large' } as const;

export const skillFile: Rule = {
  id: 'skill-file',
  severity: 'error',
  bad: { files: { 'SKILL.md': { linkTo: '/nowhere/SKILL.md' } } },
  good: example({}, { 'SKILL.md': skillMd() }),
  check: (skill) =>
    skill.fault === undefined || skill.fault === 'not-utf8'
      ? []
      : [{ ...atTop(skill), code: CODES[skill.fault], figures: { most: MAX_SKILL_BYTES / 1024 / 1024 } }],
};

const PRIVATE_KEY = 'private key';
const PASSWORD = 'password';
/** Services, and shapes that their makers publish so that they can be found. */
const SHAPES: readonly (readonly [what: string, pattern: RegExp])[] = [
  [PRIVATE_KEY, /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g],
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
const SHOWN = 6;

export const secret: Rule = {
  id: 'secret',
  severity: 'error',
  bad: example({ body: 'Sign with this key:\n\n-----BEGIN PRIVATE KEY-----\nMC4CAQAw\n-----END PRIVATE KEY-----\n' }),
  good: example({ body: 'Sign with the key in the environment variable `FORMS_KEY`.\n' }),
  check: (skill) =>
    inEach(allSources(skill), (source) =>
      SHAPES.flatMap(([what, pattern]) =>
        findAll(source, pattern, ([found]) => {
          if (PLACEHOLDER.test(found)) return undefined;
          if (what === PRIVATE_KEY) return { code: 'secret-private-key', figures: { start: found } };
          const figures = { service: what, start: found.slice(0, SHOWN), n: found.length };
          return { code: what === PASSWORD ? 'secret-password' : 'secret-key', figures };
        }),
      ),
    ),
};
