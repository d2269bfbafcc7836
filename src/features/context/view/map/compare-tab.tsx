import { GitCompareArrows } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT } from '../../../../renderer/i18n/index.ts';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import { useActions, useApp, useSession, useSessionState } from '../../../../renderer/store/index.ts';
import { EmptyState, Spinner } from '../../../../renderer/ui/index.ts';
import type { RequestDiff, SentRequestView } from '../../../../shared/context-views.ts';
import { DiffView, useRequests } from './request-dialog.tsx';
import { RequestList } from './request-list.tsx';

/** Any two requests of the conversation: the last two, until others are chosen. */
export function CompareTab() {
  const t = useT();
  const { map } = useActions();
  const { id } = useSession();
  const moment = useApp((data) => data.moment?.seq);
  const sent = useSessionState((state) => state.lastRequest?.seq);
  const given = useApp((data) => data.map?.compare);
  const requests = useRequests(`${id} ${sent}`);

  if (requests === undefined) {
    return (
      <div className="grid h-full place-items-center">
        <Spinner />
      </div>
    );
  }
  // A summary's request shares no part with the conversation's.
  const turns = requests.filter(({ purpose, seq }) => purpose === 'turn' && (moment === undefined || seq <= moment));
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
    <div className="@container h-full min-h-0">
      <div className="flex h-full min-h-0 @2xl:flex-row flex-col">
        <RequestList
          requests={turns}
          chosen={chosen}
          onChoose={(compare) => map.show({ compare })}
          className="@2xl:max-h-none max-h-[40%] @2xl:w-80 @5xl:w-[26rem] shrink-0 @2xl:border-r @2xl:border-b-0 border-b border-line"
        />
        <Difference from={chosen.from} to={chosen.to} />
      </div>
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
