import { example } from '../example.ts';
import { shown } from '../shown.ts';
import { allSources, findAll, inEach } from '../sources.ts';
import type { Rule } from '../types.ts';

/** Shapes that their makers publish so that they can be found. */
const SHAPES: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g],
  ['an AWS access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['a GitHub token', /\b(?:gh[opusr]_[A-Za-z0-9]{36,100}|github_pat_[A-Za-z0-9_]{60,100})\b/g],
  ['a GitLab token', /\bglpat-[A-Za-z0-9_-]{20,60}/g],
  ['an Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{24,200}/g],
  ['an OpenAI key', /\bsk-(?:proj-|svcacct-|admin-)?(?!ant-)[A-Za-z0-9_-]{32,200}/g],
  ['a Google key', /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,200}/g],
  ['a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{16,200}/g],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['a Hugging Face token', /\bhf_[A-Za-z0-9]{30,60}\b/g],
  ['a SendGrid key', /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/g],
  [
    'a password in an address',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>{}$]{1,60}:[^\s:/@"'`<>{}$*]{4,100}@[\w.-]{2,100}/g,
  ],
];
const PLACEHOLDER = /(.)\1{5}|x{4}|your|example|placeholder|password@|user:pass|1234567890|\.\.\./i;
const SHOWN = 6;

export const secret: Rule = {
  id: 'secret',
  severity: 'error',
  why: 'A skill is copied, shared and sent to a model. A key in it is known to all of them. Take it back where it was issued, then let the script read it from an environment variable. The finding shows only how it begins.',
  bad: example({ body: 'Sign with this key:\n\n-----BEGIN PRIVATE KEY-----\nMC4CAQAw\n-----END PRIVATE KEY-----\n' }),
  good: example({ body: 'Sign with the key in the environment variable `FORMS_KEY`.\n' }),
  check: (skill) =>
    inEach(allSources(skill), (source) =>
      SHAPES.flatMap(([what, pattern]) =>
        findAll(source, pattern, ([found]) => {
          if (PLACEHOLDER.test(found)) return undefined;
          const start = found.startsWith('-----') ? found : `${found.slice(0, SHOWN)}… (${found.length} characters)`;
          return `This looks like ${what}: ${shown(start)}. Take it back where it was issued, and read it from the environment.`;
        }),
      ),
    ),
};
