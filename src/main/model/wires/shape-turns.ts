/** Shapes each turn once: its message stays the same object from request to request. */
import { mapGrowing } from '../../lib/growing.ts';
import type { Turn, WireRequest } from './wire.ts';

/** @param shape pure but for the data of pictures and PDFs: their files may go, so turns with them are shaped each time. */
export function shapeTurns<M>(
  shape: (turn: Turn, dataOf: WireRequest['dataOf']) => M,
): (request: Pick<WireRequest, 'turns' | 'dataOf'>) => M[] {
  const shaped = mapGrowing((turn: Turn) => [shape(turn, () => undefined)]);
  const shown = mapGrowing((turn: Turn, index) => (turn.role === 'user' && turn.media !== undefined ? [index] : []));
  return ({ turns, dataOf }) => {
    const all = shaped(turns);
    for (const index of shown(turns)) all[index] = shape(turns[index] as Turn, dataOf);
    return all;
  };
}
