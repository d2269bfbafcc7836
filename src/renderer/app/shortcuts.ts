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

/** By the key's place, as Alt writes other letters on some keyboards. */
const WITH_ALT: Readonly<Record<string, keyof ShortcutHandlers>> = {
  KeyN: 'onNew',
  KeyM: 'onMap',
  KeyL: 'onLibrary',
  KeyR: 'onReview',
};
const WITH_MOD: Readonly<Record<string, keyof ShortcutHandlers>> = {
  n: 'onNew',
  b: 'onSessions',
  f: 'onFind',
  i: 'onInspector',
  k: 'onPalette',
  ',': 'onSettings',
};

/** Undefined for a key press that is no shortcut, or is typed into a field. */
function shortcutOf(event: KeyboardEvent): keyof ShortcutHandlers | undefined {
  const { altKey, code, key, shiftKey, target } = event;
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return undefined;
  if (event.ctrlKey || event.metaKey) return altKey || shiftKey ? undefined : WITH_MOD[key.toLowerCase()];
  if (altKey) return WITH_ALT[code];
  const isTyped = target instanceof Element && target.closest(TYPING) !== null;
  return key === '?' && !isTyped ? 'onHelp' : undefined;
}

export function useShortcuts(handlers: ShortcutHandlers): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      const handler = name && handlers[name];
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [handlers]);
}
