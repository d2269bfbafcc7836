import { TriangleAlert } from 'lucide-react';
import type { Offer } from '../../../shared/cards/flights/schema.ts';
import { offerFlags } from './offer-flags.ts';
import { useWords } from './words.ts';

/** Warnings before choosing, in words. */
export function OfferCare({ offer }: { readonly offer: Offer }) {
  const words = useWords();
  const flags = offerFlags(words, offer);
  if (flags.length === 0) return null;
  return (
    <ul className="space-y-0.5 text-sm text-warning">
      {flags.map((flag) => (
        <li key={flag} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {flag}
        </li>
      ))}
    </ul>
  );
}
