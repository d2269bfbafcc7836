import { example } from '../example.ts';
import { refusedNeeds } from '../needs.ts';
import type { Rule } from '../types.ts';

export const needMalformed: Rule = {
  id: 'need-malformed',
  severity: 'warning',
  bad: example({ fields: { metadata: '\n  network: "the example service"\n  folders: "trips (read)"' } }),
  good: example({ fields: { metadata: '\n  network: "api.example.com"\n  folders: "~/Documents/trips (read)"' } }),
  check: (skill) => refusedNeeds(skill, 'malformed', 'need-malformed'),
};
