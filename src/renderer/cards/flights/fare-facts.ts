/** Describes a fare's conditions. */
import type { Offer } from '../../../shared/cards/flights/schema.ts';
import type { Words } from './words.ts';

/** Travellers, by the kinds that have their own price. */
export interface Party {
  readonly adults: number;
  readonly children: number;
  readonly infantsLap?: number | undefined;
  readonly infantsSeat?: number | undefined;
}

export function fareFacts(words: Words, { fare, bags, rules, price: { currency } }: Offer): readonly string[] {
  if (rules !== undefined) return rules[words.language];
  const { changeFee = 0, cancelFee = 0, cabinBaggageKg } = fare;
  const fee = (amount: number) => words.format.money({ amount, currency });
  return [
    words.t(fare.refundable ? 'flight.refundable' : 'flight.nonRefundable'),
    changeFee > 0 ? words.t('flight.changeFee', { fee: fee(changeFee) }) : words.t('flight.changeFree'),
    ...(fare.refundable
      ? [cancelFee > 0 ? words.t('flight.cancelFee', { fee: fee(cancelFee) }) : words.t('flight.cancelFree')]
      : []),
    bagInWords(words, { fare, bags }),
    ...(cabinBaggageKg === undefined ? [] : [words.t('flight.cabinBag', { kg: cabinBaggageKg })]),
  ];
}

/** Checked baggage, as short as a row of the list takes. */
export function bagInWords(words: Words, { fare, bags }: Pick<Offer, 'fare' | 'bags'>): string {
  if (bags?.kg === undefined && bags !== undefined && bags.checked > 0)
    return words.t('flight.bagCount', { count: bags.checked });
  if (bags?.kg !== undefined && bags.checked > 1)
    return words.t('flight.checkedBags', { count: bags.checked, kg: bags.kg });
  const kg = bags === undefined ? (fare.checkedBaggageKg ?? 0) : bags.checked * (bags.kg ?? 0);
  return kg > 0 ? words.t('flight.checked', { kg }) : words.t('flight.noChecked');
}

/** `2 adults, 1 child` */
export function partyInWords(words: Words, party: Party): string {
  const parts = [words.t('flight.adults', { count: party.adults })];
  if (party.children > 0) parts.push(words.t('flight.children', { count: party.children }));
  if (party.infantsLap) parts.push(words.t('flight.infantsLap', { count: party.infantsLap }));
  if (party.infantsSeat) parts.push(words.t('flight.infantsSeat', { count: party.infantsSeat }));
  return parts.join(words.language === 'zh' ? '、' : ', ');
}
