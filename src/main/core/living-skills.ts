/** The skills while their files change: what is watched, what is told, and what tells a written skill from one left alone. */
import type { Diagnostic } from '../../shared/events.ts';
import { isInside } from '../skills/discovery/contained-file.ts';
import { type SkillWatch, watchSkills } from '../skills/watching/watch.ts';
import { createFingerprints } from '../skills/watching/watch-fingerprint.ts';
import { settledLook } from '../skills/watching/watch-settled.ts';
import type { EnvironmentSkills } from './environment-skills.ts';
import type { SkillStock } from './skill-source.ts';

export interface LivingSkills extends Pick<SkillStock, 'contentOf'> {
  /** From the first listener on the roots are watched, in a host that stays open. */
  onChange(listener: () => void): () => void;
  /** Something other than their files changed which skills may be used. */
  tell(): void;
  /** Of roots that cannot be watched. */
  diagnostics(): readonly Diagnostic[];
  close(): Promise<void>;
}

/** Skills whose folders are walked at each look where nobody watches them: some ten milliseconds of looking. */
const MOST_WALKED = 500;

export function livingSkills(options: {
  readonly skills: Pick<EnvironmentSkills, 'all'>;
  /** False for a command that ends at once. */
  readonly watches: boolean;
  readonly reportBug: (error: unknown) => void;
}): LivingSkills {
  const { skills, watches, reportBug } = options;
  const listeners = new Set<() => void>();
  let watch: SkillWatch | undefined;
  let isClosed = false;
  const covers = (dir: string): boolean => watch?.covers(dir) ?? false;
  const prints = createFingerprints(covers);

  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const look = async (touched: ReadonlySet<string>): Promise<void> => {
    try {
      let isChanged = touched.size > 0;
      for (const { library } of skills.all()) {
        const before = library.catalog();
        isChanged = (await settledLook(library)) !== before || isChanged;
      }
      if (isChanged && !isClosed) tell();
    } catch (error) {
      reportBug(error);
    }
  };
  const rootsNow = (): readonly string[] => [
    ...new Set(skills.all().flatMap(({ roots }) => roots.map(({ dir }) => dir))),
  ];

  return {
    tell,
    onChange(listener) {
      listeners.add(listener);
      if (watches && !isClosed && watch === undefined) {
        watch = watchSkills({ roots: rootsNow, onTouched: (file) => prints.forget(file), onQuiet: look });
        // What was written before the watch stood has been told by nobody.
        void watch.ready.then(tell);
      }
      return () => listeners.delete(listener);
    },
    async contentOf(found) {
      const byDir = new Map<string, string>();
      const isFew = found.length <= MOST_WALKED;
      for (const { dir } of found) if (isFew || covers(dir)) byDir.set(dir, await prints.of(dir));
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
