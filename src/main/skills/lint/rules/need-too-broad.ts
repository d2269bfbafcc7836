import { example } from '../example.ts';
import { refusedNeeds } from '../needs.ts';
import type { Rule } from '../types.ts';

export const needTooBroad: Rule = {
  id: 'need-too-broad',
  severity: 'warning',
  why: 'Nobody can judge a wish for the whole network, the whole disk, a whole home or a folder of keys, so it is never granted: the script runs without it. Name the hosts and the folders that the scripts really use.',
  bad: example({ fields: { metadata: '\n  network: "*"\n  folders: "~ (read)"' } }),
  good: example({ fields: { metadata: '\n  network: "*.example.org"\n  folders: "~/Documents/trips (read)"' } }),
  check: (skill) => refusedNeeds(skill, 'too-broad', 'need-too-broad'),
};
