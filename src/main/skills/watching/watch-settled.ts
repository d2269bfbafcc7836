/** A look at the skills that does not take a file in the middle of being written for a broken one. */
import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Catalog, SkillLibrary } from '../types.ts';

/** Milliseconds since its last write for which a file that does not parse is taken to be half written. */
const YOUNG_MS = 800;
/** Milliseconds after which a file that is still being written is read as it is. */
const LONGEST_MS = 3_000;
/** Milliseconds between looks at it. */
const AGAIN_MS = 100;

/** Like `refresh`; but if a recent write broke a working skill, waits until that file is quiet. */
export async function settledLook(library: Pick<SkillLibrary, 'refresh' | 'catalog'>): Promise<Catalog> {
  const worked = new Set(library.catalog().skills.map(({ dir }) => dir));
  const until = performance.now() + LONGEST_MS;
  for (;;) {
    const catalog = await library.refresh();
    const isHalfWritten = catalog.broken.some(({ dir, file }) => worked.has(dir) && age(file) < YOUNG_MS);
    if (!isHalfWritten || performance.now() > until) return catalog;
    await wait(AGAIN_MS);
  }
}

/** Milliseconds; of a file that is not there, endless. */
function age(file: string): number {
  try {
    const time = Date.now() - statSync(file).mtimeMs;
    // A time in the future says nothing.
    return time < 0 ? Number.POSITIVE_INFINITY : time;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
