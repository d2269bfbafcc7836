/** Keeps libraries in step with their folders: a change invalidates them at once, is looked at once, and then told. */
import type { Diagnostic } from '../../../shared/events.ts';
import { isInside } from '../discovery/contained-file.ts';
import type { SkillLibrary, SkillRoot, SkillSummary } from '../types.ts';
import { type SkillWatch, watchSkills } from './watch.ts';
import { fingerprint } from './watch-fingerprint.ts';
import { settledLook } from './watch-settled.ts';

export interface SkillWatcher {
  /** Watches the roots from the first listener on, in a host that stays open. */
  onChange(listener: () => void): () => void;
  /** Tells the listeners: something other than the files changed which skills may be used. */
  notify(): void;
  /** False where these roots have to be looked at to know. */
  isUnchanged(roots: readonly SkillRoot[]): Promise<boolean>;
  /** Fingerprints of the skills' files by folder; undefined for folders that are not watched, where they are many. */
  contentOf(skills: readonly SkillSummary[]): Promise<(dir: string) => string | undefined>;
  /** Diagnostics of roots that cannot be watched. */
  diagnostics(): readonly Diagnostic[];
  close(): Promise<void>;
}

/** Max skills whose folders are walked at each check without a watcher, which takes some ten milliseconds. */
const MAX_WALKED = 500;

export function createSkillWatcher(options: {
  readonly libraries: () => readonly { readonly library: SkillLibrary; readonly roots: readonly SkillRoot[] }[];
  /** False for a command that ends at once. */
  readonly watches: boolean;
  readonly reportBug: (error: unknown) => void;
}): SkillWatcher {
  const { libraries, watches, reportBug } = options;
  const listeners = new Set<() => void>();
  /** Prints of watched folders, until a file in them changes. */
  const prints = new Map<string, Promise<string>>();
  let watch: SkillWatch | undefined;
  let isClosed = false;
  const covers = (dir: string): boolean => watch?.covers(dir) ?? false;

  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const invalidate = (file: string): void => {
    for (const dir of prints.keys()) if (isInside(dir, file) || isInside(file, dir)) prints.delete(dir);
    for (const { library } of libraries()) library.invalidate([]);
  };
  const look = async (touched: ReadonlySet<string>): Promise<void> => {
    try {
      let isChanged = touched.size > 0;
      // A look that nothing asked for trusts nothing.
      if (!isChanged) prints.clear();
      for (const { library } of libraries()) {
        if (touched.size === 0) library.invalidate([]);
        const before = library.catalog();
        isChanged = (await settledLook(library)) !== before || isChanged;
      }
      if (isChanged && !isClosed) notify();
    } catch (error) {
      reportBug(error);
    }
  };
  const rootsNow = (): readonly string[] => [
    ...new Set(libraries().flatMap(({ roots }) => roots.map(({ dir }) => dir))),
  ];
  const printOf = (dir: string): Promise<string> => {
    if (!covers(dir)) return fingerprint(dir);
    const print = prints.get(dir) ?? fingerprint(dir);
    prints.set(dir, print);
    return print;
  };

  return {
    notify,
    onChange(listener) {
      listeners.add(listener);
      if (watches && !isClosed && watch === undefined) {
        watch = watchSkills({ roots: rootsNow, onTouched: invalidate, onQuiet: look });
        // No one reported what was written before the watch was ready.
        void watch.ready.then(notify);
      }
      return () => listeners.delete(listener);
    },
    isUnchanged: async (roots) => (await watch?.isUnchanged(roots.map(({ dir }) => dir))) ?? false,
    async contentOf(found) {
      const byDir = new Map<string, string>();
      const isFew = found.length <= MAX_WALKED;
      for (const { dir } of found) if (isFew || covers(dir)) byDir.set(dir, await printOf(dir));
      return (dir) => byDir.get(dir);
    },
    diagnostics: () =>
      (watch?.diagnostics() ?? []).filter(({ file }) => rootsNow().some((root) => isInside(root, file))),
    async close() {
      isClosed = true;
      listeners.clear();
      await watch?.close();
    },
  };
}
