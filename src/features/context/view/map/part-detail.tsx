import { CornerUpRight, Pin, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { CopyButton } from '../../../../renderer/shared/copy-button.tsx';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import type { MapPart } from '../../../../renderer/shared/map-parts.ts';
import { SEGMENT_COLORS } from '../../../../renderer/shared/segments.ts';
import { useActions, useApp, useEvents, useSession, useSessionState } from '../../../../renderer/store/index.ts';
import { Button, cn, IconButton, Waiting } from '../../../../renderer/ui/index.ts';
import type { WhatIf } from '../../../../shared/context-views.ts';
import type { ContextView } from '../../../../shared/contract.ts';
import { isEqual } from '../../../../shared/defined.ts';
import { eventName, isNamed } from '../../../../shared/messages/describe-event.ts';
import { TextPane } from './text-pane.tsx';
import { type Money, type PartWords, useWhatIfWords } from './words.ts';

/** Links to the event in the conversation; closes the map, which covers it. */
export function EventLink({ seq }: { readonly seq: number }) {
  const { t, format } = useText();
  const { openAt, map } = useActions();
  const { id } = useSession();
  const past = useApp((data) => data.moment !== undefined);
  const event = useEvents().find((one) => one.seq === seq);
  const said = event !== undefined && isNamed(event) ? eventName(t, event) : '';
  const text = said === '' ? t('event.other', { seq }) : said;
  if (id === undefined || event === undefined) return <span>{text}</span>;
  return (
    <button
      type="button"
      title={t('event.goTo')}
      onClick={() => {
        map.show(undefined);
        openAt(id, seq, { past });
      }}
      className="inline-flex min-w-0 max-w-full cursor-default items-center gap-1 rounded text-left text-accent-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      <span className="truncate">{text}</span>
      <span className="shrink-0 text-ink-soft tabular-nums no-underline">{format.time(event.at)}</span>
      <CornerUpRight aria-hidden className="size-3 shrink-0" />
    </button>
  );
}

/** The prompt cache of one request: what it can hope for, and what the provider says it got. */
export function CacheFacts({ view, isSent }: { readonly view: ContextView; readonly isSent: boolean }) {
  const { t, format } = useText();
  const { prefix, usage, tokens } = view;
  const share = (part: number, whole: number) =>
    t('gauge.keptRow', { n: format.number(part), share: format.percent(part / Math.max(1, whole)) });
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 pt-1 text-sm">
      {prefix === undefined ? null : (
        <Fact name={t('map.cache.same')}>
          {share(prefix.tokens, tokens.total)} · {t('map.cache.estimated')}
        </Fact>
      )}
      {isSent ? (
        <Fact name={t('map.cache.given')}>
          {usage?.cachedPromptTokens === undefined
            ? t('map.cache.unreported')
            : `${share(usage.cachedPromptTokens, usage.promptTokens)} · ${t('map.cache.reported')}`}
        </Fact>
      ) : null}
      {usage?.cacheWriteTokens === undefined ? null : (
        <Fact name={t('map.cache.written')}>
          {format.number(usage.cacheWriteTokens)} · {t('map.cache.reported')}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

/** One part: its figures, why it is there, and its exact text. */
export function PartDetail({
  part,
  at,
  total,
  max,
  words: { nameOf, whyOf },
  money,
  onClose,
}: {
  readonly part: MapPart;
  /** The request that it is of; undefined: the next. */
  readonly at: number | undefined;
  readonly total: number;
  readonly max: number;
  readonly words: PartWords;
  readonly money: Money;
  readonly onClose: () => void;
}) {
  const { t, format } = useText();
  const { of, tokens, cached, span } = part;
  const { name, detail } = nameOf(part);
  const text = usePartText(part, at);
  const price = money(tokens, 0);
  const again = money(tokens, cached);
  const length = span?.[1] ?? of.length;
  return (
    <section aria-label={name} className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-start gap-2.5 px-4 pt-3 pb-1">
        <span aria-hidden className={cn('keep-colors mt-1 size-3 shrink-0 rounded-sm', SEGMENT_COLORS[of.kind])} />
        <div className="min-w-0 flex-1">
          <h3 className="break-words font-semibold text-base">{name}</h3>
          {detail === '' ? null : <p className="line-clamp-2 text-ink-soft text-sm">{detail}</p>}
        </div>
        {of.pinned === true ? <Pin aria-hidden className="mt-1 size-4 fill-current text-accent" /> : null}
        <IconButton size="sm" label={t('map.detail.close')} onClick={onClose} icon={X} />
      </header>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 px-4 pb-3 text-sm">
        <PartDetailFact name={t('common.tokenCount')}>
          {t(of.approximate === true ? 'map.detail.sampled' : 'map.detail.estimated', { n: format.number(tokens) })}
        </PartDetailFact>
        <PartDetailFact name={t('common.share')}>
          {t('map.detail.shares', {
            request: format.percent(tokens / Math.max(1, total)),
            window: format.percent(tokens / Math.max(1, max)),
          })}
        </PartDetailFact>
        {price === undefined ? null : (
          <PartDetailFact name={t('map.detail.cost')}>
            {format.dollars(price)}
            {again === undefined || again === price
              ? null
              : ` · ${t('map.detail.cachedCost', { cost: format.dollars(again) })}`}
          </PartDetailFact>
        )}
        {cached === 0 ? null : (
          <PartDetailFact name={t('map.detail.cache')}>
            {cached >= tokens ? t('map.detail.cachedAll') : t('map.detail.cachedSome', { n: format.number(cached) })}
          </PartDetailFact>
        )}
        <PartDetailFact name={t('map.detail.why')}>{whyOf(of)}</PartDetailFact>
        {of.since === undefined ? null : (
          <PartDetailFact name={t('map.detail.since')}>
            <EventLink seq={of.since} />
          </PartDetailFact>
        )}
        <PartDetailFact name={t('map.detail.place')}>
          {typeof of.place === 'number'
            ? t('map.detail.message', { n: format.number(of.place) })
            : t(of.place === 'tools' ? 'map.detail.inTools' : 'map.detail.inSystem')}
        </PartDetailFact>
        <PartDetailFact name={t('map.detail.length')}>
          {t('map.detail.characters', { count: length, n: format.number(length) })}
        </PartDetailFact>
        <PartDetailFact name="SHA-256">
          <span className="block truncate font-mono text-xs leading-4.5" title={of.sha256}>
            {of.sha256}
          </span>
        </PartDetailFact>
      </dl>
      <PartSteps part={part} />
      {text === 'reading' ? (
        <Waiting className="px-4 py-3 text-sm">{t('map.detail.reading')}</Waiting>
      ) : text === undefined ? (
        <p className="px-4 py-3 text-ink-soft text-sm">{t('map.detail.gone')}</p>
      ) : (
        <TextPane
          key={part.id}
          text={text}
          label={t('map.detail.text', { name })}
          actions={<CopyButton text={text} variant="ghost" label={t('common.copy')} />}
          className="min-h-48 flex-1 border-line border-t"
        />
      )}
    </section>
  );
}

function PartDetailFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </>
  );
}

function PartSteps({ part: { of, line } }: { readonly part: MapPart }) {
  const t = useT();
  const { whatIf } = useActions();
  const { stepOf } = useWhatIfWords();
  const loaded = useSessionState((state) => state.loadedSkills);
  const asked = useApp((data) => data.whatIf.steps);
  const steps: readonly WhatIf[] = (() => {
    if (line !== undefined) return [{ do: loaded.some(({ id }) => id === line) ? 'unload' : 'load', skill: line }];
    const { kind, skill, path } = of;
    if (skill === undefined) return [];
    if (path !== undefined) return [{ do: 'unload-reference', skill, path }];
    return kind === 'skill' ? [{ do: 'unload', skill }] : [];
  })();
  const open = steps.filter((step) => !asked.some((one) => isEqual(one, step)));
  if (open.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3">
      {open.map((step) => (
        <Button
          key={step.do}
          size="sm"
          onMouseEnter={() => whatIf.point(step)}
          onMouseLeave={() => whatIf.point(undefined)}
          onClick={() => whatIf.add(step)}
        >
          {t('map.whatIf.ask', { step: stepOf(step) })}
        </Button>
      ))}
    </div>
  );
}

/** Read when it is first looked at; undefined where the request no longer has the part. */
function usePartText({ of, span }: MapPart, at: number | undefined): string | 'reading' | undefined {
  const { map } = useActions();
  const { id, sha256 } = of;
  const key = `${at} ${id} ${sha256}`;
  const [read, setRead] = useState<{ readonly of: string; readonly text: string | undefined }>();
  useEffect(() => {
    return unlessGone(map.request(at, id), (view) => {
      const found = view?.manifest.parts.find((part) => part.id === id);
      setRead({ of: `${at} ${id} ${sha256}`, text: found?.text });
    });
  }, [map, at, id, sha256]);
  if (read?.of !== key) return 'reading';
  return span === undefined ? read.text : read.text?.slice(span[0], span[0] + span[1]);
}
