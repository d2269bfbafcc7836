/** A skill's `tools.yaml` as the rules see it. */
import { parseTools, TOOLS_FILE, type ToolEntries, type ToolProblem } from '../tools-file/tools-file.ts';
import type { LintSkill, RuleFinding, SkillFile } from './types.ts';

export interface LintTools extends ToolEntries {
  readonly file: SkillFile;
}

/** Undefined where there is none, or none that can be read as text. */
export function toolsOf({ files }: LintSkill): LintTools | undefined {
  const file = toolsFileOf(files);
  return file?.content.kind === 'text' ? { file, ...parseTools(file.content.text) } : undefined;
}

export function toolsFileOf(files: LintSkill['files']): SkillFile | undefined {
  const found = files.filter(({ path }) => TOOLS_FILE.test(path));
  return found.find(({ path }) => path === 'tools.yaml') ?? found[0];
}

export const problemsOf = (skill: LintSkill, rule: ToolProblem['rule']): readonly RuleFinding[] => {
  const tools = toolsOf(skill);
  return (tools?.problems ?? [])
    .filter((problem) => problem.rule === rule)
    .map(({ severity, line, code, figures }) => ({
      file: tools?.file.absolute ?? skill.file,
      line,
      column: 1,
      code,
      figures,
      ...(severity === 'error' ? {} : { severity }),
    }));
};

/** A tool and the script that runs it, for the rules' examples. */
export const EXAMPLE_SCRIPT = 'import argparse\n\nargparse.ArgumentParser().parse_args()\n';
export const exampleTool = (more: string): string =>
  `- name: fill_form\n  ${more}\n  parameters:\n    type: object\n    properties:\n      file: {type: string}\n    required: [file]\n`;
