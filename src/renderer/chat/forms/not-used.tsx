import { TriangleAlert } from 'lucide-react';
import { type Heard, notUsedText } from '../../../shared/forms/form-words.ts';
import { useLanguage } from '../../i18n/index.ts';

/** Words that the model did not use, and fields that it could read in two ways. */
export function NotUsed(heard: Heard) {
  const text = notUsedText(heard, useLanguage());
  if (text === '') return null;
  return (
    <div className="flex items-start gap-1.5 rounded-control bg-warning-soft px-2.5 py-1.5 text-sm text-warning">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p className="min-w-0 [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}
