/** Describes a fare's conditions. */
import type { Offer } from '../../../shared/cards/flights/schema.ts';
import type { Words } from '../../shared/words.ts';

export function fareFacts(words: Words, { fare, price: { currency } }: Offer): readonly string[] {
  const fee = (amount: number) => words.format.money({ amount, currency });
  return [
    words.t(fare.refundable ? 'flight.refundable' : 'flight.nonRefundable'),
    fare.changeFee > 0 ? words.t('flight.changeFee', { fee: fee(fare.changeFee) }) : words.t('flight.changeFree'),
    ...(fare.refundable
      ? [fare.cancelFee > 0 ? words.t('flight.cancelFee', { fee: fee(fare.cancelFee) }) : words.t('flight.cancelFree')]
      : []),
    fare.checkedBaggageKg > 0 ? words.t('flight.checked', { kg: fare.checkedBaggageKg }) : words.t('flight.noChecked'),
    words.t('flight.cabinBag', { kg: fare.cabinBaggageKg }),
  ];
}

/** `2 adults, 1 child` */
export function partyInWords(words: Words, party: { readonly adults: number; readonly children: number }): string {
  const parts = [words.t('flight.adults', { count: party.adults })];
  if (party.children > 0) parts.push(words.t('flight.children', { count: party.children }));
  return parts.join(words.language === 'zh' ? '、' : ', ');
}
