import { Braces, GitCompareArrows, LayoutGrid, X } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat, useT } from '../../../../renderer/i18n/index.ts';
import {
  type MapTab as Tab,
  useActions,
  useApp,
  useSession,
  useSessionState,
} from '../../../../renderer/store/index.ts';
import { EmptyState, IconButton, Spinner } from '../../../../renderer/ui/index.ts';
import { Select, Tabs } from '../../../../renderer/ui/on-demand.ts';
import { CompareTab } from './compare-tab.tsx';
import { MapTab } from './map-tab.tsx';
import { ExactRequest, useRequests, useShownRequest } from './request-dialog.tsx';

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
        <IconButton label={t('map.close')} keys={['Esc']} className="ml-auto" onClick={() => map.show(undefined)}>
          <X aria-hidden />
        </IconButton>
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
  const t = useT();
  const format = useFormat();
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
  const t = useT();
  const format = useFormat();
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
