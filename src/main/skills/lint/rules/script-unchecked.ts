import { example } from '../example.ts';
import { inFile } from '../place.ts';
import type { Rule } from '../types.ts';

export const scriptUnchecked: Rule = {
  id: 'script-unchecked',
  severity: 'info',
  bad: example({}, { 'scripts/fill.zsh': { text: '#!/usr/bin/env zsh\necho fill.zsh --help\n', executable: true } }),
  good: example({}, { 'scripts/fill.sh': { text: '#!/usr/bin/env bash\necho fill.sh --help\n', executable: true } }),
  check: ({ scripts }) =>
    scripts.flatMap((file) =>
      file.syntax?.kind === 'unchecked'
        ? [
            {
              ...inFile(file),
              code: `script-unchecked-${file.syntax.why}` as const,
              figures: { path: file.path, program: file.syntax.program },
            },
          ]
        : [],
    ),
};
