import { type ReactNode, StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { FirstRunGate } from '../../features-view.ts';
import { currentLanguage, fetchAllWords, formatFor, restOfWords, translate, useT } from '../i18n.ts';
import { notifyFailure } from '../shared/failures.tsx';
import {
  type AppStore,
  applyAppearance,
  type Connection,
  createAppStore,
  keepAddress,
  localDrafts,
  type Notifier,
  StoreProvider,
  takeGivenFiles,
  takeGivenPrompts,
  useResolvedTheme,
} from '../store/index.ts';
import { afterPaint, forLaterViews, notify, Toaster, TooltipProvider, UiWordsProvider } from '../ui/index.ts';
import { Layout } from './layout.tsx';

const notifier: Notifier = {
  failed: notifyFailure,
  removed(title, onUndo) {
    const text = title === '' ? translate('app.removedUntitled') : translate('app.removed', { title });
    notify.undo(text, translate('common.undo'), onUndo);
  },
  compacted({ before, after, messages }, onUndo) {
    const { number } = formatFor(currentLanguage());
    const figures = { n: number(messages), before: number(before), after: number(after) };
    notify.undo(translate('chat.compaction.done', { count: messages, ...figures }), translate('common.undo'), onUndo);
  },
  compactionStopped() {
    notify.done(translate('chat.compaction.stopped'));
  },
  noteRemoved(onUndo) {
    notify.undo(translate('review.notes.removed'), translate('common.undo'), onUndo);
  },
};

function untilOpen({ status, onStatus }: Connection): Promise<void> {
  return new Promise((resolve) => {
    if (status() === 'open') return resolve();
    const stop = onStatus((now) => {
      if (now !== 'open') return;
      stop();
      resolve();
    });
  });
}

/** Mounts the app on the page over the given connection. */
export function boot(connection: Connection, root: HTMLElement): void {
  const store = createAppStore({ connection, notifier, drafts: localDrafts(localStorage) });
  applyAppearance(store, document.documentElement);
  keepAddress(store, window);
  takeGivenPrompts(store, window);
  takeGivenFiles(store, window);
  store.start();
  forLaterViews({ needs: restOfWords, connected: () => untilOpen(connection) });
  createRoot(root).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  );
  afterPaint(fetchAllWords);
}

function App({ store }: { readonly store: AppStore }) {
  return (
    <Providers store={store}>
      <FirstRunGate>
        <Layout />
      </FirstRunGate>
    </Providers>
  );
}

/** Frame of any view: the store, the words of the controls, and the place for notices. */
export function Providers({ store, children }: { readonly store: AppStore; readonly children: ReactNode }) {
  const t = useT();
  const words = useMemo(() => ({ close: t('common.close'), loading: t('common.loading') }), [t]);
  return (
    <StoreProvider store={store}>
      <UiWordsProvider words={words}>
        <TooltipProvider>
          {children}
          <Notices />
        </TooltipProvider>
      </UiWordsProvider>
    </StoreProvider>
  );
}

function Notices() {
  const t = useT();
  return <Toaster label={t('app.toasts')} theme={useResolvedTheme()} />;
}
