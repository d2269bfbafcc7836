/** A value of a plain card in the reader's language. */
import { type CardValue, textIn, valueKind } from '../../shared/cards/plain-card.ts';
import type { Words } from '../shared/words.ts';
import { dateInWords, localTime } from './local-time.ts';

export function valueInWords(
  words: Pick<Words, 'language' | 'format'>,
  value: CardValue,
  style: 'short' | 'long' = 'long',
): string {
  const shown = valueKind(value);
  if ('number' in shown) return words.format.number(shown.number);
  if ('money' in shown) return words.format.money(shown.money);
  if ('text' in shown) return textIn(shown.text, words.language);
  const day = dateInWords(words, shown.date, style);
  return shown.date.length > 10 ? `${day} ${localTime(shown.date).clock}` : day;
}
