import { example } from '../example.ts';
import { EXAMPLE_SCRIPT, exampleTool, problemsOf, toolsFileOf } from '../tools.ts';
import type { Rule } from '../types.ts';

const SCRIPT = 'description: Fills a form.\n  script: scripts/fill.py';

export const toolsInvalid: Rule = {
  id: 'tools-invalid',
  severity: 'error',
  why: 'A skill may bring its own function tools: a list of `name`, `description`, `parameters` (the JSON Schema of an object), `script` and, where the script takes one JSON file, `pass: json` (see `docs/skills-tools.md`). An entry that breaks a rule of this format is left out when the skill is loaded, and the instructions then name a tool that is not there.',
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
