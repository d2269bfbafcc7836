import { example } from '../example.ts';
import { refusedNeeds } from '../needs.ts';
import type { Rule } from '../types.ts';

export const needMalformed: Rule = {
  id: 'need-malformed',
  severity: 'warning',
  why: '"metadata.network" names hosts (api.example.com, *.example.org, with :port where it is not 80 or 443), "metadata.folders" folders from the root or the home on ("~/Documents/trips (read), ~/Downloads (write)"), "metadata.programs" names of programs. The person is asked for them in these words; what is none of them is left out, and the script runs without it.',
  bad: example({ fields: { metadata: '\n  network: "the example service"\n  folders: "trips (read)"' } }),
  good: example({ fields: { metadata: '\n  network: "api.example.com"\n  folders: "~/Documents/trips (read)"' } }),
  check: (skill) => refusedNeeds(skill, 'malformed', 'need-malformed'),
};
