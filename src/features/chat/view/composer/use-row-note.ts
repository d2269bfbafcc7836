import { useRowNamed } from '../../../../renderer/cards/chat-scope.tsx';
import { useT } from '../../../../renderer/i18n/index.ts';
import { positionsIn } from '../../../../shared/text/text.ts';

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
