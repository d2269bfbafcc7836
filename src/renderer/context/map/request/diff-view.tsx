import type { PartChange, RequestDiff } from '../../../../shared/context-views.ts';
import { useT } from '../../../i18n/index.ts';
import { RequestDiffView } from '../../../shared/request-diff.tsx';
import { useApp } from '../../../store/index.ts';
import { EventLink } from '../event-link.tsx';
import { usePartWords } from '../use-part-words.ts';
import { useReadRequest } from './use-request.ts';

/** Two requests of the open conversation. */
export function DiffView({ diff }: { readonly diff: RequestDiff }) {
  const t = useT();
  const { from, to } = diff;
  const { nameOf } = usePartWords();
  const next = useApp((data) => data.nextRequest?.view);
  const [one, other] = [useReadRequest(from.at).view, useReadRequest(to.at).view];
  return (
    <RequestDiffView
      diff={diff}
      before={(from.at === undefined ? next : one)?.manifest}
      after={(to.at === undefined ? next : other)?.manifest}
      sides={{ before: t('map.compare.from'), after: t('map.compare.to') }}
      nameOf={({ id, kind, label, after }) =>
        nameOf({
          id,
          of: { id, kind, label, tokens: after, sha256: '', reason: '', place: 'system', length: 0, ...sinceOf(id) },
          tokens: after,
          cached: 0,
        })
      }
      place={({ seq }) => <EventLink seq={seq} />}
    />
  );
}

/** A message is named after what it says. */
function sinceOf(id: PartChange['id']): { readonly since?: number } {
  const seq = /^message:(\d+)$/.exec(id)?.[1];
  return seq === undefined ? {} : { since: Number(seq) };
}
