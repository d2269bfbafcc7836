/** A rule's examples as folders on the real disk, and the linter over them. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeSkillTree, type SkillTree } from '../../test-kit/skill-tree.ts';
import { type LintOptions, type LintReport, lintSkills } from '../lint.ts';
import { EXAMPLE_FOLDER, type Example } from './examples.ts';

export function layOut(tree: SkillTree, { folder = EXAMPLE_FOLDER, files }: Example): string {
  for (const [name, file] of Object.entries(files)) {
    const target = tree.at(folder, name);
    mkdirSync(path.dirname(target), { recursive: true });
    if (typeof file === 'string') writeFileSync(target, file);
    else if ('linkTo' in file) symlinkSync(file.linkTo, target);
    else if ('bytes' in file) writeFileSync(target, Uint8Array.from(file.bytes));
    else {
      writeFileSync(target, file.text);
      if (file.executable) chmodSync(target, 0o755);
    }
  }
  return tree.at(folder);
}

/** About as many tokens as a tokenizer finds in English. */
const roughly = async (text: string): Promise<number> => Math.ceil(text.length / 4.5);

export const lint = (dirs: readonly string[], options: Partial<LintOptions> = {}): Promise<LintReport> =>
  lintSkills({ dirs, roots: [], countTokens: roughly, skillBudget: 8_000, ...options });

/** `rule` of each finding, in order. */
export const rulesOf = ({ findings }: LintReport): readonly string[] => findings.map(({ rule }) => rule);

/** Lints one example in a temporary folder. */
export async function lintExample(example: Example): Promise<LintReport> {
  return lint([layOut(makeSkillTree(), example)]);
}

/** Files of a folder by path, each with its text and whether it may be run. */
export function filesIn(dir: string): Readonly<Record<string, string>> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const mode = (statSync(file).mode & 0o100) === 0 ? '' : '(executable) ';
      return [path.relative(dir, file), mode + readFileSync(file, 'latin1')];
    }),
  );
}
