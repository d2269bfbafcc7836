import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import { Collapsible } from '../../../../renderer/ui/on-demand.ts';
import type { Manifest } from '../../../../shared/context-views.ts';
import type { PartWords } from './words.ts';

/** Drawn at once; a long conversation may have left out thousands. */
const MOST = 200;

/** Parts of the conversation that the request omits, and why. */
export function LeftOutList({
  manifest: { leftOut },
  words: { labelOf, whyOf },
}: {
  readonly manifest: Manifest;
  readonly words: PartWords;
}) {
  const t = useT();
  const format = useFormat();
  if (leftOut.length === 0) return null;
  return (
    <Collapsible
      className="shrink-0 border-line border-t"
      triggerClassName="px-3 py-1.5 text-ink-soft text-sm hover:text-ink"
      summary={t('map.leftOut', { count: leftOut.length, n: format.number(leftOut.length) })}
    >
      <ul className="max-h-48 overflow-y-auto px-3 pb-2 text-sm">
        {leftOut.slice(0, MOST).map((one) => (
          <li key={one.id} className="flex gap-2 py-0.5 pl-5.5">
            <span className="max-w-1/2 shrink-0 truncate">{labelOf(one)}</span>
            <span className="min-w-0 flex-1 truncate text-ink-soft" title={whyOf(one)}>
              {whyOf(one)}
            </span>
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
