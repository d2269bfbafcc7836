/** Converts findings by line and column to editor diagnostics. */
import type { Diagnostic as EditorDiagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { SkillCheck } from '../../../../shared/author.ts';
import { findingText } from '../../../../shared/messages/finding.ts';
import type { Language } from '../../../../shared/messages/types.ts';

export type Finding = SkillCheck['findings'][number];

export interface FindingWords {
  readonly fix: string;
  readonly onFix: (rule: string) => void;
}

/** Extends to the end of the word, or of the line if the finding covers all of it. */
export function diagnosticsOf(
  doc: Text,
  findings: readonly Finding[],
  language: Language,
  words: FindingWords | undefined,
): EditorDiagnostic[] {
  return findings.map((finding) => {
    const { line = 1, column = 1, severity, rule, mendable } = finding;
    const { from: start, to: end, text } = doc.line(Math.min(line, doc.lines));
    const from = Math.min(start + column - 1, end);
    const rest = text.slice(from - start);
    const length = column === 1 ? rest.trimEnd().length : (/^[^\s,;)，。；、：）]+/.exec(rest)?.[0].length ?? 1);
    const actions = mendable && words !== undefined ? [{ name: words.fix, apply: () => words.onFix(rule) }] : undefined;
    return {
      from,
      to: Math.min(from + length, end),
      severity,
      message: findingText(language, finding),
      source: rule,
      ...(actions === undefined ? {} : { actions }),
    };
  });
}
