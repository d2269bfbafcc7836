import { TriangleAlert } from 'lucide-react';
import type { Form } from '../../../shared/forms/forms.ts';
import { useT } from '../../i18n/index.ts';

/** What the user said and the model did not use, and the fields that it could read in two ways. */
export function NotUsed({
  fields,
  unused = [],
  unclear = [],
}: {
  readonly fields: Form['fields'];
  readonly unused: readonly string[] | undefined;
  readonly unclear: readonly string[] | undefined;
}) {
  const t = useT();
  const labels = fields.filter(({ name }) => unclear.includes(name)).map(({ label }) => label);
  if (unused.length === 0 && labels.length === 0) return null;
  const quoted = (words: readonly string[]) =>
    words.map((one) => t('forms.quoted', { words: one })).join(t('forms.reply.comma'));
  return (
    <div className="flex items-start gap-1.5 rounded-control bg-warning-soft px-2.5 py-1.5 text-sm text-warning">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {unused.length === 0 ? null : t('forms.unused', { words: quoted(unused) })}
        {unused.length > 0 && labels.length > 0 ? ' ' : null}
        {labels.length === 0 ? null : t('forms.unclear', { fields: quoted(labels) })}
      </p>
    </div>
  );
}
