import { Braces, LayoutGrid, Pin } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { SEGMENT_COLORS, type Segment, segmentsOf, useSegmentWords } from '../../../renderer/shared/segments.ts';
import {
  isRunning,
  useActions,
  useApp,
  useEvents,
  useMoment,
  useSessionState,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Banner, Button, cn, Tooltip } from '../../../renderer/ui/index.ts';
import { COMPACT_THRESHOLD, LOAD_THRESHOLD, THRESHOLDS } from '../../../shared/context-views.ts';
import type { SessionEvent, TokenTable, Usage } from '../../../shared/events.ts';
import { costOfSession } from '../../../shared/models/cost.ts';

/** Usage of the conversation's latest answer; undefined if its provider reported none, even if earlier answers had one. */
export function latestUsage(events: readonly SessionEvent[]): Usage | undefined {
  const answer = events.findLast((event) => event.type === 'model-responded' && event.purpose !== 'summary');
  return answer?.type === 'model-responded' ? answer.usage : undefined;
}

/** Words that a click, the focus or the pointer brings up. */
function Hint({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <Tooltip content={words}>
      <button type="button" className="cursor-help rounded text-left">
        {children}
      </button>
    </Tooltip>
  );
}

/**
 * Table for the gauge: the next request as the core would build it, if known and newer; otherwise the latest sent.
 * During a run, the requests actually sent.
 */
function useTokenTable(): { readonly table: TokenTable; readonly which: 'next' | 'last' } | undefined {
  const last = useSessionState((state) => state.lastRequest);
  const next = useApp((data) => data.nextRequest);
  // Not during a manual summary: the next request stays until that is done.
  const moment = useMoment();
  const running = useSessionState((state) => isRunning(state.runState));
  // A moment of the past is one, at work or not: what would be sent after it, or what was sent in it.
  if (next !== undefined && moment !== undefined) {
    return { table: next.view.tokens, which: next.view.verified === undefined ? 'next' : 'last' };
  }
  if (next !== undefined && (last === undefined || (!running && next.seq >= last.seq))) {
    return { table: next.view.tokens, which: 'next' };
  }
  return last === undefined ? undefined : { table: last.tokens, which: 'last' };
}

/** The provider's figures beside our counts. */
function RequestFacts({ table }: { readonly table: TokenTable }) {
  const { t, format } = useText();
  const events = useEvents();
  const usage = useMemo(() => latestUsage(events), [events]);
  const { corrected } = table;
  return (
    <dl className="flex flex-col gap-0.5 text-sm">
      {corrected === undefined ? null : (
        <Fact
          name={t('gauge.corrected')}
          hint={t('gauge.correctedHint', {
            factor: format.factor(corrected.factor),
            count: corrected.answers,
            n: format.number(corrected.answers),
          })}
        >
          {t('gauge.about', { n: format.number(corrected.total) })}
        </Fact>
      )}
      {usage === undefined ? null : (
        <Fact name={t('gauge.reported')} hint={t('gauge.reportedHint')}>
          {t('gauge.reportedRow', {
            prompt: format.number(usage.promptTokens),
            completion: format.number(usage.completionTokens),
          })}
        </Fact>
      )}
      <SessionCost />
    </dl>
  );
}

/** Costs at list prices, over all answers of the conversation. Renders nothing if nothing was paid. */
function SessionCost() {
  const { t, format } = useText();
  const usage = useSessionState((state) => state.usage);
  const { prices, knownPrices } = useSettings();
  const { amount, unpriced } = costOfSession(usage, { own: prices, known: knownPrices });
  if (amount === 0 && unpriced.length === 0) return null;
  return (
    <Fact
      name={t('gauge.cost')}
      hint={unpriced.length === 0 ? t('gauge.costHint') : t('gauge.costWithout', { models: format.list(unpriced) })}
    >
      {amount === 0 ? t('gauge.noPrice') : format.dollars(amount)}
    </Fact>
  );
}

