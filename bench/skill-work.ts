/** Costs of a preview of a large skill for a whole core, and of a save of a skill with sessions open. */
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { createApp } from '../src/main/app.ts';
import type { Contract } from '../src/shared/contract.ts';
import { median } from './table.ts';
import { waitsDuring } from './waits-during.ts';

type Client = ContractRouterClient<Contract>;

const SKILLS = 20;
const REFERENCES = 60;
const LINES = 400;
const SAVES = 7;
const SKILL = 'skill-1';

const cpuSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1_000);
};

const text = (name: string, words: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is named.\n---\n\n# ${name}\n\n${words.repeat(500)}\n`;

async function withApp<T>(work: (client: Client, root: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-skill-'));
  const root = path.join(home, 'skills');
  for (let index = 0; index < SKILLS; index += 1) {
    const dir = path.join(root, `skill-${index}`);
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, 'SKILL.md'), text(`skill-${index}`, 'Read it. '));
  }
  const app = await createApp({
    home: path.join(home, 'data'),
    host: 'browser',
    access: 'write',
    projectDir: home,
    skillRoots: ['none', root],
  });
  try {
    return await work(createRouterClient(await app.router()) as unknown as Client, root);
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Previews in every dialect and placement: some 600 requests, each reference loaded in its turn. The second time all is counted. */
export function previewing() {
  return withApp(async (client, root) => {
    const dir = path.join(root, SKILL, 'references');
    mkdirSync(dir);
    const line = 'check every field that the table names, 再检查一次。';
    for (let index = 0; index < REFERENCES; index += 1) {
      const lines = Array.from({ length: LINES }, (_, at) => `Part ${index}, line ${at}: ${line}`);
      writeFileSync(path.join(dir, `part-${index}.md`), lines.join('\n'));
    }
    // The feature's modules are loaded, and their types taken out, before anything is measured.
    await client.skills.preview({ skill: 'skill-2', tries: [] });
    const rows = [];
    for (const time of ['first', 'again']) {
      const before = process.cpuUsage();
      const waits = await waitsDuring(() => client.skills.preview({ skill: SKILL, tries: [] }));
      rows.push({
        what: `preview of a skill with ${REFERENCES} references, ${time}`,
        'CPU, ms': cpuSince(before),
        ...waits,
      });
    }
    return rows;
  });
}

const LOOKS = ['openSync', 'opendirSync', 'readdirSync', 'realpathSync', 'statSync', 'lstatSync'] as const;

/** Calls of the whole core that ask the disk for something below `root`. */
function countingLooks(root: string): { stop(): number } {
  let looks = 0;
  const real = LOOKS.map((name) => [name, fs[name]] as const);
  for (const [name, call] of real) {
    const counted = (...args: unknown[]): unknown => {
      if (String(args[0]).startsWith(root)) looks += 1;
      return Reflect.apply(call, fs, args);
    };
    Object.assign(fs, { [name]: Object.assign(counted, call) });
  }
  syncBuiltinESMExports();
  return {
    stop() {
      Object.assign(fs, Object.fromEntries(real));
      syncBuiltinESMExports();
      return looks;
    },
  };
}

/** From the write until each session has logged it. @param sessions open and worked in, each with the skill loaded. */
export function saving(sessions: number) {
  return withApp(async (client, root) => {
    const watched = (await client.skills.watch({}))[Symbol.asyncIterator]();
    await watched.next();
    await watched.next();
    let left = 0;
    let all = Promise.withResolvers<void>();
    const closing = new AbortController();
    for (let index = 0; index < sessions; index += 1) {
      const { sessionId } = await client.sessions.create({});
      const stream = await client.sessions.stream({ sessionId, afterSeq: 0 }, { signal: closing.signal });
      const values = stream[Symbol.asyncIterator]();
      await values.next();
      // Skills that are only looked at are not written to.
      await client.skills.load({ sessionId, skill: SKILL });
      const follow = async () => {
        for (let next = await values.next(); next.done !== true; next = await values.next()) {
          const { value } = next;
          if (value.kind !== 'events' || !value.events.some(({ type }) => type === 'loaded-skill-changed')) continue;
          left -= 1;
          if (left === 0) all.resolve();
        }
      };
      follow().catch(() => {});
    }
    const costs: number[] = [];
    const looks = countingLooks(root);
    const waits = await waitsDuring(async () => {
      for (let save = 0; save < SAVES; save += 1) {
        left = sessions;
        all = Promise.withResolvers();
        const before = process.cpuUsage();
        writeFileSync(path.join(root, SKILL, 'SKILL.md'), text(SKILL, 'Saved again. '.repeat(save + 1)));
        await all.promise;
        costs.push(cpuSince(before));
      }
    });
    closing.abort();
    const figures = { 'CPU, ms': median(costs), 'looks at the skills': Math.round(looks.stop() / SAVES) };
    return { what: `a save of a skill, ${sessions} sessions open`, ...figures, ...waits };
  });
}
