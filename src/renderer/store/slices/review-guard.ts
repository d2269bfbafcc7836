import type { Actions } from '../actions.ts';

/**
 * Actions that change the session. Their buttons are hidden while a past moment is shown; this blocks all other ways.
 */
const CHANGES = [
  'send',
  'stop',
  'retry',
  'edit',
  'approve',
  'loadSkill',
  'unloadSkill',
  'loadReference',
  'unloadReference',
  'pinSkill',
  'reloadSkill',
  'pinMessage',
  'compact',
  'undoCompaction',
  'answerForm',
  'typeInto',
] as const satisfies readonly (keyof Actions)[];

/** The same actions, of which those that would change the session answer `false` while `isPast`. */
export function guarded(actions: Actions, isPast: () => boolean): Actions {
  const refusing = CHANGES.map((name) => {
    const act: (...given: never[]) => Promise<boolean> = actions[name];
    return [name, (...given: never[]) => (isPast() ? Promise.resolve(false) : act(...given))];
  });
  return { ...actions, ...Object.fromEntries(refusing) };
}
