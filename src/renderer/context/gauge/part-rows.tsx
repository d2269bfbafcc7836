import { useMemo } from 'react';
import type { Manifest, ManifestPart } from '../../../shared/context-views.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { excerptOf } from '../../shared/excerpt.ts';
import { type MapPart, mapParts } from '../../shared/map-parts.ts';
import type { Segment } from '../../shared/segments.ts';
import { useActions, useSessionState } from '../../store/index.ts';

/** Rows below one kind; the others are in the map. */
const MOST = 12;

/** What a kind is made of, part by part in order; each leads to its text in the map. */
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
    const said = of.since === undefined ? '' : (saidAt.get(of.since) ?? '');
    if (of.kind === 'tool-result') return `${of.label} ${said}`;
    if (of.kind === 'user' || of.kind === 'assistant') return said === '' ? t(`gauge.kind.${of.kind}`) : said;
    return of.kind === 'base' || of.kind === 'catalog' ? t(`gauge.part.${baseName(of)}`) : of.label;
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

function partsOf(segment: Segment, manifest: Manifest): readonly MapPart[] {
  return mapParts(manifest).filter(({ of }) => {
    if (of.kind !== segment.kind) return false;
    if (of.kind === 'tools') return (of.because?.skill ?? '') === segment.skill;
    return segment.name === '' || of.label === segment.name || of.label === `${segment.skill} - ${segment.name}`;
  });
}

function baseName({ id, kind }: ManifestPart): 'base' | 'workspace' | 'heading' | 'catalogHead' {
  if (kind === 'catalog') return 'catalogHead';
  if (id === 'base' || id === 'workspace') return id;
  return 'heading';
}
