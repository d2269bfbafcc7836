import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '../app.tsx';
import { currentLanguage, fetchAllWords, formatFor, restOfWords, translate } from '../i18n.ts';
import { notifyFailure } from '../shared/failures.tsx';
import {
  applyAppearance,
  type Connection,
  createAppStore,
  keepAddress,
  localDrafts,
  type Notifier,
  takeGivenFiles,
  takeGivenPrompts,
} from '../store/index.ts';
import { afterPaint, forLaterViews, notify } from '../ui/index.ts';

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
  compactionUndone({ tokens, max, compactsAgain }) {
    if (tokens === undefined || max === undefined) return;
    const { number } = formatFor(currentLanguage());
    const title = translate('chat.compaction.undone', { n: number(tokens) });
    if (compactsAgain === true) notify.beware(title, translate('chat.compaction.again', { max: number(max) }));
    else notify.done(title);
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
