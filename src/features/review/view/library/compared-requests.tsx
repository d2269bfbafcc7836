import { CornerUpRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isolated, useT, useText } from '../../../../renderer/i18n.ts';
import { FailedBanner } from '../../../../renderer/shared/page-frame.tsx';
import { partName } from '../../../../renderer/shared/part-name.ts';
import { RequestDiffView } from '../../../../renderer/shared/request-diff.tsx';
import { type Failure, useActions } from '../../../../renderer/store/index.ts';
import { Waiting } from '../../../../renderer/ui/index.ts';
import { Select } from '../../../../renderer/ui/on-demand.ts';
import type { Manifest, RequestDiff } from '../../../../shared/context-views.ts';
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

interface RequestDiffState {
  readonly diff?: RequestDiff;
  readonly before?: Manifest | undefined;
  readonly after?: Manifest | undefined;
  readonly failure?: Failure;
}

function Difference({ a, b, requests }: { readonly a: string; readonly b: string; readonly requests: Requests }) {
  const t = useT();
  const { library } = useActions();
  const [read, setRead] = useState<RequestDiffState>();
  const [attempt, setAttempt] = useState(0);
  const [from, to] = [requests.a, requests.b];
  useEffect(() => {
    let wanted = attempt >= 0;
    const [one, other] = [
      { session: a, at: from },
      { session: b, at: to },
    ];
    void Promise.all([library.diff(one, other), library.request(one), library.request(other)]).then(
      ([diff, before, after]) => {
        if (!wanted) return;
        setRead(
          diff.ok
            ? {
                diff: diff.value,
                before: before.ok ? before.value.manifest : undefined,
                after: after.ok ? after.value.manifest : undefined,
              }
            : { failure: diff.failure },
        );
      },
    );
    return () => {
      wanted = false;
    };
  }, [library, a, b, from, to, attempt]);

  if (read?.failure !== undefined) {
    return <FailedBanner failure={read.failure} onAgain={() => setAttempt((count) => count + 1)} />;
  }
  if (read?.diff === undefined) return <Waiting className="px-4 py-4">{t('library.compare.requestsLoading')}</Waiting>;
  return (
    <RequestDiffView
      diff={read.diff}
      before={read.before}
      after={read.after}
      sides={{ before: 'A', after: 'B' }}
      nameOf={(change) => partName(t, change, beginningOf((change.texts?.after || change.texts?.before) ?? ''))}
      place={({ sessionId, seq }) => <Place name={sessionId === a ? 'A' : 'B'} session={sessionId} seq={seq} />}
    />
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
