import { EXAMPLE_SCRIPT, exampleTool, problemsOf, short, toolsFileOf, toolsOf } from './facts.ts';
import { example, type Rule } from './types.ts';

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

const TOOL = exampleTool('description: Fills a form.\n  script: scripts/fill.py');

export const toolScriptMissing: Rule = {
  id: 'tool-script-missing',
  severity: 'error',
  bad: example({}, { 'tools.yaml': TOOL }),
  good: example({}, { 'tools.yaml': TOOL, 'scripts/fill.py': EXAMPLE_SCRIPT }),
  check: (skill) => {
    const tools = toolsOf(skill);
    return (tools?.tools ?? [])
      .filter(({ script }) => !skill.files.some((file) => file.path === script))
      .map(({ name, script, line }) => ({
        file: tools?.file.absolute ?? skill.file,
        line,
        column: 1,
        code: 'tool-script-missing',
        figures: { name: short(name), script: short(script) },
      }));
  },
};

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
