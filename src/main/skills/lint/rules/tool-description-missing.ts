import { example } from '../example.ts';
import { EXAMPLE_SCRIPT, exampleTool, problemsOf } from '../tools.ts';
import type { Rule } from '../types.ts';

export const toolDescriptionMissing: Rule = {
  id: 'tool-description-missing',
  severity: 'error',
  bad: example({}, { 'tools.yaml': exampleTool('script: scripts/fill.py'), 'scripts/fill.py': EXAMPLE_SCRIPT }),
  good: example(
    {},
    {
      'tools.yaml': exampleTool('description: Fills a form.\n  script: scripts/fill.py'),
      'scripts/fill.py': EXAMPLE_SCRIPT,
    },
  ),
  check: (skill) => problemsOf(skill, 'tool-description-missing'),
};
