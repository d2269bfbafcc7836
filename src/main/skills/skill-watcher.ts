/** Tells who listens when skills have changed on the disk. */
import { monotonicMs } from '../lib/timing.ts';
import type { SkillLibrary, SkillSummary } from './types.ts';
import { fingerprint, settledLook } from './watch.ts';

/** Least milliseconds between two looks, so that a change shows within a second … */
const EVERY_MS = 700;
/** … and how much longer than a look the pause after it is, so that many skills take little of a processor. */
const PAUSE = 40;
/** Max skills whose files are looked at: some ten milliseconds for each thousand. */
const MAX_WALKED = 2_000;

/** Fingerprints of the skills' files by folder; undefined where the skills are too many. */
async function contentOf(skills: readonly SkillSummary[]): Promise<(dir: string) => string | undefined> {
  const prints = new Map<string, string>();
  if (skills.length <= MAX_WALKED) for (const { dir } of skills) prints.set(dir, await fingerprint(dir));
  return (dir) => prints.get(dir);
}

export type SkillWatcher = ReturnType<typeof createSkillWatcher>;

export function createSkillWatcher({
  libraries,
  watches,
  reportBug,
}: {
  readonly libraries: () => readonly { readonly library: SkillLibrary }[];
  /** False for a command that ends at once. */
  readonly watches: boolean;
  readonly reportBug: (error: unknown) => void;
}) {
  const listeners = new Set<() => void>();
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  /** Tells the listeners: something other than the files changed which skills may be used. */
  const notify = (): void => {
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch (error) {
        reportBug(error);
      }
    }
  };
  /** Another list where a catalog is another, or a file of a skill. */
  const stateNow = async (): Promise<readonly unknown[]> => {
    const state: unknown[] = [];
    for (const { library } of libraries()) {
      const catalog = await settledLook(library);
      const printOf = await contentOf(catalog.skills);
      state.push(catalog);
      for (const { dir } of catalog.skills) state.push(printOf(dir));
    }
    return state;
  };
  const look = async (before: readonly unknown[]): Promise<void> => {
    const startedAt = monotonicMs();
    const now = await stateNow().catch((error: unknown) => {
      reportBug(error);
      return before;
    });
    if (stop.signal.aborted) return;
    if (now.length !== before.length || now.some((one, index) => one !== before[index])) notify();
    const again = (): void => {
      looking = look(now);
    };
    timer = setTimeout(again, Math.max(EVERY_MS, PAUSE * (monotonicMs() - startedAt)));
    timer.unref();
  };

  return {
    notify,
    contentOf,
    /** Looks at the folders again and again from the first listener on, in a host that stays open. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      if (watches && !stop.signal.aborted) looking ??= look([]);
      return () => listeners.delete(listener);
    },
    async close(): Promise<void> {
      stop.abort();
      clearTimeout(timer);
      listeners.clear();
      await looking;
    },
  };
}
