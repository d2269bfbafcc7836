import { example } from '../example.ts';
import { inFile } from '../place.ts';
import type { Rule, RuleFinding } from '../types.ts';

const body = 'All fields are in `references/fields.md`.\n';

export const referenceOverBudget: Rule = {
  id: 'reference-over-budget',
  severity: 'error',
  bad: example({ body }, { 'references/fields.md': 'This field holds the name of the person who asks.\n'.repeat(900) }),
  good: example({ body }, { 'references/fields.md': 'This field holds the name of the person who asks.\n' }),
  check: ({ references, skillBudget }) =>
    references
      // Data and templates under assets/ are for scripts to read.
      .filter((file) => !file.path.startsWith('assets/'))
      .flatMap((file): readonly RuleFinding[] => {
        const { tokens = 0, path, content } = file;
        if (content.kind === 'large') {
          return [{ ...inFile(file), code: 'reference-bytes', figures: { path, n: file.bytes } }];
        }
        if (tokens <= skillBudget) return [];
        return [{ ...inFile(file), code: 'reference-over-budget', figures: { path, n: tokens, most: skillBudget } }];
      }),
};
