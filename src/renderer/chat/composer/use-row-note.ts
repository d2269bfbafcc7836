import { positionsIn } from '../../../shared/text/positions.ts';
import { useRowNamed } from '../../cards/chat-scope.tsx';
import { useT } from '../../i18n/index.ts';

/** Says which row a number means, where the list on the screen is in another order than the one the model knows. */
export function useRowNote(): (text: string) => string | undefined {
  const t = useT();
  const rowNamed = useRowNamed();
  return (text) => {
    const lines = positionsIn(text).flatMap((n) => {
      const row = rowNamed(n);
      return row === undefined ? [] : [t('request.onScreen', { n, row })];
    });
    return lines.length === 0 ? undefined : lines.join('\n');
  };
}
