import type { FindingCode } from '../../../../shared/messages/finding.ts';
import { example } from '../example.ts';
import { MAX_LISTED } from '../odd-entries.ts';
import type { OddEntry, Rule, Severity } from '../types.ts';

const KINDS: Readonly<Record<OddEntry['kind'], readonly [Severity, FindingCode]>> = {
  'link-outside': ['error', 'link-outside'],
  'link-broken': ['warning', 'link-broken'],
  special: ['error', 'special-file'],
  'too-many': ['warning', 'too-many-files'],
};

export const links: Rule = {
  id: 'links',
  severity: 'error',
  bad: example({}, { 'references/api.md': { linkTo: '/etc/hostname' } }),
  good: example({ body: 'The fields are in `references/api.md`.\n' }, { 'references/api.md': '# Fields\n' }),
  check: ({ odd }) =>
    odd.map(({ path, absolute, kind }) => {
      const [severity, code] = KINDS[kind];
      return { file: absolute, line: 1, column: 1, severity, code, figures: { path, most: MAX_LISTED } };
    }),
};
