import { example } from '../example.ts';
import { short } from '../shown.ts';
import { EXAMPLE_SCRIPT, exampleTool, toolsOf } from '../tools.ts';
import type { Rule } from '../types.ts';

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
