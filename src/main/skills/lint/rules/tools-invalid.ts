import { example } from '../example.ts';
import { EXAMPLE_SCRIPT, exampleTool, problemsOf, toolsFileOf } from '../tools.ts';
import type { Rule } from '../types.ts';

const SCRIPT = 'description: Fills a form.\n  script: scripts/fill.py';

export const toolsInvalid: Rule = {
  id: 'tools-invalid',
  severity: 'error',
  bad: example(
    {},
    { 'tools.yaml': exampleTool(SCRIPT).replace('fill_form', 'fill form'), 'scripts/fill.py': EXAMPLE_SCRIPT },
  ),
  good: example({}, { 'tools.yaml': exampleTool(SCRIPT), 'scripts/fill.py': EXAMPLE_SCRIPT }),
  check: (skill) => {
    const file = toolsFileOf(skill.files);
    if (file === undefined || file.content.kind === 'text') return problemsOf(skill, 'tools-invalid');
    return [{ file: file.absolute, line: 1, column: 1, code: 'tools-file-not-text' }];
  },
};
