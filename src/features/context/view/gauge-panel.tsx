import { Braces, LayoutGrid, Pin, PinOff } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { partName } from '../../../renderer/shared/part-name.ts';
import { segmentsOf, useSegmentWords } from '../../../renderer/shared/segments.ts';
import {
  isRunning,
  useActions,
  useApp,
  useEvents,
  useMoment,
  usePast,
  useSessionState,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Banner, Button, cn, IconButton, Tooltip } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { COMPACT_THRESHOLD, LOAD_THRESHOLD } from '../../../shared/context-views.ts';
import type { SessionEvent, TokenTable, Usage } from '../../../shared/events.ts';
import { costOfSession } from '../../../shared/models/cost.ts';
import type { Message } from '../../../shared/session-state.ts';
import { excerptOf } from '../../../shared/text/text.ts';
import { GaugeBar } from './gauge-bar.tsx';
import { GaugeTable } from './gauge-table.tsx';

interface LatestAnswer {
  readonly usage: Usage;
  /** Tokens counted here for the request that it answers. */
  readonly estimated: number;
}

/** Usage of the conversation's latest answer; undefined if its provider reported none, even if earlier answers had one. */
export function latestAnswer(events: readonly SessionEvent[]): LatestAnswer | undefined {
  const at = events.findLastIndex((event) => event.type === 'model-responded' && event.purpose !== 'summary');
  const answer = events[at];
  if (answer?.type !== 'model-responded' || answer.usage === undefined) return undefined;
  const asked = events.slice(0, at).findLast((event) => event.type === 'request-sent' && event.purpose !== 'summary');
  if (answer.model !== undefined) return { usage: answer.usage, estimated: 0 };
  return asked?.type === 'request-sent' ? { usage: answer.usage, estimated: asked.tokens.total } : undefined;
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

const textOf = (message: Message): string => excerptOf(message.role === 'tool' ? message.content : message.text);

/** All parts that the user pinned in the context, in one place. Renders nothing without pins. */
function Pins() {
  const { t, format } = useText();
  const { pinMessage, pinSkill } = useActions();
  const past = usePast();
  const all = useSessionState((state) => state.messages);
  const seqs = useSessionState((state) => state.pinnedMessages);
  const loaded = useSessionState((state) => state.loadedSkills);
  const messages = seqs.flatMap((seq) => all.find((message) => message.seq === seq) ?? []);
  const skills = loaded.filter((skill) => skill.pinned);
  if (messages.length + skills.length === 0) return null;

  const counted = [
    ...(skills.length === 0 ? [] : [t('gauge.pins.skills', { count: skills.length, n: format.number(skills.length) })]),
    ...(messages.length === 0
      ? []
      : [t('gauge.pins.messages', { count: messages.length, n: format.number(messages.length) })]),
  ];
  return (
    <Collapsible
      triggerClassName="py-1 text-ink-soft text-sm hover:text-ink"
      summary={
        <span className="flex items-center gap-1.5">
          <Pin aria-hidden className="size-3.5 shrink-0 fill-current text-accent" />
          {t('gauge.pins.title', { what: format.list(counted) })}
        </span>
      }
    >
      <ul className="flex flex-col pt-1 pl-5.5 text-sm">
        {skills.map(({ id }) => (
          <Pinned
            key={id}
            label={t('skills.unpin', { skill: id })}
            disabled={past}
            onUnpin={() => void pinSkill(id, false)}
          >
            <span className="truncate">{id}</span>
            <span className="shrink-0 text-ink-soft">{t('gauge.kind.skill')}</span>
          </Pinned>
        ))}
        {messages.map((message) => {
          const text = textOf(message);
          const label = t('gauge.pins.unpin', { text: text.slice(0, 40) });
          return (
            <Pinned key={message.seq} label={label} disabled={past} onUnpin={() => void pinMessage(message.seq, false)}>
              <span className="truncate" title={text}>
                {text}
              </span>
            </Pinned>
          );
        })}
      </ul>
    </Collapsible>
  );
}

function Pinned({
  label,
  disabled,
  onUnpin,
  children,
}: {
  readonly label: string;
  readonly disabled: boolean;
  readonly onUnpin: () => void;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-2">
      <span className="flex min-w-0 flex-1 items-baseline gap-2">{children}</span>
      <IconButton size="sm" side="left" label={label} disabled={disabled} onClick={onUnpin} icon={PinOff} />
    </li>
  );
}

/** The provider's figures beside our counts, and the share of the request its cache can reuse. */
function RequestFacts({ table }: { readonly table: TokenTable }) {
  const { t, format } = useText();
  const { kindOf } = useSegmentWords();
  const events = useEvents();
  const answer = useMemo(() => latestAnswer(events), [events]);
  const sent = useSessionState((state) => state.lastRequest);
  const { corrected } = table;
  const prefix = sent?.prefix;
  const broke = prefix?.broke;
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
      {answer === undefined ? null : (
        <Fact name={t('gauge.reported')} hint={t('gauge.reportedHint')}>
          {t('gauge.reportedRow', {
            prompt: format.number(answer.usage.promptTokens),
            completion: format.number(answer.usage.completionTokens),
          })}
        </Fact>
      )}
      {answer?.usage.cachedPromptTokens === undefined ? null : (
        <Fact name={t('gauge.cached')} hint={t('gauge.cachedHint')}>
          {t('gauge.keptRow', {
            n: format.number(answer.usage.cachedPromptTokens),
            share: format.percent(answer.usage.cachedPromptTokens / Math.max(1, answer.usage.promptTokens)),
          })}
        </Fact>
      )}
      {answer === undefined || answer.estimated === 0 ? null : (
        <Fact name={t('gauge.ratio')} hint={t('gauge.ratioHint')}>
          {t('gauge.times', { factor: format.factor(answer.usage.promptTokens / answer.estimated) })}
        </Fact>
      )}
      <SessionCost />
      {prefix === undefined || sent === undefined ? null : (
        <Fact
          name={t('gauge.kept')}
          hint={
            broke === undefined
              ? t('gauge.keptWhole')
              : t(broke.seq === undefined ? 'gauge.keptBroke' : 'gauge.keptBrokeAt', {
                  part: kindOf(broke.kind),
                  label: partName(t, broke, '').name,
                  seq: broke.seq ?? 0,
                })
          }
        >
          {t('gauge.keptRow', {
            n: format.number(prefix.tokens),
            share: format.percent(prefix.tokens / Math.max(1, sent.tokens.total)),
          })}
        </Fact>
      )}
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
  const { openDialog, map } = useActions();
  const ghost = useApp((data) => data.whatIf.result?.after.tokens);
  const manifest = useApp((data) => data.nextRequest?.view.manifest);
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
  const asked = ghost === undefined || which !== 'next' ? undefined : segmentsOf(ghost, loaded);
  const change = ghost === undefined || asked === undefined ? 0 : ghost.total - table.total;
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
            onClick={() => openDialog({ name: 'request' })}
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
            {asked === undefined || ghost === undefined ? '' : ` → ${format.percent(ghost.total / ghost.max)}`}
          </span>
        </p>
        <RequestFacts table={table} />
      </div>

      <GaugeBar segments={segments} ghost={asked} highlighted={highlighted} onHighlight={setHighlighted} />
      {foreign !== undefined ? null : share >= LOAD_THRESHOLD ? (
        <Banner tone="danger">{t('gauge.over90')}</Banner>
      ) : share >= COMPACT_THRESHOLD ? (
        <Banner tone="warning">{t('gauge.over80')}</Banner>
      ) : null}
      <GaugeTable
        segments={segments}
        ghost={asked}
        manifest={which === 'next' ? manifest : undefined}
        highlighted={highlighted}
        onHighlight={setHighlighted}
      />
      <Pins />
    </section>
  );
}
