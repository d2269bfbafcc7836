/** Programs that want to outlive their run, in six shapes. Each forgets its environment first, by which it could be found. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Field } from './field.ts';
import type { Protection } from './implementations.ts';

/** Identified by its name; ends after a minute. */
const sleeper = (name: string, trap = ''): string =>
  `env -i /bin/bash -c '${trap}exec -a ${name} /bin/sleep 60' </dev/null >/dev/null 2>&1`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export const SHAPES: Readonly<Record<string, (name: string) => string>> = {
  'double fork': (name) => `(setsid /bin/bash -c ${quoted(`${sleeper(name)} & exit`)} &)`,
  setsid: (name) => `setsid ${sleeper(name)} &`,
  nohup: (name) => `nohup ${sleeper(name)} &`,
  disown: (name) => `${sleeper(name)} & disown`,
  'own process group': (name) => `set -m; (${sleeper(name, 'trap "" HUP; ')} &)`,
  'ignores the request to end': (name) => `setsid ${sleeper(name, 'trap "" TERM HUP INT; ')} &`,
};

export const ENDINGS = ['its own end', 'a stop', 'the time limit', "the app's own death"] as const;
export type Ending = (typeof ENDINGS)[number];

function pidsOf(name: string): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(`${name}\0`) ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });
}

async function until(holds: () => boolean, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; ) {
    if (holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return holds();
}

/** Starts a separate process with a runner, and kills it while its program runs. */
async function dies(field: Field, wish: Protection, command: string, name: string): Promise<boolean> {
  const app = spawn(process.execPath, [path.join(import.meta.dirname, 'app-to-kill.ts'), field.home, wish, command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const ended = new Promise<void>((resolve) => app.once('exit', () => resolve()));
  const ran = await until(() => pidsOf(name).length > 0, START_MS);
  app.kill('SIGKILL');
  await ended;
  return ran;
}

/** Milliseconds for a start where other programs keep the machine busy. */
const START_MS = 40_000;
/** A machine that is busy with others may start nothing at all the first time. */
const TRIES = 3;
/** Seconds: a machine may be too busy to start anything in the first of them. */
const TIME_LIMITS = [5, 30, 120];

/** @returns did it outlive its run? Nothing of it is left when this resolves. */
export async function outlives(field: Field, wish: Protection, shape: string, ending: Ending): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const did = await tried(field, wish, shape, ending);
    if (did !== 'not started') return did === 'outlived';
  }
  throw new Error(`The daemon (${shape}) did not start.`);
}

type Fate = 'outlived' | 'ended' | 'not started';

async function tried(field: Field, wish: Protection, shape: string, ending: Ending): Promise<Fate> {
  const name = `daemon-${randomUUID()}`;
  const start = SHAPES[shape]?.(name) ?? '';
  const stays = `${start}\necho started; exec sleep 60`;
  const more = { callId: name, sessionId: name };
  const runs = (): Promise<boolean> => until(() => pidsOf(name).length > 0, START_MS);
  let ran = true;
  if (ending === "the app's own death") ran = await dies(field, wish, stays, name);
  else if (ending === 'a stop') {
    const stop = new AbortController();
    const run = field.run(stays, { ...more, signal: stop.signal });
    ran = await runs();
    stop.abort();
    await run;
  } else if (ending === 'the time limit') {
    ran = false;
    for (const timeoutSeconds of TIME_LIMITS) {
      let over = false;
      const run = field.run(stays, { ...more, timeoutSeconds });
      void run.then(() => {
        over = true;
      });
      await until(() => over || pidsOf(name).length > 0, START_MS);
      ran = pidsOf(name).length > 0 || ran;
      await run;
      if (ran) break;
    }
  } else {
    const { work } = await field.runner.workspace(name);
    const run = field.run(`${start}\nuntil [ -e "$WORK_DIR/go" ]; do sleep 0.05; done`, more);
    ran = await runs();
    writeFileSync(path.join(work, 'go'), '');
    await run;
  }
  if (!ran) return 'not started';
  const gone = await until(() => pidsOf(name).length === 0, 2000);
  for (const pid of pidsOf(name)) process.kill(pid, 'SIGKILL');
  return gone ? 'ended' : 'outlived';
}
