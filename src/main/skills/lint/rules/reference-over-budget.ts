import { example } from '../example.ts';
import { inFile } from '../place.ts';
import { shown } from '../shown.ts';
import type { Rule } from '../types.ts';

const body = 'All fields are in `references/fields.md`.\n';

export const referenceOverBudget: Rule = {
  id: 'reference-over-budget',
  severity: 'error',
  why: 'A reference with more tokens than the skill budget (8,000 unless it was set otherwise) is refused when the agent asks for it. Split it by what is needed together, or let a script look things up in it.',
  bad: example({ body }, { 'references/fields.md': 'This field holds the name of the person who asks.\n'.repeat(900) }),
  good: example({ body }, { 'references/fields.md': 'This field holds the name of the person who asks.\n' }),
  check: ({ references, skillBudget }) =>
    references
      // Data and templates under assets/ are for scripts to read.
      .filter((file) => !file.path.startsWith('assets/'))
      .flatMap((file) => {
        const { tokens = 0, path, content } = file;
        if (content.kind === 'large') {
          return [
            { ...inFile(file), message: `${shown(path)} has ${file.bytes} bytes: too many to be loaded. Split it.` },
          ];
        }
        if (tokens <= skillBudget) return [];
        const message = `${shown(path)} has ${tokens} tokens and the skill budget is ${skillBudget}: it cannot be loaded. Split it.`;
        return [{ ...inFile(file), message }];
      }),
};
