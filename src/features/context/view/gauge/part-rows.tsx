import { useMemo } from 'react';
import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import { type MapPart, mapParts } from '../../../../renderer/shared/map-parts.ts';
import { partName } from '../../../../renderer/shared/part-name.ts';
import { type Segment, segmentOf } from '../../../../renderer/shared/segments.ts';
import { useActions, useSessionState } from '../../../../renderer/store/index.ts';
import type { Manifest } from '../../../../shared/context-views.ts';
import { excerptOf } from '../../../../shared/text/text.ts';

/** Rows below one kind; the others are in the map. */
const MOST = 12;

/** Parts of one kind in order; each links to its text in the map. */
export function PartRows({ segment, manifest }: { readonly segment: Segment; readonly manifest: Manifest }) {
  const t = useT();
  const format = useFormat();
  const { map } = useActions();
  const messages = useSessionState((state) => state.messages);
  const parts = useMemo(() => partsOf(segment, manifest), [segment, manifest]);
  const saidAt = useMemo(
    () => new Map(messages.map((one) => [one.seq, excerptOf(one.role === 'tool' ? one.content : one.text)] as const)),
    [messages],
  );
  const nameOf = ({ of, line }: MapPart): string => {
    if (line !== undefined) return line;
    const { name, detail } = partName(t, of, of.since === undefined ? '' : (saidAt.get(of.since) ?? ''));
    if (of.kind === 'tool-result') return `${name} ${detail}`;
    // A part without a name is named by its text.
    return of.label === of.kind ? detail || name : name;
  };
  return (
    <ul className="flex flex-col pb-1">
      {parts.slice(0, MOST).map((part) => (
        <li key={part.id}>
          <button
            type="button"
            onClick={() => map.show({ tab: 'map', at: undefined, part: part.id })}
            className="flex w-full cursor-default items-baseline gap-2 rounded-control py-0.5 pr-1.5 pl-8 text-left text-xs hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate text-ink-soft">{nameOf(part)}</span>
            <span className="shrink-0 tabular-nums">{format.number(part.tokens)}</span>
          </button>
        </li>
      ))}
      {parts.length > MOST ? (
        <li>
          <button
            type="button"
            onClick={() => map.show({ tab: 'map', at: undefined, part: parts[MOST]?.id })}
            className="w-full cursor-default rounded-control py-0.5 pl-8 text-left text-accent-ink text-xs hover:bg-hover"
          >
            {t('gauge.more', { n: format.number(parts.length - MOST) })}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

const partsOf = (segment: Segment, manifest: Manifest): readonly MapPart[] =>
  mapParts(manifest).filter(({ of }) => segmentOf(of) === segment.id);
