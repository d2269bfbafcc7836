/** A watch in words: for the window, the terminal and exports. */
import { textIn, type WatchReading } from '../cards/card.ts';
import type { ErrorDetail } from '../errors.ts';
import type { WatchView } from '../reducer/watches.ts';
import { detailIn, isKnownDetail } from './detail.ts';
import { formatFor } from './format.ts';
import { translatorFor } from './translate.ts';
import type { Language } from './types.ts';

/** Empty where nothing was read. */
export function readingIn(language: Language, { value, currency, text }: WatchReading): string {
  const { money, number } = formatFor(language);
  const amount = value === undefined ? '' : currency === undefined ? number(value) : money({ amount: value, currency });
  return [amount, text === undefined ? '' : textIn(text, language)].filter((part) => part !== '').join(', ');
}

/** The code alone where this version does not know it. */
export const reasonIn = (language: Language, fault: ErrorDetail): string =>
  isKnownDetail(fault) ? detailIn(language, fault) : fault.code;

/** The subject with the change, such as `London → Lisbon: £480 → £298`; without one, with the end of the watch. */
export function watchNews(
  language: Language,
  { title, ended }: WatchView,
  change?: WatchView['changes'][number],
): string {
  const from = readingIn(language, change?.from ?? {});
  const to = readingIn(language, change?.to ?? {});
  const end = translatorFor(language)(`event.watchEnded.${ended?.reason ?? 'stopped'}`);
  const news = change === undefined ? end : [from, to].filter((part) => part !== '').join(' → ');
  return `${textIn(title, language)}${language === 'zh' ? '：' : ': '}${news}`;
}

/** State of a watch, part by part. @param nextAt ISO 8601. */
export function watchState(language: Language, watch: WatchView, nextAt: string | undefined): string {
  const t = translatorFor(language);
  const { dateTime } = formatFor(language);
  const { reading = {}, below, checkedAt, fault } = watch;
  return [
    readingIn(language, reading) === '' ? [] : t('watches.now', { value: readingIn(language, reading) }),
    below === undefined ? [] : t('watches.below', { value: readingIn(language, { ...reading, value: below }) }),
    checkedAt === undefined ? [] : t('watches.checked', { at: dateTime(checkedAt) }),
    nextAt === undefined ? [] : t('watches.next', { at: dateTime(nextAt) }),
    fault === undefined ? [] : t('watches.failed', { why: reasonIn(language, fault) }),
  ]
    .flat()
    .join(' · ');
}
