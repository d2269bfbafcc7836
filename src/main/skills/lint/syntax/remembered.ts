/** Caches a script's result by its text: while the user types, the other scripts are not checked again. */
import { sha256 } from '../../../lib/sha256.ts';
import type { SkillFile, SyntaxOutcome } from '../types.ts';

/** Outcomes; a small object each. */
const MOST = 2_000;
const known = new Map<string, SyntaxOutcome>();

/** Undefined for what is no text. */
function keyOf({ path, content }: SkillFile): string | undefined {
  return content.kind === 'text' ? `${path}\n${sha256(content.text)}` : undefined;
}

export function remembered(file: SkillFile): SyntaxOutcome | undefined {
  const key = keyOf(file);
  return key === undefined ? undefined : known.get(key);
}

/** Only what holds for the text: a program that is missing may come. */
export function remember(file: SkillFile, outcome: SyntaxOutcome): void {
  const key = keyOf(file);
  if (key === undefined || outcome.kind === 'unchecked') return;
  const [oldest] = known.keys();
  if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
  known.set(key, outcome);
}
