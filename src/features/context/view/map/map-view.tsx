import { Braces, GitCompareArrows, LayoutGrid, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import {
  type MapTab as Tab,
  useActions,
  useApp,
  useSession,
  useSessionState,
} from '../../../../renderer/store/index.ts';
import { EmptyState, IconButton, Spinner } from '../../../../renderer/ui/index.ts';
import { Select, Tabs } from '../../../../renderer/ui/on-demand.ts';
import type { RequestDiff, SentRequestView } from '../../../../shared/context-views.ts';
import { MapTab } from './map-tab.tsx';
import { DiffView, ExactRequest, useRequests, useShownRequest } from './requests.tsx';

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
        <ShownChoice />
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
            panel: view === undefined ? waiting : <ExactRequest view={view} at={at} isSent={which === 'sent'} />,
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

/** The next request, or one that was sent. */
function RequestChoice({
  label,
  hideLabel = false,
  requests,
  at,
  onChange,
}: {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly requests: readonly SentRequestView[];
  readonly at: number | undefined;
  readonly onChange: (at: number | undefined) => void;
}) {
  const { t, format } = useText();
  const moment = useApp((data) => data.moment?.seq);
  const options = [
    { value: 'next', label: t(moment === undefined ? 'map.which.next' : 'map.which.moment') },
    ...requests.toReversed().map(({ seq, at: time, iteration, purpose, answered }) => {
      const values = { time: format.time(time), n: format.number(iteration) };
      const said = t(purpose === 'summary' ? 'map.which.summary' : 'map.compare.request', values);
      return { value: String(seq), label: answered ? said : `${said} · ${t('review.requests.unanswered')}` };
    }),
    ...(at === undefined || requests.some(({ seq }) => seq === at)
      ? []
      : [{ value: String(at), label: t('event.other', { seq: at }) }]),
  ];
  return (
    <Select
      label={label}
      hideLabel={hideLabel}
      value={at === undefined ? 'next' : String(at)}
      options={options}
      onChange={(value) => onChange(value === 'next' ? undefined : Number(value))}
      className="w-56"
    />
  );
}

/** Requests up to the moment that is shown; undefined until they are read. */
function useKnownRequests(): readonly SentRequestView[] | undefined {
  const { id } = useSession();
  const moment = useApp((data) => data.moment?.seq);
  const sent = useSessionState((state) => state.lastRequest?.seq);
  const requests = useRequests(`${id} ${sent}`);
  return useMemo(() => requests?.filter(({ seq }) => moment === undefined || seq <= moment), [requests, moment]);
}

/** The latest that are offered; the bar of a review leads to any other. */
const OFFERED = 200;

function ShownChoice() {
  const t = useT();
  const { map } = useActions();
  const at = useApp((data) => data.map?.at);
  const requests = useKnownRequests() ?? [];
  return (
    <RequestChoice
      label={t('map.which.label')}
      hideLabel
      requests={requests.slice(-OFFERED)}
      at={at}
      onChange={(next) => map.show({ at: next, part: undefined })}
    />
  );
}

/** Any two requests of the conversation: the last two, until others are chosen. */
function CompareTab() {
  const t = useT();
  const { map } = useActions();
  const given = useApp((data) => data.map?.compare);
  const requests = useKnownRequests();

  if (requests === undefined) {
    return (
      <div className="grid h-full place-items-center">
        <Spinner />
      </div>
    );
  }
  // A summary's request shares no part with the conversation's.
  const turns = requests.filter(({ purpose }) => purpose === 'turn');
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
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap gap-x-4 gap-y-2 border-line border-b px-4 py-3">
        {(['from', 'to'] as const).map((side) => (
          <RequestChoice
            key={side}
            label={t(`map.compare.${side}`)}
            requests={turns}
            at={chosen[side]}
            onChange={(at) => map.show({ compare: { ...chosen, [side]: at } })}
          />
        ))}
      </div>
      <Difference from={chosen.from} to={chosen.to} />
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
