import { useEffect, useMemo, useState } from 'react';
import { useFormat, useT } from '../../../../renderer/i18n.ts';
import { CopyButton } from '../../../../renderer/shared/copy-button.tsx';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import { RequestDiffView } from '../../../../renderer/shared/request-diff.tsx';
import { isRunning, useActions, useApp, useSession, useSessionState } from '../../../../renderer/store/index.ts';
import { Badge, Button } from '../../../../renderer/ui/index.ts';
import type { RequestDiff, SentRequestView } from '../../../../shared/context-views.ts';
import type { ContextView } from '../../../../shared/contract.ts';
import { EventLink } from './part-detail.tsx';
import { TextPane } from './text-pane.tsx';
import { usePartWords } from './words.ts';

export function useShownRequest() {
  const chosen = useApp((data) => data.map?.at);
  const moment = useApp((data) => data.moment?.seq);
  const next = useApp((data) => data.nextRequest?.view);
  // While the agent works, the request that it is at.
  const current = useSessionState((state) => (isRunning(state.runState) ? state.lastRequest?.seq : undefined));
  const sent = chosen ?? (moment === undefined ? current : undefined);
  const read = useReadRequest(sent);
  if (sent !== undefined) return { view: read.view, at: sent, which: 'sent', failed: read.failed };
  return {
    /** The last one that came, until the next is there. */
    view: next /** Event of the request; undefined: the next request. */,
    at: moment,
    which: moment === undefined ? 'next' : 'moment',
    failed: false,
  };
}

/** The request at an event of the selected session. Nothing is read without one. */
function useReadRequest(at: number | undefined): {
  readonly view: ContextView | undefined;
  readonly failed: boolean;
} {
  const { map } = useActions();
  const { id } = useSession();
  const [read, setRead] = useState<{ readonly of: string; readonly view: ContextView | undefined }>();
  const of = `${id} ${at}`;
  useEffect(() => {
    if (at === undefined) return;
    return unlessGone(map.request(at), (view) => setRead({ of: `${id} ${at}`, view }));
  }, [map, id, at]);
  return { view: read?.view, failed: read?.of === of && read.view === undefined };
}

/** Requests of the open session, read again when `key` changes; undefined until loaded. */
export function useRequests(key: string): readonly SentRequestView[] | undefined {
  const { map } = useActions();
  const [read, setRead] = useState<{ readonly of: string; readonly requests: readonly SentRequestView[] }>();
  useEffect(() => unlessGone(map.requests(), (requests) => setRead({ of: key, requests: requests ?? [] })), [map, key]);
  return read?.requests;
}

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

/** Laid out for reading; every value is as it would be posted. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** The body of a request: to read, and byte for byte. */
export function ExactRequest({
  view: given,
  at,
  isSent,
}: {
  readonly view: ContextView;
  /** The event that it is of; undefined: the next request. */
  readonly at: number | undefined;
  readonly isSent: boolean;
}) {
  const t = useT();
  const { view, load, loading } = useWhole(given, at);
  const format = useFormat();
  const [exact, setExact] = useState(false);
  const { json, sha256, tokens, prefix, verified, post } = view;
  const missing = view.withoutBody === undefined ? 'map.request.withoutMedia' : 'map.request.withoutBody';
  const isWhole = view.withoutBody === undefined && view.withoutMedia !== true;
  const shown = useMemo(() => (exact ? json : pretty(json)), [exact, json]);
  const bytes = useMemo(() => new TextEncoder().encode(json).length, [json]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <dl className="flex shrink-0 flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2 text-ink-soft text-sm">
        <div className="flex gap-1.5">
          <dt>{t('gauge.request.size')}</dt>
          <dd className="text-ink tabular-nums">
            {format.bytes(view.withoutBody ?? bytes)} ·{' '}
            {tokens.approximate === true ? `${t('gauge.approximate')} ` : ''}
            {t('common.tokens', { count: tokens.total, n: format.number(tokens.total) })}
          </dd>
        </div>
        {prefix === undefined ? null : (
          <div className="flex gap-1.5">
            <dt>{t('gauge.request.same')}</dt>
            <dd className="text-ink tabular-nums">
              {t('gauge.keptRow', {
                n: format.number(prefix.tokens),
                share: format.percent(prefix.tokens / Math.max(1, tokens.total)),
              })}
            </dd>
          </div>
        )}
        {post === undefined ? null : (
          <div className="flex gap-1.5">
            <dt>{t('common.protocol')}</dt>
            <dd className="text-ink">
              {t(`map.request.wires.${post.wire}`)} <code className="font-mono text-xs">{post.path}</code>
            </dd>
          </div>
        )}
        <div className="flex min-w-0 gap-1.5">
          <dt>{t('gauge.request.hash')}</dt>
          <dd className="truncate font-mono text-ink text-xs" title={sha256}>
            {sha256.slice(0, 16)}…
          </dd>
          {verified === undefined ? null : (
            <dd>
              <Badge tone={verified ? 'success' : 'danger'}>
                {t(verified ? 'review.verified.asSent' : 'review.verified.notAsSent')}
              </Badge>
            </dd>
          )}
        </div>
      </dl>
      <TextPane
        text={view.withoutBody === undefined ? shown : t(missing)}
        label={t(isSent ? 'gauge.request.sent' : 'gauge.request.open')}
        className="min-h-0 flex-1 border-line border-t"
        actions={
          <>
            <Button size="sm" variant="ghost" aria-pressed={exact} onClick={() => setExact(!exact)}>
              {t(exact ? 'map.request.readable' : 'map.request.exact')}
            </Button>
            {isWhole ? null : (
              <Button size="sm" busy={loading} title={t(missing)} onClick={load}>
                {t(view.withoutMedia === true ? 'map.request.loadMedia' : 'map.request.loadBody')}
              </Button>
            )}
            {isWhole ? <CopyButton text={json} variant="primary" label={t('gauge.request.copy')} /> : null}
          </>
        }
      />
    </div>
  );
}

/** Pictures and PDFs appear as hashes, and a long body not at all, until all of it is requested. */
function useWhole(given: ContextView, at: number | undefined) {
  const { map } = useActions();
  const [whole, setWhole] = useState<ContextView>();
  const [loading, setLoading] = useState(false);
  const load = async () => {
    setLoading(true);
    setWhole(await map.request(at, undefined, true));
    setLoading(false);
  };
  return { view: whole?.sha256 === given.sha256 ? whole : given, load: () => void load(), loading };
}
