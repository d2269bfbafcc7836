import type { Actions } from '../actions.ts';

/** What would change the session. Its buttons are not there while a moment of the past is shown; this is for all other ways. */
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
