import { useVirtualizer } from '@tanstack/react-virtual';
import { Braces, GitCompareArrows, LayoutGrid, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import {
  type MapTab as Tab,
  useActions,
  useApp,
  useSession,
  useSessionState,
} from '../../../../renderer/store/index.ts';
import { cn, EmptyState, IconButton, Spinner } from '../../../../renderer/ui/index.ts';
import { Select, Tabs } from '../../../../renderer/ui/on-demand.ts';
import type { RequestDiff, SentRequestView } from '../../../../shared/context-views.ts';
import { MapTab } from './map-tab.tsx';
import { DiffView, ExactRequest, useRequests, useShownRequest } from './request-dialog.tsx';
import { useEventWords } from './words.ts';

/** A request whole: its parts, its difference to another, its bytes. */
export function MapView() {
  const t = useT();
  const { map } = useActions();
  const tab = useApp((data) => data.map?.tab ?? 'map');
  const { view, at, which, failed } = useShownRequest();
  const waiting = failed ? (
    <EmptyState icon={<LayoutGrid />} title={t('gauge.request.none')} />
  ) : (
    <div className="grid h-full place-items-center">
      <Spinner />
    </div>
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2 pb-1">
        <h2 className="font-semibold text-base">{t('map.title')}</h2>
        <RequestChoice />
        {view === undefined || tab === 'compare' ? null : <Figures tokens={view.tokens} {...(view.usage ?? {})} />}
        <IconButton
          label={t('map.close')}
          keys={['Esc']}
          className="ml-auto"
          onClick={() => map.show(undefined)}
          icon={X}
        />
      </header>
      <Tabs<Tab>
        label={t('map.title')}
        value={tab}
        onChange={(next) => map.show({ tab: next })}
        className="flex-1"
        items={[
          {
            value: 'map',
            label: t('map.tab.map'),
            icon: <LayoutGrid aria-hidden />,
            panel:
              view === undefined ? (
                waiting
              ) : (
                <MapTab view={view} at={at} canAsk={which !== 'sent'} isSent={which === 'sent'} />
              ),
          },
          {
            value: 'compare',
            label: t('common.compare'),
            icon: <GitCompareArrows aria-hidden />,
            panel: <CompareTab />,
          },
          {
            value: 'request',
            label: t('map.tab.request'),
            icon: <Braces aria-hidden />,
            panel:
              view === undefined ? (
                waiting
              ) : (
                <ExactRequest view={view} at={at} className="flex h-full min-h-0 flex-col" />
              ),
          },
        ]}
      />
    </div>
  );
}

function Figures({
  tokens: { total, max, approximate },
  promptTokens,
  cachedPromptTokens,
}: {
  readonly tokens: { readonly total: number; readonly max: number; readonly approximate?: boolean | undefined };
  readonly promptTokens?: number;
  readonly cachedPromptTokens?: number | undefined;
}) {
  const { t, format } = useText();
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-ink-soft text-sm tabular-nums">
      <span className="font-medium text-ink">
        {t(approximate === true ? 'map.detail.sampled' : 'map.detail.estimated', { n: format.number(total) })}
      </span>
      <span>{t('gauge.of', { max: format.tokens(max) })}</span>
      {promptTokens === undefined ? null : <span>{t('map.reported', { n: format.number(promptTokens) })}</span>}
      {cachedPromptTokens === undefined || cachedPromptTokens === 0 ? null : (
        <span>{t('map.compare.cached', { n: format.number(cachedPromptTokens) })}</span>
      )}
    </p>
  );
}

/** Requests that are offered; older ones are in the comparison's list. */
const OFFERED = 40;

/** The next request, or one that was sent. */
function RequestChoice() {
  const { t, format } = useText();
  const { map } = useActions();
  const { id } = useSession();
  const at = useApp((data) => data.map?.at);
  const moment = useApp((data) => data.moment?.seq);
  const sent = useSessionState((state) => state.lastRequest?.seq);
  const sentOnes = useRequests(`${id} ${sent}`);
  const options = useMemo(() => {
    const requests = (sentOnes ?? []).filter(({ seq }) => moment === undefined || seq <= moment);
    const known = requests.slice(-OFFERED).toReversed();
    return [
      { value: 'next', label: t(moment === undefined ? 'map.which.next' : 'map.which.moment') },
      ...known.map(({ seq, at: time, iteration, purpose }) => ({
        value: String(seq),
        label: t(purpose === 'summary' ? 'map.which.summary' : 'map.compare.request', {
          time: format.time(time),
          n: format.number(iteration),
        }),
      })),
      ...(at === undefined || known.some(({ seq }) => seq === at)
        ? []
        : [{ value: String(at), label: t('event.other', { seq: at }) }]),
    ];
  }, [sentOnes, moment, at, t, format]);
  return (
    <Select
      label={t('map.which.label')}
      hideLabel
      value={at === undefined ? 'next' : String(at)}
      options={options}
      onChange={(value) => map.show({ at: value === 'next' ? undefined : Number(value), part: undefined })}
      className="w-56"
    />
  );
}

