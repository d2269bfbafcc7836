/** Makes untrusted text safe for a terminal. */
import { isConfusable, spelledOut } from '../../../../shared/spelled-name.ts';
import { oneLine } from '../../../lib/visible.ts';

export { oneLine, visible } from '../../../lib/visible.ts';

/** A skill's id; where it looks like another, spelled out behind it. */
export const shownName = (id: string, found: Parameters<typeof isConfusable>[0]): string =>
  isConfusable(found) ? `${oneLine(id)} = ${spelledOut(id)}` : oneLine(id);
