import type { JudgedNote } from '../../../../shared/contract/judging.ts';
import { shownText } from '../../../../shared/text/invisible.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { type JudgedReview, useActions } from '../../../store/index.ts';
import { cn } from '../../../ui/index.ts';
import { VERDICT_MARKS } from './judge-form.tsx';

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
  const t = useT();
  const format = useFormat();
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
