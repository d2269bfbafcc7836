import { example } from '../example.ts';
import type { Rule } from '../types.ts';

export const scriptSyntax: Rule = {
  id: 'script-syntax',
  severity: 'error',
  bad: example({}, { 'scripts/fill.sh': 'if [ "$1" = --help ]; then echo "fill.sh FILE"\n' }),
  good: example({}, { 'scripts/fill.sh': 'if [ "$1" = --help ]; then echo "fill.sh FILE"; fi\n' }),
  check: ({ scripts }) =>
    scripts.flatMap(({ absolute, path, syntax }) =>
      syntax?.kind === 'error'
        ? [
            {
              file: absolute,
              line: syntax.line,
              column: syntax.column,
              code: 'script-syntax',
              figures: { path, detail: syntax.message },
            },
          ]
        : [],
    ),
};
