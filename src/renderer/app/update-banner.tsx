import { useState } from 'react';
import type { UpdateState } from '../../shared/contract/updates.ts';
import { useT } from '../i18n.ts';
import { useActions, useSettings, useUpdates } from '../store/index.ts';
import { Button, SCROLLED_BY_KEYS } from '../ui/index.ts';
import { Collapsible } from '../ui/on-demand.ts';
import { WideBanner } from './banners.tsx';

/** Newer versions of the desktop app: the question whether to look for them, then the one that was found. */
export function UpdateBanner() {
  const state = useUpdates();
  const { updates, welcomed } = useSettings();
  const actions = useActions().updates;
  const [dismissed, setDismissed] = useState<string>();
  if (state === undefined) return null;
  if (state.undone !== undefined) return <Undone version={state.undone} onDismiss={() => void actions.undoneSeen()} />;
  if (updates === undefined) return welcomed ? <Question server={state.server} /> : null;
  const key = `${state.status} ${state.version}`;
  if (state.version === undefined || key === dismissed) return null;
  return <Found state={state} version={state.version} onDismiss={() => setDismissed(key)} />;
}

function Undone({ version, onDismiss }: { readonly version: string; readonly onDismiss: () => void }) {
  const t = useT();
  return (
    <WideBanner live dismiss={t('updates.dismiss')} onDismiss={onDismiss}>
      <p>{t('updates.undone', { version })}</p>
    </WideBanner>
  );
}

function Question({ server }: { readonly server: string }) {
  const t = useT();
  const { setSettings } = useActions();
  return (
    <WideBanner live>
      <p className="font-medium">{t('updates.question')}</p>
      <p className="text-pretty text-ink-soft">{t('updates.questionHint', { server })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {(['ask', 'auto', 'off'] as const).map((choice) => (
          <Button key={choice} size="sm" onClick={() => void setSettings({ updates: choice })}>
            {t(`updates.answers.${choice}`)}
          </Button>
        ))}
      </div>
    </WideBanner>
  );
}

interface FoundProps {
  readonly state: UpdateState;
  readonly version: string;
  readonly onDismiss: () => void;
}

function Found({ state, version, onDismiss }: FoundProps) {
  const t = useT();
  const { download, install } = useActions().updates;
  const { status, way, server, notes, failure, percent = 0 } = state;
  if (status === 'downloading') {
    const label = t('updates.downloading', { version });
    return (
      <div className="flex flex-wrap items-center gap-3 border-line border-b bg-sunken px-3 py-2.5 text-base">
        <span>{label}</span>
        <progress aria-label={label} className="h-1.5 w-48" max={100} value={percent} />
        <span className="text-ink-soft tabular-nums">{percent} %</span>
      </div>
    );
  }
  if (status === 'failed' && failure !== undefined) {
    return (
      <WideBanner live dismiss={t('updates.dismiss')} onDismiss={onDismiss}>
        <p>{t(`updates.failures.${failure}`, { version, server })}</p>
        <Button size="sm" className="mt-1" onClick={() => void download()}>
          {t('common.tryAgain')}
        </Button>
      </WideBanner>
    );
  }
  if (status !== 'available' && status !== 'ready') return null;
  const isPackage = way === 'package';
  const words = {
    available: 'updates.available',
    ready: isPackage ? 'updates.readyPackage' : 'updates.ready',
  } as const;
  return (
    <WideBanner live dismiss={t('updates.dismiss')} onDismiss={onDismiss}>
      <p>{t(words[status], { version })}</p>
      {notes === undefined ? null : (
        <Collapsible summary={t('updates.notes')}>
          <p {...SCROLLED_BY_KEYS} className="max-h-60 overflow-auto whitespace-pre-wrap py-1 text-ink-soft">
            {notes}
          </p>
        </Collapsible>
      )}
      {status === 'available' ? (
        <Button size="sm" className="mt-1" onClick={() => void download()}>
          {t('updates.download')}
        </Button>
      ) : (
        <Button size="sm" className="mt-1" onClick={() => void install()}>
          {t(isPackage ? 'updates.showPackage' : 'updates.restart')}
        </Button>
      )}
    </WideBanner>
  );
}
