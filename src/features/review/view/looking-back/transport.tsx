import {
  ChevronFirst,
  ChevronLast,
  type LucideIcon,
  Pause,
  Play,
  StepBack,
  StepForward,
  TriangleAlert,
} from 'lucide-react';
import { useEffect } from 'react';
import { useT, type WordKey } from '../../../../renderer/i18n.ts';
import {
  type Actions,
  hasFailed,
  useActions,
  useAllEvents,
  useApp,
  useMoment,
} from '../../../../renderer/store/index.ts';
import { IconButton } from '../../../../renderer/ui/index.ts';

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

/** Buttons to step by turn or event, and to play. */
export function Transport() {
  const t = useT();
  const { stepMoment, playMoments, pauseMoments } = useActions();
  const playing = useApp((data) => data.passage !== undefined);
  const step = (label: WordKey, keys: readonly string[], icon: LucideIcon, by: 'turn' | 'event', direction: 1 | -1) => (
    <IconButton
      size="sm"
      side="top"
      label={t(label)}
      keys={keys}
      onClick={() => stepMoment(by, direction)}
      icon={icon}
    />
  );
  return (
    <div className="flex items-center gap-0.5">
      {step('review.turnBefore', ['Shift', '←'], ChevronFirst, 'turn', -1)}
      {step('review.eventBefore', ['←'], StepBack, 'event', -1)}
      <IconButton
        variant="primary"
        side="top"
        label={t(playing ? 'review.pause' : 'review.play')}
        keys={[t('common.space')]}
        onClick={playing ? pauseMoments : playMoments}
        className="mx-1"
      >
        {playing ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
      </IconButton>
      {step('review.eventAfter', ['→'], StepForward, 'event', 1)}
      {step('review.turnAfter', ['Shift', '→'], ChevronLast, 'turn', 1)}
      <NextFailure />
    </div>
  );
}

function NextFailure() {
  const t = useT();
  const { stepMoment } = useActions();
  const moment = useMoment() ?? 0;
  const failures = useAllEvents().filter(hasFailed);
  const isNext = failures.some(({ seq }) => seq > moment);
  return (
    <IconButton
      size="sm"
      side="top"
      label={t(failures.length === 0 ? 'review.noFailure' : 'review.failureAfter')}
      keys={['F']}
      disabled={!isNext}
      onClick={() => stepMoment('failure', 1)}
      icon={TriangleAlert}
    />
  );
}
