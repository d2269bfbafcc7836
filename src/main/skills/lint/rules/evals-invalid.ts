import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { z } from 'zod';
import { type EvalCase, evalsFileSchema, triggersFileSchema } from '../../../../shared/evals/cases.ts';
import { patternFault } from '../../../../shared/text/foreign-pattern.ts';
import { example } from '../example.ts';
import { inFile } from '../place.ts';
import type { LintSkill, Rule, RuleFinding, SkillFile } from '../types.ts';

const CASES = 'evals/evals.json';
const SENTENCES = 'evals/triggers.json';

const casesFile = (id: string): string => JSON.stringify({ skill_name: 'pdf-forms', evals: [{ id, prompt: id }] });

export const evalsInvalid: Rule = {
  id: 'evals-invalid',
  severity: 'error',
  bad: example({}, { [CASES]: casesFile('').replace('"prompt":""', '"files":[]') }),
  good: example({}, { [CASES]: casesFile('fill') }),
  check: (skill) =>
    skill.files.flatMap((file) => {
      if (file.path === CASES)
        return check(file, evalsFileSchema, ({ evals }, root) => caseFaults(skill, file, evals, root));
      return file.path === SENTENCES ? check(file, triggersFileSchema, () => []) : [];
    }),
};

function check<T>(
  file: SkillFile,
  schema: z.ZodType<T>,
  further: (value: T, root: Node) => readonly RuleFinding[],
): readonly RuleFinding[] {
  if (file.content.kind !== 'text') return [];
  const { text } = file.content;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    return [{ ...inFile(file, error?.offset ?? 0), code: 'evals-not-json', figures: { path: file.path } }];
  }
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return further(parsed.data, root);
  return parsed.error.issues.map(({ path }) => ({
    ...inFile(file, offsetOf(root, path)),
    code: 'evals-field',
    figures: { field: path.join('.') || file.path },
  }));
}

/** Offset of the node at a path, or of the nearest around it. */
function offsetOf(root: Node, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const segments = path.slice(0, length).map((part) => (typeof part === 'number' ? part : String(part)));
    const node = findNodeAtLocation(root, segments);
    if (node !== undefined) return node.offset;
  }
  return root.offset;
}

function caseFaults(skill: LintSkill, file: SkillFile, cases: readonly EvalCase[], root: Node): RuleFinding[] {
  const paths = new Set(skill.files.map(({ path }) => path));
  return cases.flatMap((one, index) => {
    const at = (...path: readonly (string | number)[]) => inFile(file, offsetOf(root, ['evals', index, ...path]));
    const { id, regex = [], output_files: outputs = [], files = [] } = one;
    const patterns = [...regex, ...outputs.flatMap(({ matches = [] }) => matches)];
    const isTwice = cases.findIndex((other) => other.id === id) !== index;
    return [
      ...(isTwice ? [{ ...at('id'), code: 'evals-twice', figures: { id } } as const] : []),
      ...patterns.flatMap((pattern) => {
        const fault = patternFault(pattern);
        if (fault === undefined) return [];
        const code = fault === 'form' ? 'evals-pattern' : 'evals-pattern-kind';
        return [{ ...at(), code, figures: { id, pattern } } as const];
      }),
      ...files
        .map((name) => name.replace(/^\.\//, ''))
        .filter((name) => !paths.has(name) && !paths.has(`evals/${name}`))
        .map((name) => ({ ...at('files'), code: 'evals-file-missing', figures: { id, path: name } }) as const),
    ];
  });
}
