/** Header of an exported session. */

import type { ExportWords } from '../../../../shared/messages/en/export.ts';
import { REDACTION_KINDS, type RedactionKind, type Verification } from '../../../../shared/review.ts';
import { type RedactionCount, totalOf } from '../../../redaction/counts.ts';

export interface ExportHead {
  readonly session: string;
  readonly title: string;
  readonly createdAt: string;
  readonly model: string;
  readonly events: number;
  /** Undefined where nothing was to be removed. */
  readonly redacted: RedactionCount | undefined;
  /** Result for the stored conversation; absent where it was not checked. */
  readonly verification?: Verification | undefined;
  /** Version of this app, and time of the export in ISO-8601. */
  readonly version?: string;
  readonly exportedAt?: string;
}

/** Listed only if there are any. */
const LATER_KINDS: ReadonlySet<RedactionKind> = new Set(['personal', 'network', 'own', 'opaque']);

export function redactionLine(count: RedactionCount, words: ExportWords): string {
  const kinds = REDACTION_KINDS.filter((kind) => !LATER_KINDS.has(kind) || count[kind] > 0)
    .map((kind) => `${words.redactions[kind]} ${words.number(count[kind])}`)
    .join(', ');
  return words.redacted(words.number(totalOf(count)), kinds);
}
