/** Context limits that endpoints reported, kept for a day in `HOME/endpoint-limits.json`. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readSmallJson } from '../lib/read-small-file.ts';

const limitsSchema = z.object({
  /** Tokens: what the server holds now. */
  maxContext: z.int().min(1).optional(),
  /** Tokens: its longest answer. */
  maxOutput: z.int().min(1).optional(),
});
type EndpointLimits = z.infer<typeof limitsSchema>;

const entrySchema = limitsSchema.extend({ endpoint: z.string(), model: z.string(), at: z.number() });
type Entry = z.infer<typeof entrySchema>;

export interface LimitsFile {
  /** Undefined where nothing was learned within a day. */
  get(endpoint: string, model: string): EndpointLimits | undefined;
  /** A file that cannot be written changes nothing else: the limits are learned again. */
  keep(endpoint: string, model: string, limits: EndpointLimits): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Models of many endpoints; the oldest go first. */
const MOST_ENTRIES = 200;

export function limitsFile(home: string, now: () => number = Date.now): LimitsFile {
  const file = path.join(home, 'endpoint-limits.json');
  const read = (): Entry[] => {
    const entries = z.array(entrySchema).safeParse(readSmallJson(file)).data ?? [];
    return entries.filter(({ at }) => at <= now() && now() - at < DAY_MS);
  };
  return {
    get(endpoint, model) {
      const found = read().find((entry) => entry.endpoint === endpoint && entry.model === model);
      return found === undefined ? undefined : limitsSchema.parse(found);
    },
    keep(endpoint, model, limits) {
      const others = read().filter((entry) => entry.endpoint !== endpoint || entry.model !== model);
      const entries = [...others, { endpoint, model, at: now(), ...limits }].slice(-MOST_ENTRIES);
      try {
        mkdirSync(home, { recursive: true, mode: 0o700 });
        writeFileSync(`${file}.new`, `${JSON.stringify(entries, undefined, 1)}\n`, { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch {
        // Learned again at the next use.
      }
    },
  };
}
