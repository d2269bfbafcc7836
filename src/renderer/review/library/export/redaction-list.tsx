import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { REDACTION_KINDS, type RedactionFind, type RedactionPreview } from '../../../../shared/review.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { Button, cn, IconButton } from '../../../ui/index.ts';

/** Max finds of one kind drawn at once: the rest are only counted, but removed too. */
const DRAWN = 200;

/** All redactions, by kind and with their surrounding text; each can be kept. */
export function RedactionList({
  preview: { finds, total },
  kept,
  onKeep,
}: {
  readonly preview: RedactionPreview;
  readonly kept: ReadonlySet<string>;
  readonly onKeep: (kept: ReadonlySet<string>) => void;
}) {
  const t = useT();
  const format = useFormat();
  if (finds.length === 0) return <p className="text-ink-soft">{t('library.export.nothing')}</p>;
  const stay = finds.filter(({ id }) => kept.has(id)).reduce((sum, { count }) => sum + count, 0);
  const toggle = (id: string) => {
    const next = new Set(kept);
    if (!next.delete(id)) next.add(id);
    onKeep(next);
  };
  return (
    <section aria-label={t('library.export.finds', { count: finds.length, n: format.number(finds.length) })}>
      <p className="flex min-h-7 flex-wrap items-center gap-x-2 text-sm" role="status">
        <span className="font-medium">
          {t('library.export.finds', { count: finds.length, n: format.number(finds.length) })}
        </span>
        <span className="text-ink-soft tabular-nums">
          {t('library.export.summary', { out: format.number(total - stay), kept: format.number(stay) })}
        </span>
        {kept.size === 0 ? null : (
          <Button size="sm" variant="ghost" onClick={() => onKeep(new Set())}>
            {t('library.export.allOut')}
          </Button>
        )}
      </p>
      {REDACTION_KINDS.map((kind) => {
        const ofKind = finds.filter((find) => find.kind === kind);
        if (ofKind.length === 0) return null;
        return (
          <div key={kind} className="pt-2">
            <h3 className="pb-1 text-ink-soft text-sm">
              {t(`library.export.kind.${kind}`)} · {format.number(ofKind.length)}
            </h3>
            <ul className="divide-y divide-line rounded-panel border border-line">
              {ofKind.slice(0, DRAWN).map((find) => (
                <FindRow key={find.id} find={find} isKept={kept.has(find.id)} onToggle={() => toggle(find.id)} />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function FindRow({
  find,
  isKept,
  onToggle,
}: {
  readonly find: RedactionFind;
  readonly isKept: boolean;
  readonly onToggle: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const [shown, setShown] = useState(false);
  const isMasked = find.masked !== find.text;
  const text = shown ? find.text : find.masked;
  return (
    <li className="flex items-start gap-2 px-3 py-2">
      <label className="flex shrink-0 items-center gap-1.5 pt-0.5 text-sm">
        <input
          type="checkbox"
          translate="no"
          className="size-4 accent-accent"
          checked={!isKept}
          aria-label={`${t('library.export.taken')}: ${find.masked}`}
          onChange={onToggle}
        />
      </label>
      <div className="min-w-0 flex-1">
        <p className={cn('font-mono text-sm [overflow-wrap:anywhere]', !isKept && 'line-through decoration-danger')}>
          {text}
        </p>
        <p translate="no" className="text-ink-soft text-xs [overflow-wrap:anywhere]">
          …{find.before}
          <mark className="rounded-sm bg-warning-soft text-ink">{isKept ? text : find.replacement}</mark>
          {find.after}…
        </p>
        <p className="text-ink-soft text-xs">
          {t('library.export.times', { count: find.count, n: format.number(find.count) })}
          {isKept ? null : ` · ${t('library.export.becomes', { text: find.replacement })}`}
        </p>
      </div>
      {isMasked ? (
        <IconButton
          size="sm"
          label={t(shown ? 'library.export.hide' : 'library.export.show')}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      ) : null}
    </li>
  );
}
