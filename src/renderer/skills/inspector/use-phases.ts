import { useEffect, useState } from 'react';
import type { SkillPreview } from '../../../shared/context-views.ts';
import type { SkillView } from '../../../shared/contract.ts';
import { unlessGone } from '../../shared/unless-gone.ts';
import { useActions, useSessionState } from '../../store/index.ts';

export type Phases = SkillPreview['dialects'][number]['phases'];

/** Tokens of each phase in the conversation's dialect; undefined until they are counted, and where they cannot be. */
export function usePhases({ id, tokens }: SkillView): Phases | undefined {
  const { author } = useActions();
  const dialect = useSessionState((state) => state.dialect);
  const placement = useSessionState((state) => state.placement);
  const [phases, setPhases] = useState<Phases>();
  // Counts again if the skill was changed.
  const stamp = tokens === null ? undefined : `${tokens.catalog} ${tokens.instructions}`;
  useEffect(() => {
    if (stamp === undefined) return;
    return unlessGone(author.preview(id, { dialects: [dialect] }), (outcome) => {
      if (!outcome.ok) return;
      const { dialects } = outcome.value;
      setPhases((dialects.find((one) => one.placement === placement) ?? dialects[0])?.phases);
    });
  }, [author, id, dialect, placement, stamp]);
  return phases;
}
