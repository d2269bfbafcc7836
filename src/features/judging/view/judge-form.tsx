import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { type JudgedReview, useActions } from '../../../renderer/store/index.ts';
import { Button, cn, Kbd, platformKeys } from '../../../renderer/ui/index.ts';
import { Select } from '../../../renderer/ui/on-demand.ts';
import { type NewReview, type Review, type Score, VERDICTS, type Verdict } from '../../../shared/review/reviews.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import type { JudgedNote } from '../contract.ts';
import type { Rubric } from '../rubric.ts';

export const VERDICT_MARKS = {
  pass: { icon: CircleCheck, className: 'text-success' },
  fail: { icon: CircleX, className: 'text-danger' },
  unclear: { icon: CircleHelp, className: 'text-warning' },
} as const satisfies Record<Verdict, unknown>;

/** Scores in a row of buttons; wider scales are typed. */
const MOST_STEPS = 11;
const NO_RUBRIC = '';
const keyOf = ({ name, version }: Pick<Rubric, 'name' | 'version'>): string => JSON.stringify([name, version]);

/** One reviewer's judgement of a session, or of the chosen moment. A verdict is stored at once, the rest by Save. */
export function JudgeForm({
  session,
  seq,
  before,
  rubrics,
  remark,
  onSave,
  onWhole,
}: {
  readonly session: string;
  /** 0: the whole session. */
  readonly seq: number;
  readonly before: Review | undefined;
  readonly rubrics: readonly Rubric[];
  readonly remark: RefObject<HTMLTextAreaElement | null>;
  readonly onSave: (review: NewReview) => Promise<boolean>;
  readonly onWhole: () => void;
}) {
  const { t, format } = useText();
  const known = rubrics.find((one) => before?.rubric !== undefined && keyOf(one) === keyOf(before.rubric));
  const [chosen, setChosen] = useState(known === undefined ? rubrics[0] && keyOf(rubrics[0]) : keyOf(known));
  const [scores, setScores] = useState<readonly Score[]>(before?.scores ?? []);
  const [text, setText] = useState(before?.text ?? '');
  const [busy, setBusy] = useState(false);
  const rubric = rubrics.find((one) => keyOf(one) === chosen);
  const scored =
    rubric === undefined ? [] : scores.filter(({ criterion }) => rubric.criteria.some(({ id }) => id === criterion));

  const save = async (verdict: Verdict | undefined) => {
    const isEmpty = verdict === undefined && text.trim() === '' && scored.length === 0;
    if (busy || (isEmpty && before === undefined)) return;
    setBusy(true);
    const saved = await onSave({
      session,
      seq,
      ...(verdict === undefined ? {} : { verdict }),
      ...(text.trim() === '' ? {} : { text: text.trim() }),
      ...(rubric === undefined || scored.length === 0
        ? {}
        : { rubric: { name: rubric.name, version: rubric.version }, scores: [...scored] }),
      ...(isEmpty ? { removed: true as const } : {}),
    });
    setBusy(false);
    if (saved && seq > 0) onWhole();
  };
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Enter' || !(pressed.ctrlKey || pressed.metaKey) || pressed.nativeEvent.isComposing) return;
    pressed.preventDefault();
    void save(before?.verdict);
  };
  return (
    <section
      aria-label={t(seq === 0 ? 'judging.whole' : 'judging.event', { n: format.number(seq) })}
      className="flex flex-col gap-4"
      onKeyDown={onKeyDown}
    >
      {seq === 0 ? (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 font-medium">{t('judging.verdict')}</legend>
          <div className="grid grid-cols-3 gap-1.5">
            {VERDICTS.map((verdict, index) => {
              const { icon: Icon, className } = VERDICT_MARKS[verdict];
              const isOn = before?.verdict === verdict;
              return (
                <Button
                  key={verdict}
                  size="sm"
                  aria-pressed={isOn}
                  data-verdict={verdict}
                  className={cn('min-w-0 gap-1 px-1', isOn && 'border-accent bg-selected')}
                  onClick={() => void save(verdict)}
                >
                  <Icon aria-hidden className={cn('size-3.5 shrink-0', className)} />
                  {t(`library.verdict.${verdict}`)}
                  <Kbd keys={[String(index + 1)]} />
                </Button>
              );
            })}
          </div>
        </fieldset>
      ) : (
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 font-medium">{t('judging.about', { n: format.number(seq) })}</p>
          <Button size="sm" variant="ghost" onClick={onWhole}>
            {t('judging.whole')}
          </Button>
        </div>
      )}
      {seq > 0 || rubrics.length === 0 ? null : (
        <>
          <Select
            label={t('judging.rubric')}
            value={chosen ?? NO_RUBRIC}
            options={[
              ...rubrics.map((one) => ({ value: keyOf(one), label: `${one.name} ${one.version}` })),
              { value: NO_RUBRIC, label: t('judging.noRubric') },
            ]}
            onChange={setChosen}
          />
          {rubric?.criteria.map((criterion) => (
            <CriterionScore
              key={criterion.id}
              criterion={criterion}
              score={scored.find((one) => one.criterion === criterion.id)?.score}
              onScore={(score) => {
                const { id, min, max } = criterion;
                const rest = scored.filter((one) => one.criterion !== id);
                setScores(score === undefined ? rest : [...rest, { criterion: id, score, min, max }]);
              }}
            />
          ))}
        </>
      )}
      <label className="flex flex-col gap-1">
        <span className="font-medium">{t('judging.remark')}</span>
        <textarea
          ref={remark}
          value={text}
          rows={3}
          dir="auto"
          maxLength={20_000}
          placeholder={t('judging.remarkHint')}
          onChange={(change) => setText(change.target.value)}
          className="field-sizing-content max-h-72 min-h-20 w-full resize-none rounded-control border border-line-strong bg-surface px-3 py-2 outline-none placeholder:text-ink-faint focus-visible:border-accent"
        />
      </label>
      <Button variant="primary" busy={busy} onClick={() => void save(before?.verdict)}>
        {t('common.save')}
        <Kbd keys={platformKeys(['Ctrl', 'Enter'])} inverted />
      </Button>
    </section>
  );
}

