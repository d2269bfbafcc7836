import type { Finding } from './editor-findings.ts';

const ORDER = ['error', 'warning', 'info'] as const;
/** Max findings of one kind before the rest is folded. */
const MOST_SHOWN = 3;

export interface FindingGroup {
  readonly rule: string;
  readonly shown: readonly Finding[];
  /** Further ones of the same rule and severity. */
  readonly folded: readonly Finding[];
}

/** Errors first; of a rule that found many, the first, and the rest on request. The order of the files stays. */
export function groupedFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  return ORDER.flatMap((severity) => {
    const own = findings.filter((finding) => finding.severity === severity);
    return [...Map.groupBy(own, ({ rule }) => rule)].map(([rule, all]) => {
      // A fold for a single one saves nothing.
      const most = all.length === MOST_SHOWN + 1 ? all.length : MOST_SHOWN;
      return { rule, shown: all.slice(0, most), folded: all.slice(most) };
    });
  });
}
