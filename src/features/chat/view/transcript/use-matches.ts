import { useEffect, useState } from 'react';
import type { FormChecks } from '../../../../shared/forms/form-check.ts';
import type { FormField } from '../../../../shared/forms/forms.ts';

type Matches = () => FormChecks['matches'];

const hasPattern = ({ pattern, fields = [] }: FormField): boolean => pattern !== undefined || fields.some(hasPattern);

/** Tests fields' patterns once the engine is loaded, for forms that have any; until then the core does on submitting. */
export function useMatches(fields: readonly FormField[]): Matches {
  const needed = fields.some(hasPattern);
  const [matches, setMatches] = useState<Matches>(() => () => () => true);
  useEffect(() => {
    let shown = true;
    if (needed) {
      import('../../../../shared/text/foreign-pattern.ts').then(
        ({ formPatterns }) => shown && setMatches(() => formPatterns),
        () => {},
      );
    }
    return () => {
      shown = false;
    };
  }, [needed]);
  return matches;
}
