/** The scripts of several skills, each looked at by the program of its language. */
import type { LintSkill, SkillFile, SyntaxOutcome } from '../types.ts';
import { checkJavaScript } from './javascript.ts';
import { interpreterOf, languageOf } from './language.ts';
import { checkPython } from './python.ts';
import { remember, remembered } from './remembered.ts';
import { checkShell } from './shell.ts';

/** Processes at a time. */
const AT_ONCE = 4;

const textOf = ({ content }: SkillFile): string => (content.kind === 'text' ? content.text : '');

/** The same skills, with the outcome at each script. */
export async function withSyntax(skills: readonly LintSkill[]): Promise<readonly LintSkill[]> {
  const outcomes = new Map<SkillFile, SyntaxOutcome>();
  const scripts: SkillFile[] = [];
  for (const file of skills.flatMap((skill) => skill.scripts)) {
    const outcome = remembered(file);
    if (outcome === undefined) scripts.push(file);
    else outcomes.set(file, outcome);
  }
  const python = scripts.filter((file) => languageOf(file) === 'python');
  const found = python.length === 0 ? [] : await checkPython(python.map(textOf));
  for (const [index, file] of python.entries()) {
    const outcome = found[index];
    if (outcome !== undefined) outcomes.set(file, outcome);
  }
  for (const file of scripts) {
    const interpreter = languageOf(file) === undefined ? interpreterOf(file) : '';
    if (interpreter !== '') outcomes.set(file, { kind: 'unchecked', why: 'language', program: interpreter });
  }
  const others = scripts.filter((file) => ['javascript', 'shell'].includes(languageOf(file) ?? ''));
  const next = others.values();
  const work = async (): Promise<void> => {
    for (const file of next) {
      const isShell = languageOf(file) === 'shell';
      outcomes.set(file, isShell ? await checkShell(textOf(file)) : await checkJavaScript(file.path, textOf(file)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const file of scripts) {
    const outcome = outcomes.get(file);
    if (outcome !== undefined) remember(file, outcome);
  }
  const withOutcome = (file: SkillFile): SkillFile => {
    const syntax = outcomes.get(file);
    return syntax === undefined ? file : { ...file, syntax };
  };
  return skills.map((skill) => ({ ...skill, scripts: skill.scripts.map(withOutcome) }));
}
