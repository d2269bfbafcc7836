import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { runToItsEnd } from '../../../main/lib/test-kit/killed-program.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { openApp, skillText, standingOf } from './test-kit/client.ts';

const PROGRAM = path.join(import.meta.dirname, 'test-kit', 'killed-sync-main.ts');
const IDS = ['one', 'two'];
/** Half of the count is for publishing. */
const KILLS = Math.ceil(Number(process.env.SKILLDECK_KILLS ?? 0) / 2);
// Each kill is a program that starts, and the app that is opened after it.
vi.setConfig({ testTimeout: 600_000 + KILLS * 30_000 });
/** Renames from one kill to the next; every one where the count is asked for. */
const STEP = KILLS === 0 ? 4 : 1;
let dir: string;
beforeEach(() => {
  dir = tempFolder();
});

it('leaves nothing half when it is killed at a rename, from the first to the last of a sync', async () => {
  const seen = new Set<string>();
  let kills = 0;
  let isKilled = true;
  for (let killedAt = 1; isKilled || kills < KILLS; killedAt = isKilled ? killedAt + STEP : 1) {
    const home = path.join(dir, 'home');
    const skills = path.join(home, 'environments/default/skills');
    const write = (body: string) => {
      for (const id of IDS) {
        mkdirSync(path.join(dir, 'team', id), { recursive: true });
        writeFileSync(path.join(dir, 'team', id, 'SKILL.md'), skillText(id, body));
      }
    };
    write('Old.');
    const first = await openApp(home);
    await first.client.repositories.add({ name: 'team', address: path.join(dir, 'team') });
    const { plan } = await first.client.repositories.sync({ name: 'team' });
    await first.client.repositories.take({ planId: plan?.planId ?? '' });
    await first.close();
    write('New.');
    const child = runToItsEnd(PROGRAM, [home, String(killedAt)]);
    isKilled = child.signal === 'SIGKILL';
    if (isKilled) kills += 1;
    expect(isKilled || child.stdout === 'synced\n', child.stderr).toBe(true);

    const next = await openApp(home);
    const bodies = IDS.map((id) =>
      readFileSync(path.join(skills, id, 'SKILL.md'), 'utf8')
        .trimEnd()
        .slice(-4),
    );
    expect(new Set(bodies).size).toBe(1);
    seen.add(bodies[0] ?? '');
    expect(readdirSync(skills).filter((name) => name.startsWith('.import'))).toEqual([]);
    // The next sync ends where the killed one would have.
    const again = await next.client.repositories.sync({ name: 'team' });
    if (again.plan !== null) await next.client.repositories.take({ planId: again.plan.planId });
    expect(standingOf(await next.client.repositories.check({ name: 'team' }))).toEqual({
      one: 'current',
      two: 'current',
    });
    expect(readFileSync(path.join(skills, 'two', 'SKILL.md'), 'utf8')).toContain('New.');
    await next.close();
    rmSync(home, { recursive: true, force: true });
  }
  expect(kills).toBeGreaterThanOrEqual(KILLS);
  expect([...seen].sort()).toEqual(['New.', 'Old.']);
});