function CriterionScore({
  criterion: { title, description, min, max, labels },
  score,
  onScore,
}: {
  readonly criterion: Rubric['criteria'][number];
  readonly score: number | undefined;
  readonly onScore: (score: number | undefined) => void;
}) {
  const t = useT();
  const steps = max - min + 1;
  const label = score === undefined ? undefined : labels?.[String(score)];
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-medium">{title}</legend>
      {description === undefined ? null : <p className="text-ink-soft text-sm">{description}</p>}
      {steps <= MOST_STEPS ? (
        <div className="flex flex-wrap gap-1">
          {Array.from({ length: steps }, (_, index) => min + index).map((value) => (
            <Button
              key={value}
              size="sm"
              aria-pressed={score === value}
              aria-label={t('judging.points', { title, n: value })}
              title={labels?.[String(value)]}
              className={cn('min-w-8 tabular-nums', score === value && 'border-accent bg-selected')}
              onClick={() => onScore(score === value ? undefined : value)}
            >
              {value}
            </Button>
          ))}
        </div>
      ) : (
        <input
          type="number"
          min={min}
          max={max}
          step={1}
          value={score ?? ''}
          aria-label={title}
          onChange={({ target: { value } }) => {
            const given = Number(value);
            onScore(value !== '' && Number.isInteger(given) && given >= min && given <= max ? given : undefined);
          }}
          className="h-8 w-24 rounded-control border border-line-strong bg-surface px-2 tabular-nums"
        />
      )}
      {label === undefined ? null : <p className="text-ink-soft text-sm">{label}</p>}
    </fieldset>
  );
}

/** Reviews and notes, one below the other, by session and moment; each leads to its moment. */
export function Said({
  reviews,
  notes,
  titled = false,
}: {
  readonly reviews: readonly JudgedReview[];
  readonly notes: readonly JudgedNote[];
  /** Names the session of each. */
  readonly titled?: boolean;
}) {
  const t = useT();
  const said = [
    ...reviews.map((one) => ({ ...one, key: `${one.session} ${one.seq} ${one.reviewer}`, who: one.reviewer })),
    ...notes.map((one) => ({
      ...one,
      key: `${one.session} ${one.seq} ${one.at} ${one.text}`,
      who: one.by === undefined ? t('common.note') : t('judging.noteBy', { name: one.by }),
    })),
  ];
  const places = new Map<string, number>();
  for (const { session } of said) if (!places.has(session)) places.set(session, places.size);
  const placeOf = (session: string) => places.get(session) ?? 0;
  said.sort((a, b) => placeOf(a.session) - placeOf(b.session) || a.seq - b.seq || (a.at < b.at ? -1 : 1));
  return (
    <ul className="flex flex-col divide-y divide-line">
      {said.map(({ key, ...one }) => (
        <Statement key={key} {...one} titled={titled} />
      ))}
    </ul>
  );
}

function Statement({
  session,
  seq,
  who,
  verdict,
  text,
  scores = [],
  at,
  title,
  titled,
}: Pick<JudgedReview, 'session' | 'seq' | 'at' | 'title'> &
  Partial<Pick<JudgedReview, 'verdict' | 'text' | 'scores'>> & { readonly who: string; readonly titled: boolean }) {
  const { t, format } = useText();
  const { openAt, select } = useActions();
  const mark = verdict === undefined ? undefined : VERDICT_MARKS[verdict];
  const name = title === '' ? t('common.untitled') : shownText(title);
  return (
    <li className="flex flex-col gap-0.5 py-2">
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        {verdict === undefined || mark === undefined ? null : (
          <span className={cn('inline-flex items-center gap-1 font-medium', mark.className)}>
            <mark.icon aria-hidden className="size-3.5" />
            {t(`library.verdict.${verdict}`)}
          </span>
        )}
        <bdi className="font-medium">{shownText(who)}</bdi>
        <span className="text-ink-soft tabular-nums">{format.date(at)}</span>
        <button
          type="button"
          onClick={() => (seq === 0 ? select(session) : openAt(session, seq))}
          className="cursor-default rounded text-accent-ink underline-offset-2 hover:underline"
        >
          {titled ? <bdi>{name}</bdi> : null}
          {titled ? ' · ' : null}
          {seq === 0 ? t('judging.whole') : t('judging.event', { n: format.number(seq) })}
        </button>
      </div>
      {scores.length === 0 ? null : (
        <p className="text-ink-soft text-sm tabular-nums">
          {scores.map(({ criterion, score, max }) => `${shownText(criterion)} ${score}/${max}`).join(' · ')}
        </p>
      )}
      {text === undefined || text === '' ? null : (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]">{shownText(text)}</p>
      )}
    </li>
  );
}
