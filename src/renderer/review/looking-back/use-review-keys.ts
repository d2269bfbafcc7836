import { useEffect } from 'react';
import { type Actions, useActions, useAllEvents, useApp, useMoment } from '../../store/index.ts';

/** Elements that handle keys themselves. */
const TYPING = 'input, textarea, select, [contenteditable="true"], .xterm';
const WITH_ARROWS =
  '[role="toolbar"], [role="menu"], [role="menuitem"], [role="tablist"], [role="listbox"], [role="grid"]';
const OVER_THE_WINDOW = '[role="dialog"], [role="alertdialog"]';
const PRESSED_BY_SPACE = 'button, a, summary, [role="button"], [role="option"]';

type Keys = Pick<Actions, 'stepMoment' | 'lookBack' | 'backToNow' | 'playMoments' | 'pauseMoments' | 'writeNote'>;

interface Now {
  readonly seq: number;
  readonly first: number;
  readonly playing: boolean;
}

/** Action of a key while a past moment is shown; undefined for other keys. */
export function keyDeed(event: KeyboardEvent, actions: Keys, { seq, first, playing }: Now): (() => void) | undefined {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const on = event.target instanceof Element ? event.target : undefined;
  const within = (places: string) => on?.closest(places) != null;
  if (within(TYPING) || within(OVER_THE_WINDOW)) return undefined;
  const by = event.shiftKey ? 'turn' : 'event';
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      if (within(WITH_ARROWS)) return undefined;
      return () => actions.stepMoment(by, event.key === 'ArrowLeft' ? -1 : 1);
    case 'Home':
      return within(WITH_ARROWS) ? undefined : () => actions.lookBack(first);
    case 'End':
      return within(WITH_ARROWS) ? undefined : () => actions.lookBack();
    case 'Escape':
      return within(WITH_ARROWS) ? undefined : actions.backToNow;
    case ' ':
      if (event.shiftKey || within(PRESSED_BY_SPACE)) return undefined;
      return playing ? actions.pauseMoments : actions.playMoments;
    case 'f':
    case 'F':
      return () => actions.stepMoment('failure', event.shiftKey ? -1 : 1);
    case 'n':
    case 'N':
      return () => actions.writeNote({ on: seq });
    default:
      return undefined;
  }
}

/** The keys of the whole window, while a moment of the past is shown. */
export function useReviewKeys(): void {
  const actions = useActions();
  const seq = useMoment();
  const playing = useApp((data) => data.passage !== undefined);
  const first = useAllEvents()[0]?.seq ?? 1;
  useEffect(() => {
    if (seq === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const deed = keyDeed(event, actions, { seq, first, playing });
      if (deed === undefined) return;
      event.preventDefault();
      deed();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [actions, seq, first, playing]);
}
