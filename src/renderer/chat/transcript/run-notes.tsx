import { RotateCcw } from 'lucide-react';
import { failureReason } from '../../../shared/messages/run-failure.ts';
import type { ModelFailure, RunEnd } from '../../../shared/session-state.ts';
import { useChatScope } from '../../cards/chat-scope.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { useWords } from '../../shared/use-words.ts';
import { useActions, usePast, useSessionState, useSettings } from '../../store/index.ts';
import { Banner, Button, Collapsible, Spinner } from '../../ui/index.ts';
import { useNow } from '../activity/use-seconds.ts';
import { mendedInSettings, reasonKey, remedyKey } from './failure-words.ts';

function Again() {
  const words = useWords();
  const past = usePast();
  const { retry } = useActions();
  if (past) return null;
  return (
    <Button size="sm" onClick={() => void retry()}>
      <RotateCcw aria-hidden className="size-3.5" />
      {words.t('end.retry')}
    </Button>
  );
}

/**
 * Continues by sending a plain message, so that finished work is not repeated. The demo model follows fixed rules and
 * cannot continue: it only offers a retry.
 */
function GoOn() {
  const words = useWords();
  const { demo } = useSettings();
  const past = usePast();
  const { send } = useActions();
  if (demo || past) return null;
  return (
    <Button size="sm" variant="primary" onClick={() => void send(words.t('end.continueText'))}>
      {words.t('end.continue')}
    </Button>
  );
}

const Ways = () => (
  <div className="flex shrink-0 flex-wrap justify-end gap-2">
    <Again />
    <GoOn />
  </div>
);

/** Advice; what exactly happened is behind a disclosure. */
function Failed({ end: { code = '', message, reason, figures } }: { readonly end: RunEnd }) {
  const words = useWords();
  const language = useLanguage();
  const { openSettings } = useChatScope();
  return (
    <Banner tone="danger" title={words.t('end.errorTitle')}>
      <p>{words.t(remedyKey(code))}</p>
      {message === undefined ? null : (
        <Collapsible className="mt-1 text-ink-soft text-sm" summary={words.t('end.details')}>
          <p className="pl-5.5 [overflow-wrap:anywhere]">{failureReason(language, { reason, figures, message })}</p>
        </Collapsible>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Again />
        {mendedInSettings(code) ? (
          <Button size="sm" onClick={openSettings}>
            {words.t('end.settings')}
          </Button>
        ) : null}
      </div>
    </Banner>
  );
}

/** Reason why the run ended, where it did not simply end well, and what to do now. */
export function RunEndNote({ end }: { readonly end: RunEnd }) {
  const words = useWords();
  const steps = useSessionState((state) => state.limits.maxIterations);
  if (end.state === 'stopped' && end.code !== 'interrupted' && end.code !== 'branched') {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-ink-soft text-sm">{words.t('end.stopped')}</p>
        <Again />
      </div>
    );
  }
  if (end.state === 'max-iterations') {
    return (
      <Banner tone="warning" action={<Ways />}>
        {words.t('end.maxIterations', { count: steps })}
      </Banner>
    );
  }
  if (end.code === 'branched') {
    return (
      <Banner tone="info" action={<Ways />}>
        {words.t('end.branched')}
      </Banner>
    );
  }
  if (end.code === 'interrupted') {
    return (
      <Banner tone="warning" action={<Ways />}>
        {words.t('end.interrupted')}
      </Banner>
    );
  }
  if (end.code === 'refused') return <p className="text-ink-soft text-sm">{words.t('end.refused')}</p>;
  return <Failed end={end} />;
}

/** The model failed for now; counts down to the next try. */
export function RetryNote({ failure }: { readonly failure: ModelFailure }) {
  const words = useWords();
  const language = useLanguage();
  const now = useNow(true);
  const left = Math.ceil((Date.parse(failure.at) + (failure.retryInMs ?? 0) - now) / 1000);
  const reason = words.t(reasonKey(failure.code));
  return (
    <p className="flex items-center gap-2 text-ink-soft" title={failureReason(language, failure)}>
      <Spinner decorative className="size-3.5 text-warning" />
      <span className="tabular-nums">
        {left > 0 ? words.t('retrying.line', { reason, seconds: left }) : words.t('retrying.now', { reason })}
      </span>
    </p>
  );
}
