import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat, useT } from '../../i18n/index.ts';
import { useEvents, useSession } from '../../store/index.ts';
import { IconButton } from '../../ui/index.ts';
import { scaleOf, timelineOf } from './timeline-data.ts';
import { TimelineStrip } from './timeline-strip.tsx';

/** Above it a strip of small columns against the limit would show nothing. */
const CLEAR_AT = 0.25;

/** The context over the whole conversation, a column for each request. */
export function Timeline({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const { id } = useSession();
  const events = useEvents();
  const data = useMemo(() => timelineOf(events), [events]);
  const { columns, peak, max } = data;
  const [wanted, setWanted] = useState<boolean>();
  if (id === undefined || columns.length === 0) return null;
  const againstLimit = wanted ?? peak > max * CLEAR_AT;
  return (
    <section aria-label={t('timeline.title')} className="shrink-0 border-line border-t bg-side px-4 pt-1.5 pb-2">
      <div className="flex items-center gap-2 text-sm">
        <h3 className="font-medium">{t('timeline.title')}</h3>
        <p className="min-w-0 flex-1 truncate text-ink-soft tabular-nums">
          {t('timeline.facts', {
            count: columns.length,
            requests: format.number(columns.length),
            peak: format.number(peak),
            share: format.percent(max === 0 ? 0 : peak / max),
          })}
        </p>
        <button
          type="button"
          aria-pressed={againstLimit}
          onClick={() => setWanted(!againstLimit)}
          className="shrink-0 cursor-default rounded-control px-1.5 py-0.5 text-ink-soft hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:text-ink"
        >
          {t('timeline.againstLimit')}
        </button>
        <IconButton size="sm" label={t('timeline.hide')} side="top" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <TimelineStrip key={id} session={id} data={data} scale={scaleOf(data, againstLimit)} />
    </section>
  );
}
