/** Fixes findings in a skill's files; the latest fix of each skill can be undone. */

import { randomUUID } from 'node:crypto';
import { detailed, ofFinding } from '../../../shared/messages/detail.ts';
import { diagnosed } from '../../../shared/messages/finding.ts';
import type { Core } from '../../core/core.ts';
import { countsFor } from '../../core/lint-counts.ts';
import { asFound, type SkillPlace } from '../../skills/author/skill-place.ts';
import { fixSkill, undoChange } from '../../skills/lint/fix.ts';
import type { Change } from '../../skills/lint/types.ts';

interface Done {
  readonly fix: string;
  readonly changes: readonly Change[];
}

export function createFixes({ previews, runWith }: Pick<Core, 'previews' | 'runWith'>) {
  /** Keyed by the skill's folder. */
  const last = new Map<string, Done>();
  return {
    /** @param rule id of the one rule to fix; all that is mechanical without. */
    async fix(at: SkillPlace, rule: string | undefined): Promise<{ fixed: number; fix?: string }> {
      const { model, limits } = previews.defaults();
      const counts = countsFor(model, limits.skillBudget, runWith);
      const options = { root: at.root, ...counts, others: [], shadowedBy: undefined };
      const { fixed } = await fixSkill(asFound(at), options, { only: rule });
      if (fixed.length === 0) return { fixed: 0 };
      const fix = randomUUID();
      last.set(at.dir, { fix, changes: fixed.map(({ change }) => change) });
      return { fixed: fixed.length, fix };
    },
    /** @throws SkilldeckError `bad-input` for a fix before the latest, `file-changed` where a file is no longer as the fix left it. */
    undo(at: SkillPlace, fix: string): void {
      const done = last.get(at.dir);
      if (done?.fix !== fix) {
        throw detailed('bad-input', 'fix-earlier');
      }
      last.delete(at.dir);
      for (const change of done.changes.toReversed()) {
        const fault = undoChange(at.dir, change);
        if (fault === undefined) continue;
        throw detailed('file-changed', 'fix-stays', { ...ofFinding(diagnosed(fault)), fixed: change.file });
      }
    },
  };
}
