import { useEffect } from 'react';

/** Browsers reserve Ctrl+N, so there it is Alt+N. */
export const KEYS = {
  new: ['Mod', 'N'],
  newInBrowser: ['Alt', 'N'],
  sessions: ['Mod', 'B'],
  inspector: ['Mod', 'I'],
  palette: ['Mod', 'K'],
  find: ['Mod', 'F'],
  map: ['Alt', 'M'],
  library: ['Alt', 'L'],
  review: ['Alt', 'R'],
  settings: ['Mod', ','],
  help: ['?'],
} as const;

export interface ShortcutHandlers {
  readonly onNew: () => void;
  readonly onSessions: () => void;
  readonly onInspector: () => void;
  readonly onPalette: () => void;
  readonly onMap: () => void;
  readonly onLibrary: () => void;
  readonly onSettings: () => void;
  readonly onHelp: () => void;
  readonly onReview: () => void;
  /** Undefined where the browser's own search serves. */
  readonly onFind: (() => void) | undefined;
}

const TYPING = 'input, textarea, select, [contenteditable="true"], .xterm';

/** The handler that a key press calls, or undefined for every other key. */
function handlerFor(event: KeyboardEvent, handlers: ShortcutHandlers): (() => void) | undefined {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return undefined;
  const mod = event.ctrlKey || event.metaKey;
  if (event.altKey && !mod && event.code === 'KeyN') return handlers.onNew;
  if (event.altKey && !mod && event.code === 'KeyM') return handlers.onMap;
  if (event.altKey && !mod && event.code === 'KeyL') return handlers.onLibrary;
  if (event.altKey && !mod && event.code === 'KeyR') return handlers.onReview;
  if (!mod && !event.altKey && event.key === '?') {
    return event.target instanceof Element && event.target.closest(TYPING) !== null ? undefined : handlers.onHelp;
  }
  if (!mod || event.altKey || event.shiftKey) return undefined;
  switch (event.key.toLowerCase()) {
    case 'n':
      return handlers.onNew;
    case 'b':
      return handlers.onSessions;
    case 'f':
      return handlers.onFind;
    case 'i':
      return handlers.onInspector;
    case 'k':
      return handlers.onPalette;
    case ',':
      return handlers.onSettings;
    default:
      return undefined;
  }
}

export function useShortcuts(handlers: ShortcutHandlers): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const handler = handlerFor(event, handlers);
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [handlers]);
}
