import { example } from '../example.ts';
import { shown } from '../shown.ts';
import type { OddEntry, Rule, Severity } from '../types.ts';

const WORDS: Readonly<Record<OddEntry['kind'], readonly [Severity, string]>> = {
  'link-outside': [
    'error',
    "is a link that leads out of the skill's folder, and is not followed. Copy what it leads to.",
  ],
  'link-broken': ['warning', 'is a link to nothing. Remove it.'],
  special: ['error', 'is a pipe, a socket or a device, and is never opened. Remove it.'],
  'too-many': ['warning', 'holds more files than are looked at (2,000). Move what the skill does not need elsewhere.'],
};

export const links: Rule = {
  id: 'links',
  severity: 'error',
  why: 'A skill is its folder: that is what is copied, shared and shown before it is trusted. A link out of it works on one machine only, and may lead to what nobody meant to share.',
  bad: example({}, { 'references/api.md': { linkTo: '/etc/hostname' } }),
  good: example({ body: 'The fields are in `references/api.md`.\n' }, { 'references/api.md': '# Fields\n' }),
  check: ({ odd }) =>
    odd.map(({ path, absolute, kind }) => {
      const [severity, words] = WORDS[kind];
      return {
        file: absolute,
        line: 1,
        column: 1,
        severity,
        message: `${path === '' ? 'The folder' : shown(path)} ${words}`,
      };
    }),
};
