/** The user's wishes beside what a skill's quote would give. */
import { cardHeadSchema } from '../../../shared/cards/card.ts';
import { compareRequest } from '../../../shared/forms/compare-request.ts';
import type { Compared } from '../../../shared/forms/compared.ts';
import { currentRequest } from '../../../shared/forms/current-request.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { requestFormIn } from './skill-form.ts';

/** Undefined where nothing was asked of this skill, or its card has no `terms`. */
export function askedBeside(
  state: SessionState,
  skill: { readonly id: string; readonly dir: string },
  preview: unknown,
): readonly Compared[] | undefined {
  const terms = cardHeadSchema.safeParse(preview).data?.terms;
  if (typeof terms !== 'object' || terms === null) return undefined;
  const request = currentRequest(state);
  if (request?.skill !== skill.id) return undefined;
  const [en, zh] = [requestFormIn(skill.dir, skill.id, 'en'), requestFormIn(skill.dir, skill.id, 'zh')];
  if (en === undefined || zh === undefined) return undefined;
  const compared = compareRequest({ en: en.fields, zh: zh.fields }, request.facts, { ...terms });
  return compared.length === 0 ? undefined : compared;
}
