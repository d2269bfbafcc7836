import { diffLines } from 'diff';
import { type ReactNode, useMemo } from 'react';
import type { Manifest, PartChange, RequestDiff } from '../../shared/context-views.ts';
import { useFormat, useText } from '../i18n.ts';
import { Badge, cn, type Tone } from '../ui/index.ts';
import { Collapsible } from '../ui/on-demand.ts';
import { GhostStrip, ghostOf } from './ghost.tsx';
import { mapParts } from './map-parts.ts';
import { SEGMENT_COLORS, signedTokens } from './segments.ts';

/** Lines around a change that stay in view. */
const MARGIN = 2;

type DiffRow =
  | { readonly key: string; readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  | { readonly key: string; readonly kind: 'folded'; readonly lines: number };

/** Two texts line by line. Joined, what is same or added is the later; what is same or removed, with the folds, the earlier. */
function diffRows(before: string, after: string): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  const changes = diffLines(before, after);
  for (const [index, change] of changes.entries()) {
    const lines = change.value.replace(/\n$/, '').split('\n');
    const kind = change.added ? 'added' : change.removed ? 'removed' : 'same';
    const row = (text: string, line: number): DiffRow => ({ key: `${index} ${line}`, kind, text });
    const top = index === 0 ? 0 : MARGIN;
    const bottom = index === changes.length - 1 ? 0 : MARGIN;
    const folded = lines.length - top - bottom;
    if (kind !== 'same' || folded < 2) {
      rows.push(...lines.map(row));
      continue;
    }
    rows.push(...lines.slice(0, top).map(row));
    rows.push({ key: `${index} fold`, kind: 'folded', lines: folded });
    rows.push(...lines.slice(lines.length - bottom).map((text, line) => row(text, lines.length - bottom + line)));
  }
  return rows;
}

/** Changes of a text, line by line with the words; unchanged parts are folded. */
function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const { t, format } = useText();
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  return (
    <div className="max-h-80 overflow-auto rounded-control border border-line bg-surface py-1 font-mono text-xs leading-relaxed">
      {rows.map((row) =>
        row.kind === 'folded' ? (
          <p key={row.key} className="bg-sunken px-3 text-ink-soft">
            {t('map.compare.folded', { count: row.lines, n: format.number(row.lines) })}
          </p>
        ) : (
          <p key={row.key} className={cn('whitespace-pre-wrap break-words px-3', GROUND[row.kind])}>
            <span aria-hidden className="mr-2 inline-block w-2 select-none">
              {SIGN[row.kind]}
            </span>
            {row.kind === 'same' ? null : <span className="sr-only">{t(`map.compare.line.${row.kind}`)}</span>}
            {row.text === '' ? ' ' : row.text}
          </p>
        ),
      )}
    </div>
  );
}

const SIGN = { same: ' ', added: '+', removed: '−' } as const;
const GROUND: Readonly<Record<Exclude<DiffRow['kind'], 'folded'>, string>> = {
  same: 'text-ink-soft',
  added: 'bg-success-soft text-ink',
  removed: 'bg-danger-soft text-ink',
};

export interface RequestDiffProps {
  readonly diff: RequestDiff;
  /** Manifests of the two requests, for the strips; may arrive later. */
  readonly before: Pick<Manifest, 'parts'> | undefined;
  readonly after: Pick<Manifest, 'parts'> | undefined;
  /** Labels of the two strips. */
  readonly sides: { readonly before: string; readonly after: string };
  readonly nameOf: (change: PartChange) => { readonly name: string; readonly detail: string };
  /** The way to an event that caused a change. */
  readonly place: (cause: { readonly sessionId: string; readonly seq: number }) => ReactNode;
}

