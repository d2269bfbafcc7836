import { CornerUpRight } from 'lucide-react';
import { useCallback } from 'react';
import { isolated, useT, useText } from '../../../../renderer/i18n.ts';
import { partName } from '../../../../renderer/shared/map-parts.ts';
import { ReadView, useRead } from '../../../../renderer/shared/page-frame.tsx';
import { RequestDiffView } from '../../../../renderer/shared/request-diff.tsx';
import { useActions } from '../../../../renderer/store/index.ts';
import { Select } from '../../../../renderer/ui/on-demand.ts';
import type { Comparison } from '../../../../shared/review.ts';
import { excerptOf } from '../../../../shared/text/text.ts';

/** Events of two requests, one of each conversation. */
export interface Requests {
  readonly a: number;
  readonly b: number;
}

/** Two requests of two conversations, part by part; each side can be another one. */
export function ComparedRequests({
  comparison,
  requests,
}: {
  readonly comparison: Comparison;
  readonly requests: Requests;
}) {
  const { library } = useActions();
  const [a = '', b = ''] = comparison.sessions.map(({ session }) => session);
  const choose = (next: Partial<Requests>) =>
    library.show({ page: 'compare', sessions: [a, b], requests: { ...requests, ...next } });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid shrink-0 grid-cols-2 gap-3 border-line border-b px-4 py-2">
        {(['a', 'b'] as const).map((side) => (
          <Choice
            key={side}
            comparison={comparison}
            side={side}
            chosen={requests[side]}
            onChoose={(seq) => choose({ [side]: seq })}
          />
        ))}
      </div>
      <Difference a={a} b={b} requests={requests} />
    </div>
  );
}

/** Each by its turn; one of a link that is in no turn any more by its event. */
function Choice({
  comparison,
  side,
  chosen,
  onChoose,
}: {
  readonly comparison: Comparison;
  readonly side: 'a' | 'b';
  readonly chosen: number;
  readonly onChoose: (seq: number) => void;
}) {
  const { t, format } = useText();
  const column = side === 'a' ? 0 : 1;
  const { title = '' } = comparison.sessions[column] ?? {};
  const options = comparison.turns.flatMap(({ cells }, index) => {
    const sent = cells[column]?.sent ?? [];
    return sent.map((seq, at) => ({
      value: String(seq),
      label: t('library.compare.requestOf', {
        turn: format.number(index + 1),
        n: format.number(at + 1),
        of: format.number(sent.length),
      }),
    }));
  });
  const isThere = options.some(({ value }) => value === String(chosen));
  return (
    <Select
      label={`${side.toUpperCase()} · ${title === '' ? t('common.untitled') : isolated(title)}`}
      value={String(chosen)}
      options={isThere ? options : [...options, { value: String(chosen), label: t('event.other', { seq: chosen }) }]}
      onChange={(seq) => onChoose(Number(seq))}
    />
  );
}

function Difference({ a, b, requests }: { readonly a: string; readonly b: string; readonly requests: Requests }) {
  const t = useT();
  const { library } = useActions();
  const [from, to] = [requests.a, requests.b];
  const ask = useCallback(async () => {
    const [one, other] = [
      { session: a, at: from },
      { session: b, at: to },
    ];
    const asked = [library.diff(one, other), library.request(one), library.request(other)] as const;
    const [diff, ...sides] = await Promise.all(asked);
    const [before, after] = sides.map((side) => (side.ok ? side.value.manifest : undefined));
    return diff.ok ? { ok: true as const, value: { diff: diff.value, before, after } } : diff;
  }, [library, a, b, from, to]);
  return (
    <ReadView read={useRead(ask)} waiting={t('library.compare.requestsLoading')}>
      {(read) => (
        <RequestDiffView
          {...read}
          sides={{ before: 'A', after: 'B' }}
          nameOf={(change) => partName(t, change, beginningOf((change.texts?.after || change.texts?.before) ?? ''))}
          place={({ sessionId, seq }) => <Place name={sessionId === a ? 'A' : 'B'} session={sessionId} seq={seq} />}
        />
      )}
    </ReadView>
  );
}

/** A message's, on one line. Calls are no Markdown: their signs are their own. */
const beginningOf = (text: string): string =>
  text.startsWith('{') ? text.slice(0, 120).replaceAll(/\s+/g, ' ') : excerptOf(text);

/** Link to the event in its conversation. */
function Place({ name, session, seq }: { readonly name: string; readonly session: string; readonly seq: number }) {
  const t = useT();
  const { openAt } = useActions();
  return (
    <button
      type="button"
      title={t('event.goTo')}
      onClick={() => openAt(session, seq)}
      className="inline-flex min-w-0 max-w-full cursor-default items-center gap-1 rounded text-left text-accent-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      <span className="truncate">
        {name} · {t('event.other', { seq })}
      </span>
      <CornerUpRight aria-hidden className="size-3 shrink-0" />
    </button>
  );
}
