import { Check, ChevronDown, FoldVertical, Search, TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { useActions, useApp, useHeld, useSessionState, useSettings } from '../../../../renderer/store/index.ts';
import { Banner, Button, cn, IconButton, Popover, Spinner } from '../../../../renderer/ui/index.ts';
import { TextField } from '../../../../renderer/ui/on-demand.ts';
import type { WhatIf, WhatIfResult } from '../../../../shared/context-views.ts';
import { DIALECT_SETTINGS } from '../../../../shared/dialects.ts';
import { DIALECTS } from '../../../../shared/events.ts';
import { useMoney, useWhatIfWords } from './words.ts';

/** Usual sizes of a window, in tokens. */
const WINDOWS = [8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000];

/** Choices at once: of more, those are shown whose name has what is typed. */
const MOST = 60;

interface Choice {
  readonly step: WhatIf;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** Each way to change the next request. What the pointer or the arrows are on is drawn as a ghost at once. */
export function WhatIfMenus() {
  const { t, format } = useText();
  const { whatIf } = useActions();
  const skills = useApp((data) => data.skills?.skills);
  const models = useApp((data) => data.environments?.models);
  const loaded = useSessionState((state) => state.loadedSkills);
  const dialect = useSessionState((state) => state.dialect);
  const placement = useSessionState((state) => state.placement);
  const max = useSessionState((state) => state.limits.maxContext);
  const model = useSessionState((state) => state.model);
  const talked = useSessionState((state) => state.messages.length > 0);
  const { knownPrices, prices } = useSettings();

  const isLoaded = (id: string) => loaded.some((skill) => skill.id === id);
  const load = (skills ?? [])
    .filter(({ id, use }) => !isLoaded(id) && use?.enabled !== false)
    .map(
      ({ id, tokens }): Choice => ({
        step: { do: 'load', skill: id },
        label: id,
        hint: tokens === null ? undefined : format.number(tokens.instructions),
      }),
    );
  const unload = loaded.map(
    ({ id, tokens }): Choice => ({ step: { do: 'unload', skill: id }, label: id, hint: format.number(tokens) }),
  );
  const references = loaded.flatMap((skill) =>
    (skills?.find(({ id }) => id === skill.id)?.references ?? []).map(({ path, tokens }): Choice => {
      const isIn = skill.references.some((one) => one.path === path);
      return {
        step: { do: isIn ? 'unload-reference' : 'load-reference', skill: skill.id, path },
        label: t(`map.whatIf.step.${isIn ? 'unload-reference' : 'load-reference'}`, { path }),
        // Two skills may have a file of one name.
        hint: [...(loaded.length > 1 ? [skill.id] : []), ...(tokens === null ? [] : [format.number(tokens)])].join(
          ' · ',
        ),
      };
    }),
  );
  const names = [
    ...new Set([...(models ?? []).map((one) => one.model), ...Object.keys(prices), ...Object.keys(knownPrices)]),
  ].filter((name) => name !== model);
  return (
    <>
      <StepMenu label={t('common.load')} choices={load} />
      <StepMenu label={t('common.unload')} choices={unload} />
      <StepMenu label={t('map.whatIf.reference')} choices={references} />
      {talked ? (
        <Button
          icon={FoldVertical}
          size="sm"
          onMouseEnter={() => whatIf.point({ do: 'compact' })}
          onMouseLeave={() => whatIf.point(undefined)}
          onClick={() => whatIf.add({ do: 'compact' })}
        >
          {t('map.whatIf.compact')}
        </Button>
      ) : null}
      <StepMenu
        label={t('map.whatIf.dialect')}
        choices={DIALECTS.filter((one) => one !== dialect).map((one) => ({
          step: { do: 'dialect', dialect: one },
          label: one,
        }))}
      />
      <StepMenu
        label={t('map.whatIf.placement')}
        choices={DIALECT_SETTINGS[dialect].placements
          .filter((one) => one !== placement)
          .map((one) => ({ step: { do: 'placement', placement: one }, label: t(`gauge.placement.${one}`) }))}
      />
      <StepMenu
        label={t('map.whatIf.limit')}
        choices={WINDOWS.filter((tokens) => tokens !== max).map((tokens) => ({
          step: { do: 'max-context', tokens },
          label: t('common.tokens', { count: tokens, n: format.tokens(tokens) }),
        }))}
      />
      <StepMenu
        label={t('common.model')}
        choices={names.map((name) => ({ step: { do: 'model', model: name }, label: name }))}
      />
    </>
  );
}

/** Choices of one kind: typing leaves those whose name has the words, the arrows go over them. */
function StepMenu({ label, choices }: { readonly label: ReactNode; readonly choices: readonly Choice[] }) {
  const { t, format } = useText();
  const { whatIf } = useActions();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const found = choices.filter((one) => one.label.toLowerCase().includes(words.trim().toLowerCase()));
  if (choices.length === 0) return null;
  const show = (next: boolean) => {
    setOpen(next);
    setWords('');
    if (!next) whatIf.point(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by === undefined ? undefined : stops[stops.indexOf(event.target as HTMLElement) + by];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const trigger = (
    <Button size="sm">
      {label}
      <ChevronDown aria-hidden className="size-3.5 text-ink-faint" />
    </Button>
  );
  return (
    <Popover open={open} onOpenChange={show} align="start" className="p-2" trigger={trigger}>
      <div onKeyDown={onKeyDown} role="toolbar" aria-label={t('map.whatIf.title')} className="flex flex-col gap-1">
        <TextField
          label={t('map.whatIf.find')}
          hideLabel
          type="search"
          icon={<Search aria-hidden />}
          placeholder={t('map.whatIf.find')}
          value={words}
          onChange={setWords}
        />
        <ul className="flex max-h-72 flex-col overflow-y-auto">
          {found.slice(0, MOST).map(({ step, label: name, hint }) => (
            <li key={JSON.stringify(step)}>
              <button
                type="button"
                className="flex w-full items-center gap-2 rounded-control px-2 py-1.5 text-left hover:bg-hover focus-visible:bg-hover"
                onFocus={() => whatIf.point(step)}
                onMouseEnter={() => whatIf.point(step)}
                onClick={() => {
                  whatIf.add(step);
                  show(false);
                }}
              >
                <span translate="no" className="min-w-0 flex-1 truncate">
                  {name}
                </span>
                <span className="shrink-0 text-ink-soft text-sm tabular-nums">{hint}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.length > MOST || found.length === 0 ? (
          <p role="status" className="px-2 text-ink-soft text-sm">
            {found.length === 0
              ? t('map.whatIf.none')
              : t('map.whatIf.more', { n: format.number(found.length - MOST) })}
          </p>
        ) : null}
      </div>
    </Popover>
  );
}

/** The steps that were taken as if, what they would come to, and the choice to take them in earnest. */
export function WhatIfPanel({ className }: { readonly className?: string }) {
  const t = useT();
  const { whatIf } = useActions();
  const { steps, result, reading, failure, applying } = useApp((data) => data.whatIf);
  const held = useHeld();
  const past = useApp((data) => data.moment !== undefined);
  const { stepOf, refusalOf } = useWhatIfWords();
  if (steps.length === 0) return null;
  return (
    <section aria-label={t('map.whatIf.title')} className={cn('flex flex-col gap-2 bg-surface', className)}>
      <header className="flex items-center gap-2">
        <h3 className="font-semibold text-base">{t('map.whatIf.title')}</h3>
        {reading ? <Spinner decorative className="size-3.5" /> : null}
        <span className="ml-auto flex gap-1.5">
          <Button size="sm" onClick={whatIf.leave} disabled={applying}>
            {t('common.discard')}
          </Button>
          <Button
            size="sm"
            variant="primary"
            busy={applying}
            disabled={(held && !applying) || result?.steps.every(({ ok }) => !ok) === true}
            onClick={() => void whatIf.apply()}
          >
            {t('map.whatIf.apply')}
          </Button>
        </span>
      </header>
      <ol className="flex flex-col">
        {steps.map((step, index) => {
          const said = result?.steps[index];
          const words = stepOf(step);
          return (
            <li key={JSON.stringify(step)} className="flex items-start gap-2 text-sm">
              <span className="mt-1.5 shrink-0" aria-hidden>
                {said?.ok === false ? (
                  <TriangleAlert className="size-3.5 text-danger" />
                ) : (
                  <Check className="size-3.5 text-success" />
                )}
              </span>
              <span className="min-w-0 flex-1 py-1">
                <span className="break-words">{words}</span>
                {said?.ok === false ? <span className="block text-danger">{refusalOf(said)}</span> : null}
              </span>
              <IconButton
                size="sm"
                label={t('map.whatIf.undo', { step: words })}
                disabled={applying}
                onClick={() => whatIf.remove(index)}
                icon={X}
              />
            </li>
          );
        })}
      </ol>
      {failure === undefined ? null : <Banner tone="danger">{t(`errors.${failure.code}`)}</Banner>}
      {result === undefined ? null : <Outcome result={result} />}
      {past ? <p className="text-ink-soft text-sm">{t('map.whatIf.past')}</p> : null}
    </section>
  );
}

/** Result in figures and words: difference, cached share, cost of one request, whether it would be sent. */
function Outcome({ result }: { readonly result: WhatIfResult }) {
  const { t, format } = useText();
  const { signed } = useWhatIfWords();
  const model = useSessionState((state) => state.model);
  const moneyNow = useMoney();
  const moneyThen = useMoney(result.after.model ?? model);
  const { before, after, prefix, compactions = 0 } = result;
  const [was, is] = [before.tokens.total, after.tokens.total];
  const [paid, wouldPay] = [moneyNow(was, 0), moneyThen(is, 0)];
  const again = moneyThen(is, prefix.tokens);
  const isSame = before.sha256 === after.sha256;
  return (
    <div className="flex flex-col gap-1 text-sm" role="status">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className="font-medium">
          {t('map.whatIf.total', { before: format.number(was), after: format.number(is) })}
        </span>
        <span data-delta={is - was} className={cn('font-medium', is > was ? 'text-warning' : 'text-success')}>
          {signed(is - was)}
        </span>
        <span className="text-ink-soft">{t('gauge.used', { share: format.percent(is / after.tokens.max) })}</span>
      </p>
      {isSame ? (
        <p className="text-ink-soft">{t('map.whatIf.same')}</p>
      ) : (
        <p className="text-ink-soft">
          {prefix.broke === undefined
            ? t('map.whatIf.keepsAll', { n: format.number(prefix.tokens) })
            : t('map.whatIf.keeps', {
                n: format.number(prefix.tokens),
                share: format.percent(prefix.tokens / Math.max(1, is)),
                part: t(`gauge.kind.${prefix.broke.kind}`),
              })}
        </p>
      )}
      {paid === undefined || wouldPay === undefined ? null : (
        <p className="text-ink-soft tabular-nums">
          {t('map.whatIf.cost', { before: format.dollars(paid), after: format.dollars(wouldPay) })}
          {again === undefined || again === wouldPay
            ? ''
            : ` ${t('map.whatIf.costCached', { cost: format.dollars(again) })}`}
        </p>
      )}
      {compactions === 0 ? null : (
        <p className="text-warning">
          {t('map.whatIf.compactions', { count: compactions, n: format.number(compactions) })}
        </p>
      )}
      {after.refused === undefined ? null : (
        <Banner tone="danger">
          {t('map.whatIf.refused', { total: format.number(is), max: format.number(after.tokens.max) })}
        </Banner>
      )}
    </div>
  );
}