/** Any two requests of the conversation: the last two, until others are chosen. */
function CompareTab() {
  const t = useT();
  const { map } = useActions();
  const { id } = useSession();
  const moment = useApp((data) => data.moment?.seq);
  const sent = useSessionState((state) => state.lastRequest?.seq);
  const given = useApp((data) => data.map?.compare);
  const requests = useRequests(`${id} ${sent}`);

  if (requests === undefined) {
    return (
      <div className="grid h-full place-items-center">
        <Spinner />
      </div>
    );
  }
  // A summary's request shares no part with the conversation's.
  const turns = requests.filter(({ purpose, seq }) => purpose === 'turn' && (moment === undefined || seq <= moment));
  if (turns.length === 0) {
    return (
      <EmptyState
        icon={<GitCompareArrows />}
        title={t('map.compare.empty.title')}
        description={t('map.compare.empty.description')}
      />
    );
  }
  const chosen = given ?? lastTwo(turns);
  return (
    <div className="@container h-full min-h-0">
      <div className="flex h-full min-h-0 @2xl:flex-row flex-col">
        <RequestList
          requests={turns}
          chosen={chosen}
          onChoose={(compare) => map.show({ compare })}
          className="@2xl:max-h-none max-h-[40%] @2xl:w-80 @5xl:w-[26rem] shrink-0 @2xl:border-r @2xl:border-b-0 border-b border-line"
        />
        <Difference from={chosen.from} to={chosen.to} />
      </div>
    </div>
  );
}

/** Last two requests; if there is only one, it and the next. */
function lastTwo(turns: readonly SentRequestView[]): {
  readonly from: number | undefined;
  readonly to: number | undefined;
} {
  const [one, other] = turns.slice(-2);
  return { from: one?.seq, to: other?.seq };
}

function Difference({ from, to }: { readonly from: number | undefined; readonly to: number | undefined }) {
  const t = useT();
  const { map } = useActions();
  const { id } = useSession();
  const next = useApp((data) => (from === undefined || to === undefined ? data.nextRequest : undefined));
  const [read, setRead] = useState<{ readonly of: string; readonly diff: RequestDiff | undefined }>();
  const key = `${id} ${from} ${to} ${next?.seq}`;
  useEffect(() => {
    if (from === to) return;
    return unlessGone(map.diff(from, to), (diff) => setRead({ of: key, diff }));
  }, [map, from, to, key]);

  if (from === to) return <Said words={t('map.compare.sameOne')} />;
  if (read === undefined) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        <Spinner />
      </div>
    );
  }
  if (read.diff === undefined) return <Said words={t('map.compare.failed')} />;
  return <DiffView diff={read.diff} />;
}

const Said = ({ words }: { readonly words: string }) => (
  <p className="min-h-0 flex-1 px-5 py-8 text-center text-ink-soft">{words}</p>
);

interface Pair {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

interface MapRow {
  /** Undefined: the next request. */
  readonly seq: number | undefined;
  readonly request: SentRequestView | undefined;
  readonly before: number;
}

/** Rem: two lines. */
const ROW = 3.25;

/** Newest first, each with what happened before it; two of them are chosen. */
function RequestList({
  requests,
  chosen,
  onChoose,
  className,
}: {
  readonly requests: readonly SentRequestView[];
  readonly chosen: Pair;
  readonly onChoose: (pair: Pair) => void;
  readonly className?: string;
}) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const rows: readonly MapRow[] = [
    { seq: undefined, request: undefined, before: requests.at(-1)?.seq ?? 0 },
    ...requests
      .map((request, index): MapRow => ({ seq: request.seq, request, before: requests[index - 1]?.seq ?? 0 }))
      .toReversed(),
  ];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW * rem,
    overscan: 10,
  });
  return (
    <section aria-label={t('common.requests')} className={cn('flex min-h-0 flex-col', className)}>
      <p
        aria-hidden
        className="flex shrink-0 items-center gap-1 border-line border-b px-3 py-1.5 text-ink-soft text-xs"
      >
        <span className="w-10 text-center">{t('map.compare.from')}</span>
        <span className="w-10 text-center">{t('map.compare.to')}</span>
        <span className="pl-2">{t('common.requests')}</span>
      </p>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={row.seq ?? 'next'}
                className="absolute inset-x-0 flex items-center gap-1 border-line border-b px-3"
                style={{ top: start, height: size }}
              >
                <RequestRow row={row} chosen={chosen} onChoose={onChoose} />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function RequestRow({
  row: { seq, request, before },
  chosen,
  onChoose,
}: {
  readonly row: MapRow;
  readonly chosen: Pair;
  readonly onChoose: (pair: Pair) => void;
}) {
  const { t, format } = useText();
  const { between } = useEventWords();
  const name =
    request === undefined
      ? t('map.which.next')
      : t('map.compare.request', { time: format.time(request.at), n: format.number(request.iteration) });
  const happened = between(before, seq ?? Number.MAX_SAFE_INTEGER);
  const cached = request?.usage?.cachedPromptTokens;
  return (
    <>
      {(['from', 'to'] as const).map((side) => (
        <label key={side} className="grid h-8 w-10 cursor-default place-items-center">
          <input
            type="radio"
            name={`map-${side}`}
            aria-label={t(`map.compare.choose.${side}`, { request: name })}
            checked={chosen[side] === seq}
            onChange={() => onChoose({ ...chosen, [side]: seq })}
            className="size-4 accent-accent"
          />
        </label>
      ))}
      <span className="min-w-0 flex-1 pl-2">
        <span className="flex items-baseline gap-2 text-sm">
          <span className="shrink-0 font-medium">{name}</span>
          {request === undefined ? null : (
            <span className="min-w-0 flex-1 truncate text-right text-ink-soft tabular-nums">
              {format.number(request.usage?.promptTokens ?? request.estimated)}
              {cached === undefined || cached === 0
                ? ''
                : ` · ${t('map.compare.cached', { n: format.number(cached) })}`}
              {request.cost === undefined || request.cost === 0 ? '' : ` · ${format.dollars(request.cost)}`}
              {request.answered ? '' : ` · ${t('map.compare.failedTry')}`}
            </span>
          )}
        </span>
        <span className="block truncate text-ink-soft text-xs" title={happened}>
          {happened}
        </span>
      </span>
    </>
  );
}
