/** Makes untrusted text safe for a terminal. */
import { isConfusable, spelledOut } from '../../../../shared/skills/skill-list.ts';
import { oneLine } from '../../../lib/text.ts';

export { oneLine, visible } from '../../../lib/text.ts';

/** A skill's id; where it looks like another, spelled out behind it. */
export const shownName = (id: string, found: Parameters<typeof isConfusable>[0]): string =>
  isConfusable(found) ? `${oneLine(id)} = ${spelledOut(id)}` : oneLine(id);
