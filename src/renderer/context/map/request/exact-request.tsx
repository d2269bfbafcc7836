import { useMemo, useState } from 'react';
import type { ContextView } from '../../../../shared/contract.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { useActions, useSessionState, useSettings } from '../../../store/index.ts';
import { Badge, Button } from '../../../ui/index.ts';
import { curlLine, keyNameOf } from './curl.ts';
import { TextPane } from './text-pane.tsx';

/** Laid out for reading; every value is as it would be posted. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** The body of a request: to read, byte for byte, and to send again from a shell. */
export function ExactRequest({
  view: given,
  at,
  className,
}: {
  readonly view: ContextView;
  /** The event that it is of; undefined: the next request. */
  readonly at: number | undefined;
  readonly className?: string;
}) {
  const t = useT();
  const { view, load } = useWhole(given, at);
  const format = useFormat();
  const [exact, setExact] = useState(false);
  const { baseUrl: setUrl } = useSettings();
  const { baseUrl = setUrl, apiKeyEnv } = useSessionState((state) => state.pinned);
  const { json, sha256, tokens, prefix, verified, post } = view;
  const shown = useMemo(() => (exact ? json : pretty(json)), [exact, json]);
  const bytes = useMemo(() => new TextEncoder().encode(json).length, [json]);
  const curl = useMemo(
    () => (post === undefined ? '' : curlLine(json, post, { baseUrl, keyName: keyNameOf(baseUrl, apiKeyEnv) })),
    [json, post, baseUrl, apiKeyEnv],
  );
  return (
    <div className={className}>
      <dl className="flex shrink-0 flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2 text-ink-soft text-sm">
        <div className="flex gap-1.5">
          <dt>{t('gauge.request.size')}</dt>
          <dd className="text-ink tabular-nums">
            {format.bytes(bytes)} · {tokens.approximate === true ? `${t('gauge.approximate')} ` : ''}
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
        text={shown}
        label={t('gauge.request.title')}
        className="min-h-0 flex-1 border-line border-t"
        actions={
          <>
            <Button size="sm" variant="ghost" aria-pressed={exact} onClick={() => setExact(!exact)}>
              {t(exact ? 'map.request.readable' : 'map.request.exact')}
            </Button>
            {view.withoutMedia === true ? (
              <Button size="sm" title={t('map.request.withoutMedia')} onClick={load}>
                {t('map.request.loadMedia')}
              </Button>
            ) : null}
            {view.withoutMedia === true || curl === '' ? null : (
              <CopyButton text={curl} variant="ghost" label={t('map.request.curl')} />
            )}
            {view.withoutMedia === true ? null : (
              <CopyButton text={json} variant="primary" label={t('gauge.request.copy')} />
            )}
          </>
        }
      />
    </div>
  );
}

/** Pictures and PDFs appear as hashes until their bytes are requested. */
function useWhole(given: ContextView, at: number | undefined) {
  const { map } = useActions();
  const [whole, setWhole] = useState<ContextView>();
  const load = () => void map.request(at, undefined, true).then(setWhole);
  return { view: whole?.sha256 === given.sha256 ? whole : given, load };
}