function Fact({
  name,
  hint,
  children,
}: {
  readonly name: string;
  readonly hint: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt>
        <Hint words={hint}>
          <span className="text-ink-soft">{name}</span>
        </Hint>
      </dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

/** The request to the model, part by part, against the limit. */
export function GaugePanel() {
  const { t, format } = useText();
  const { map } = useActions();
  const ghost = useApp((data) => data.whatIf.result?.after.tokens);
  const shown = useTokenTable();
  const loaded = useSessionState((state) => state.loadedSkills);
  const foreign = useSessionState((state) => state.foreign);
  const [highlighted, setHighlighted] = useState<string>();

  if (shown === undefined) {
    // Height of a new conversation's figures: the list of skills below does not jump away from a press.
    return (
      <section aria-labelledby="gauge-title" className="min-h-72 px-4 pt-3">
        <h2 id="gauge-title" className="flex h-7 items-center font-semibold text-base">
          {t('common.context')}
        </h2>
        <p className="py-2 text-ink-soft text-sm">{t('gauge.counting')}</p>
      </section>
    );
  }

  const { table, which } = shown;
  const isKnown = foreign === undefined || foreign.window !== undefined;
  const segments = segmentsOf(table, loaded);
  const asked = which === 'next' ? ghost : undefined;
  const change = asked === undefined ? 0 : asked.total - table.total;
  const share = table.total / table.max;
  return (
    <section aria-labelledby="gauge-title" className="flex flex-col gap-3 px-4 pt-3 pb-4">
      <header className="flex items-center gap-2">
        <h2 id="gauge-title" className="font-semibold text-base">
          {t('common.context')}
        </h2>
        <Hint
          words={`${t('gauge.estimatedHint', { encoding: table.encoding })}${table.approximate === true ? ` ${t('gauge.approximateHint')}` : ''}`}
        >
          <span className="text-ink-soft text-sm">
            {t(foreign !== undefined ? 'gauge.recorded' : which === 'next' ? 'gauge.next' : 'gauge.last')}
          </span>
        </Hint>
        <Tooltip content={t('map.open')}>
          <Button
            variant="ghost"
            size="sm"
            className="ml-auto px-2"
            aria-label={t('map.open')}
            onClick={() => map.show({ at: undefined })}
          >
            <LayoutGrid className="size-4" aria-hidden />
            {t('map.tab.map')}
          </Button>
        </Tooltip>
        <Tooltip content={t('gauge.request.open')}>
          <Button
            variant="ghost"
            size="sm"
            className="-ml-1.5 px-2"
            aria-label={t('gauge.request.open')}
            onClick={() => map.show({ tab: 'request', at: undefined })}
          >
            <Braces className="size-4" aria-hidden />
          </Button>
        </Tooltip>
      </header>

      <div className="flex flex-col gap-1">
        <p className="flex items-baseline gap-1.5">
          <span className="font-semibold text-xl tabular-nums tracking-tight">
            {table.approximate === true ? `${t('gauge.approximate')} ` : ''}
            {format.number(table.total)}
          </span>
          {asked === undefined ? (
            <span className="text-ink-soft text-sm">
              {isKnown ? t('gauge.of', { max: format.tokens(table.max) }) : t('gauge.noWindow')}
            </span>
          ) : (
            <span
              className={cn('font-medium text-sm tabular-nums', change > 0 ? 'text-warning' : 'text-success')}
              data-ghost={change}
            >
              {change < 0 ? '−' : '+'}
              {format.number(Math.abs(change))}
            </span>
          )}
          <span className="ml-auto font-medium text-sm tabular-nums">
            {isKnown ? t('gauge.used', { share: format.percent(share) }) : ''}
            {asked === undefined ? '' : ` → ${format.percent(asked.total / asked.max)}`}
          </span>
        </p>
        <RequestFacts table={table} />
      </div>

      <GaugeBar segments={segments} highlighted={highlighted} />
      {foreign !== undefined ? null : share >= LOAD_THRESHOLD ? (
        <Banner tone="danger">{t('gauge.over90')}</Banner>
      ) : share >= COMPACT_THRESHOLD ? (
        <Banner tone="warning">{t('gauge.over80')}</Banner>
      ) : null}
      <GaugeTable segments={segments} highlighted={highlighted} onHighlight={setHighlighted} />
    </section>
  );
}

/** Below this share of the window the used part is drawn a second time, enlarged: at true scale it is a sliver. */
const ENLARGE_BELOW = 0.5;

/** The request to scale against the window, with the marks, and where that is too small to read, enlarged below. */
export function GaugeBar({ segments, highlighted }: StripProps) {
  const used = segments.filter((segment) => segment.kind !== 'free');
  const usedShare = used.reduce((sum, segment) => sum + segment.share, 0);
  const enlarged = usedShare > 0 && usedShare < ENLARGE_BELOW;
  return (
    <div>
      <div className="relative pt-4">
        <Strip
          segments={segments}
          highlighted={highlighted}
          className={enlarged ? 'h-2.5 *:min-w-px' : 'h-4 *:min-w-1'}
        />
        {THRESHOLDS.map((mark) => (
          <span
            key={mark}
            aria-hidden
            className="pointer-events-none absolute top-0.5 -bottom-0.5 border-ink-soft border-l"
            style={{ left: `${mark * 100}%` }}
          >
            <span className="absolute top-0 left-1 text-ink-soft text-xs leading-none">{mark * 100}</span>
          </span>
        ))}
      </div>
      {enlarged ? (
        <>
          <Lens share={usedShare} />
          <Strip segments={used} highlighted={highlighted} className="h-5 *:min-w-1" />
        </>
      ) : null}
    </div>
  );
}

/** Two hairlines from the sliver to the enlarged bar: this is that. */
function Lens({ share }: { readonly share: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 10" preserveAspectRatio="none" className="block h-3.5 w-full text-line-strong">
      <polygon points={`0,0 ${share * 100},0 100,10 0,10`} className="fill-sunken" />
      <line x1={share * 100} y1="0" x2="100" y2="10" stroke="currentColor" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

interface StripProps {
  readonly segments: readonly Segment[];
  readonly highlighted: string | undefined;
}

/** The others step back while one is looked at. */
const dimmed = (highlighted: string | undefined, id: string): string =>
  highlighted !== undefined && highlighted !== id ? 'opacity-35' : '';

/** Drawn only: the table below says it in words. */
function Strip({ segments, highlighted, className }: StripProps & { readonly className: string }) {
  const { nameOf } = useSegmentWords();
  return (
    <div
      aria-hidden
      data-gauge
      className={cn('keep-colors flex w-full overflow-hidden rounded-md bg-part-free', className)}
    >
      {segments.map((segment) => (
        <span
          key={segment.id}
          title={nameOf(segment)}
          className={cn(
            'h-full transition-opacity duration-fast',
            SEGMENT_COLORS[segment.kind],
            dimmed(highlighted, segment.id),
          )}
          style={{ flexGrow: segment.tokens, flexBasis: 0 }}
        />
      ))}
    </div>
  );
}

/** The legend, and for a screen reader the whole gauge as a table. */
export function GaugeTable({
  segments,
  highlighted,
  onHighlight,
}: StripProps & { readonly onHighlight: (id: string | undefined) => void }) {
  const { t, format } = useText();
  const { nameOf, whyOf } = useSegmentWords();
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{t('gauge.tableCaption')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('common.part')}</th>
          <th scope="col">{t('common.tokenCount')}</th>
          <th scope="col">{t('common.share')}</th>
          <th scope="col">{t('gauge.column.why')}</th>
        </tr>
      </thead>
      <tbody>
        {segments.map((segment) => (
          <tr
            key={segment.id}
            onMouseEnter={() => onHighlight(segment.id)}
            onMouseLeave={() => onHighlight(undefined)}
            title={whyOf(segment)}
            className={cn('transition-colors duration-fast', highlighted === segment.id && 'bg-hover')}
          >
            <th scope="row" className="w-full max-w-0 rounded-l-control py-0.75 pl-1.5 font-normal">
              <span className="flex min-w-0 items-center gap-2">
                <span
                  aria-hidden
                  className={cn(
                    'keep-colors size-2.5 shrink-0 rounded-sm',
                    SEGMENT_COLORS[segment.kind],
                    segment.kind === 'free' && 'border border-line-strong',
                  )}
                />
                <span className={cn('truncate', segment.kind === 'free' && 'text-ink-soft')}>{nameOf(segment)}</span>
                {segment.pinned ? (
                  <Pin
                    role="img"
                    aria-label={t('gauge.pinned')}
                    className="size-3.5 shrink-0 fill-current text-accent"
                  />
                ) : null}
                {segment.name === '' ? null : (
                  <span className="shrink-0 text-ink-soft">{t(`gauge.kind.${segment.kind}`)}</span>
                )}
              </span>
            </th>
            <td className="pl-3 text-right tabular-nums">{format.number(segment.tokens)}</td>
            <td className="min-w-12 rounded-r-control pr-1.5 pl-3 text-right text-ink-soft tabular-nums">
              {format.percent(segment.share)}
            </td>
            <td className="sr-only">{whyOf(segment)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
