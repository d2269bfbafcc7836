import { type Bench, dirtyOf, lasting } from './workbench-state.ts';

/** Milliseconds after the last key. */
const CHECK_AFTER = 120;

/** Checks the text as it is typed, saved or not. */
export function textCheck({ skill, commands, state, isDisposed }: Bench) {
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Answers that were overtaken by a later question are dropped. */
  const now = async (): Promise<void> => {
    clearTimeout(timer);
    const mine = ++asked;
    state.setState({ checking: true });
    const unsaved = dirtyOf(state.getState()).map(({ path, text }) => ({ path, text }));
    const outcome = await commands.check(skill, unsaved);
    if (isDisposed() || mine !== asked) return;
    if (outcome.ok) state.setState({ check: outcome.value, checking: false, failure: undefined });
    else state.setState({ checking: false, failure: lasting(outcome.failure, state.getState()) });
  };
  const soon = (): void => {
    clearTimeout(timer);
    asked += 1;
    timer = setTimeout(() => void now(), CHECK_AFTER);
  };

  return { now /** Once the person pauses. */, soon, dispose: () => clearTimeout(timer) };
}
