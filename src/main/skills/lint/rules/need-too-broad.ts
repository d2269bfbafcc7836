import { example } from '../example.ts';
import { refusedNeeds } from '../needs.ts';
import type { Rule } from '../types.ts';

export const needTooBroad: Rule = {
  id: 'need-too-broad',
  severity: 'warning',
  bad: example({ fields: { metadata: '\n  network: "*"\n  folders: "~ (read)"' } }),
  good: example({ fields: { metadata: '\n  network: "*.example.org"\n  folders: "~/Documents/trips (read)"' } }),
  check: (skill) => refusedNeeds(skill, 'too-broad', 'need-too-broad'),
};
