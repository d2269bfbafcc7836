/** Failures and others in the meantime: what was installed before is never lost. */
import { spawnSync } from 'node:child_process';
import fs, { existsSync, mkdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { patchBuiltin } from '../../lib/test-kit/patch-builtin.ts';
import { MAX_PLANS } from './names.ts';
import { from, type Importer, makeImporter, SKILL } from './test-kit/importer.ts';

let kit: Importer;
beforeEach(() => {
  kit = makeImporter();
});
afterEach(() => kit.close());

const skill = (id: string, body: string) =>
  `---\nname: ${id}\ndescription: Does ${id}. Use it for ${id}. 需要时使用。\n---\n${body}\n`;
const bodyOf = (id: string) =>
  readFileSync(kit.at('home/skills', id, 'SKILL.md'), 'utf8')
    .trimEnd()
    .slice(-4);
const planFor = async (source = 'src') => (await kit.imports.inspect(from(kit.at(source)))).planId;

it('leaves everything unchanged, or completes it later, whichever rename the disk refuses', async () => {
  let renames = 0;
  let refusedAt = 0;
  patchBuiltin(fs, 'renameSync', (rename) => (...given) => {
    renames += 1;
    if (renames === refusedAt) throw Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' });
    rename(...given);
  });
  const outcomes: string[] = [];
  for (let failed = true, at = 1; failed; at += 1) {
    refusedAt = 0;
    for (const id of ['one', 'two']) kit.write(`src/${id}/SKILL.md`, skill(id, 'Old.'));
    await kit.imports.install(await planFor());
    for (const id of ['one', 'two', 'three']) kit.write(`src/${id}/SKILL.md`, skill(id, 'New.'));
    const planId = await planFor();
    [renames, refusedAt] = [0, at];
    failed = await kit.imports.install(planId).then(
      () => false,
      () => true,
    );
    refusedAt = 0;
    kit.imports.recover();
    const three = existsSync(kit.at('home/skills/three')) ? 'three' : '–';
    const outcome = `${bodyOf('one')} ${bodyOf('two')} ${three}`;
    expect(['Old. Old. –', 'New. New. three']).toContain(outcome);
    outcomes.push(outcome);
    const trashed = kit.imports.trash().map(({ id }) => id);
    expect(trashed.sort()).toEqual(outcome.startsWith('New.') ? ['one', 'two'] : []);
    for (const id of ['one', 'two']) expect(await kit.imports.origin(id)).toMatchObject({ status: 'unchanged' });
    expect(kit.installed().filter((file) => file.startsWith('.import'))).toEqual([]);
    kit.close();
    kit = makeImporter();
  }
  expect(new Set(outcomes).size).toBe(2);
  expect(outcomes.length).toBeGreaterThan(5);
});

it('installs nothing whose files were changed after the review', async () => {
  kit.write('src/one/SKILL.md', skill('one', 'Looked at.'));
  const planId = await planFor();
  const [work = ''] = kit.leftovers();
  const staged = fs
    .readdirSync(path.join(os.tmpdir(), work), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('SKILL.md'));
  expect(staged).toHaveLength(1);
  fs.writeFileSync(path.join(os.tmpdir(), work, staged[0] ?? ''), skill('one', 'Changed.'));
  await expect(kit.imports.install(planId)).rejects.toThrow('changed after it was looked at; import it again');
  expect(kit.installed()).toEqual([]);
});

it('keeps the staging folder of an import in another living process', async () => {
  const living = kit.at('home/skills', `.import-${process.ppid}-a`);
  const dead = kit.at('home/skills', `.import-${spawnSync(process.execPath, ['--version']).pid}-b`);
  for (const folder of [living, dead]) mkdirSync(path.join(folder, 'new'), { recursive: true });
  kit.imports.recover();
  expect([existsSync(living), existsSync(dead)]).toEqual([true, false]);
});

it('keeps eight plans, and removes the oldest with its unpacked files for the next', async () => {
  kit.write('src/pdf-forms/SKILL.md', SKILL);
  const plans: string[] = [];
  for (let count = 0; count < MAX_PLANS; count += 1) plans.push(await planFor());
  expect(kit.leftovers()).toHaveLength(8);
  plans.push(await planFor());
  expect(kit.leftovers()).toHaveLength(8);
  const [oldest = '', second = ''] = plans;
  await expect(kit.imports.install(oldest)).rejects.toThrow('This plan is no longer open');
  expect((await kit.imports.install(second)).installed).toHaveLength(1);
});
