import type { Offer } from '../../../shared/cards/flights/schema.ts';
import { useWords } from './words.ts';

/** That no ticket comes of it: a sample flight, or one of a provider's test mode. */
export function NotSold({ offer: { provider, test } }: { readonly offer: Pick<Offer, 'provider' | 'test'> }) {
  const words = useWords();
  if (provider !== undefined && test !== true) return null;
  return <p className="text-ink-soft text-sm">{words.t(test === true ? 'flight.test' : 'flight.sample')}</p>;
}
