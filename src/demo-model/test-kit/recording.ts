/**
 * What the skill's scripts printed in each conversation, so that the fast tests need neither Python nor its seconds.
 * `conversations.slow.test.ts` runs the scripts themselves, and writes this anew with `RECORD_DEMO=1`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Run {
  readonly command: string;
  readonly result: string;
}
type Recording = Record<string, Run[]>;

const FILE = path.join(import.meta.dirname, 'recorded-runs.json');
const AGAIN = 'RECORD_DEMO=1 vitest run --project slow src/demo-model';

export type Runs = (command: string, really: () => Promise<string>) => Promise<string>;

/** @param name of the conversation. A command that the recording does not have next fails the test, and says what to do. */
export function replay(name: string): Runs {
  const runs = [...(read()[name] ?? [])];
  return async (command) => {
    const next = runs.shift();
    if (next?.command === command) return next.result;
    throw new Error(
      `"${name}" ran\n  ${command}\nbut was recorded with\n  ${next?.command ?? 'nothing more'}\nRecord it again: ${AGAIN}`,
    );
  };
}

export function recorder(): { of(name: string): Runs; save(): void } {
  const recording: Recording = {};
  return {
    of(name) {
      const runs: Run[] = [];
      recording[name] = runs;
      return async (command, really) => {
        const result = await really();
        runs.push({ command, result });
        return result;
      };
    },
    save() {
      const sorted = Object.fromEntries(Object.entries(recording).sort(([a], [b]) => a.localeCompare(b)));
      writeFileSync(FILE, `${JSON.stringify({ ...read(), ...sorted }, null, 1)}\n`);
    },
  };
}

function read(): Recording {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Recording) : {};
}
