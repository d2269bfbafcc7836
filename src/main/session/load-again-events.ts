import type { EventBody } from '../../shared/events.ts';
import type { LoadedReference, LoadedSkill } from '../../shared/session-state.ts';
import { sha256 } from '../lib/text.ts';

/** Reloads a skill. A load begins without references: those to keep are loaded after it. */
export function loadAgainEvents(
  id: string,
  {
    tokens,
    instructions,
    tools,
    references,
    by,
  }: Pick<LoadedSkill, 'tokens' | 'instructions' | 'tools' | 'references' | 'by'>,
): readonly EventBody[] {
  return [
    {
      type: 'skill-loaded',
      skill: id,
      tokens,
      sha256: sha256(instructions),
      instructions,
      by,
      ...(tools.length === 0 ? {} : { tools: [...tools] }),
    },
    ...references.map(({ seq: _seq, ...reference }: LoadedReference) => ({
      type: 'reference-loaded' as const,
      skill: id,
      by,
      ...reference,
    })),
  ];
}