/** Both as strips with the place where the prompt cache broke, then every change with what caused it. */
export function RequestDiffView(props: RequestDiffProps) {
  const { t, format } = useText();
  const { diff, nameOf, place } = props;
  const { from, to, changes, unchanged, prefix } = diff;
  return (
    <div className="min-h-0 min-w-0 flex-1 overflow-y-auto px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 text-base tabular-nums">
        <span className="font-semibold">
          {t('map.whatIf.total', { before: format.number(from.total), after: format.number(to.total) })}
        </span>
        <span className={cn('font-medium', to.total > from.total ? 'text-warning' : 'text-success')}>
          {signedTokens(format, to.total - from.total)}
        </span>
        <span className="text-ink-soft text-sm">
          {t('map.compare.counts', { changed: format.number(changes.length), unchanged: format.number(unchanged) })}
        </span>
      </p>
      <Strips {...props} />
      <p className="flex flex-wrap items-baseline gap-x-1.5 pb-3 text-sm">
        <span aria-hidden className={cn('h-3 w-0.5 self-center', prefix.broke !== undefined && 'bg-danger')} />
        {prefix.broke === undefined ? (
          <span className="text-ink-soft">{t('map.compare.keptAll')}</span>
        ) : (
          <>
            <span>
              {t('map.broke', { part: t(`gauge.kind.${prefix.broke.kind}`), n: format.number(prefix.tokens) })}
            </span>
            {prefix.broke.seq === undefined ? null : place({ sessionId: to.sessionId, seq: prefix.broke.seq })}
          </>
        )}
      </p>
      {changes.length === 0 ? (
        <p className="py-4 text-ink-soft">{t('map.compare.identical')}</p>
      ) : (
        <ul aria-label={t('map.compare.changes')} className="flex flex-col border-line border-t">
          {changes.map((change) => (
            <ChangeRow key={`${change.change} ${change.id}`} change={change} nameOf={nameOf} place={place} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Parts of the two requests, to the same scale. */
function Strips({ diff: { from, to, prefix }, before, after, sides }: RequestDiffProps) {
  const format = useFormat();
  const ghosts = useMemo(() => {
    if (before === undefined || after === undefined) return [];
    const kinded = (manifest: typeof before) => mapParts(manifest).map((part) => ({ ...part, kind: part.of.kind }));
    return ghostOf(kinded(before), kinded(after));
  }, [before, after]);
  const scale = Math.max(from.total, to.total);
  const mark = prefix.broke === undefined ? undefined : prefix.tokens;
  return (
    <div className="flex min-h-14 flex-col gap-1.5 py-3">
      {(['before', 'after'] as const).map((side) => (
        <div key={side} className="grid grid-cols-[4rem_minmax(0,1fr)_4rem] items-center gap-2 text-sm">
          <span className="text-ink-soft">{sides[side]}</span>
          <GhostStrip ghosts={ghosts} side={side} scale={scale} mark={mark} className="h-4" />
          <span className="text-right tabular-nums">{format.number(side === 'before' ? from.total : to.total)}</span>
        </div>
      ))}
    </div>
  );
}

const TONES: Readonly<Record<PartChange['change'], Tone>> = {
  added: 'warning',
  removed: 'success',
  changed: 'accent',
  moved: 'neutral',
};

/** Kinds whose beginning is shown beside the name: text of a message, not of the UI. */
const SAID: ReadonlySet<PartChange['kind']> = new Set(['user', 'assistant', 'tool-result']);

function ChangeRow({
  change: given,
  nameOf,
  place,
}: { readonly change: PartChange } & Pick<RequestDiffProps, 'nameOf' | 'place'>) {
  const { t, format } = useText();
  const { id, change, kind, before, after, cause, texts } = given;
  const { name, detail } = nameOf(given);
  const row = (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <span aria-hidden className={cn('keep-colors size-2.5 shrink-0 rounded-sm', SEGMENT_COLORS[kind])} />
      <span className={cn('max-w-1/2 shrink-0 truncate', change === 'removed' && 'line-through')}>{name}</span>
      <span className="min-w-0 flex-1 truncate text-ink-soft" {...(SAID.has(kind) ? { translate: 'no' } : {})}>
        {detail}
      </span>
      <Badge tone={TONES[change]}>{t(`map.compare.change.${change}`)}</Badge>
      <span className="w-16 shrink-0 text-right tabular-nums">
        {after === before ? '' : signedTokens(format, after - before)}
      </span>
    </span>
  );
  return (
    <li className="border-line border-b py-1.5">
      {texts === undefined || change === 'moved' ? (
        <div className="pl-5.5">{row}</div>
      ) : (
        <Collapsible triggerClassName="hover:bg-hover" summary={row}>
          <div className="py-2 pl-5.5">
            <TextDiff before={texts.before} after={texts.after} />
          </div>
        </Collapsible>
      )}
      {cause === undefined ? null : (
        <p className="flex min-w-0 items-baseline gap-1.5 pl-5.5 text-ink-soft text-sm">
          {/* A message is its own cause: the way to it says enough. */}
          {id === `message:${cause.seq}` ? null : <span className="shrink-0">{t('map.compare.because')}</span>}
          {place(cause)}
        </p>
      )}
    </li>
  );
}
