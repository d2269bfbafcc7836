import type { PartFacts, UnloadReason } from '../events.ts';
import type { Translate } from './types.ts';

/** Reason why a part is in a request or is not, in words: the same for every host. */
export type PartReason = Pick<PartFacts, 'reason' | 'skill' | 'server' | 'figures' | 'sections'> & {
  readonly unloaded?: UnloadReason | undefined;
};

export function reasonWords(
  { reason, skill = '', server = '', figures = {}, sections, unloaded }: PartReason,
  t: Translate,
  number: (value: number) => string,
): string {
  const figured = Object.entries(figures).map(([name, value]) => [name, number(value)]);
  const values = {
    skill,
    server,
    unloaded: t(`parts.unloaded.${unloaded ?? 'unknown'}`),
    ...Object.fromEntries(figured),
  };
  const said = t(`parts.reason.${reason}`, values);
  if (sections !== undefined) return `${said} ${sectionWords(sections, t)}`;
  if (figures.shown === undefined) return said;
  return `${said} ${t(figures.budget === undefined ? 'parts.notListed' : 'parts.notListedBudget', values)}`;
}

/** @param sections of a skill that is loaded in parts. */
export const sectionWords = (sections: readonly string[], t: Translate): string =>
  t(sections.length === 0 ? 'parts.beginning' : 'parts.section', { titles: sections.join(', ') });
