import type { RequestDiff } from '../../../../shared/context-views.ts';
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
      nameOf={(change) => nameOf({ of: change })}
      place={({ seq }) => <EventLink seq={seq} />}
    />
  );
}
