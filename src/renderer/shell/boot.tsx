import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '../app.tsx';
import { currentLanguage, formatFor, translate } from '../i18n/index.ts';
import {
  applyAppearance,
  type Connection,
  createAppStore,
  keepAddress,
  localDrafts,
  type Notifier,
} from '../store/index.ts';
import { notify } from '../ui/index.ts';

const notifier: Notifier = {
  failed({ code, message }) {
    const text =
      code === 'unexpected'
        ? translate('common.unexpected', { message })
        : code === 'not-connected'
          ? translate('common.notConnected')
          : message;
    notify.error(translate(`errors.${code}`), text);
  },
  removed(title, onUndo) {
    const text = title === '' ? translate('app.removedUntitled') : translate('app.removed', { title });
    notify.undo(text, translate('common.undo'), onUndo);
  },
  compacted(before, after, messages) {
    const { number } = formatFor(currentLanguage());
    notify.done(translate('chat.compaction.done', { count: messages, before: number(before), after: number(after) }));
  },
};

/** Puts the app on the page, over whatever connection it is given. */
export function boot(connection: Connection, root: HTMLElement): void {
  const store = createAppStore({ connection, notifier, drafts: localDrafts(localStorage) });
  applyAppearance(store, document.documentElement);
  keepAddress(store, window);
  store.start();
  createRoot(root).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  );
}
