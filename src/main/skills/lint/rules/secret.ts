import { example } from '../example.ts';
import { allSources, findAll, inEach } from '../sources.ts';
import type { Rule } from '../types.ts';

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
