import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runToItsEnd } from '../../lib/test-kit/killed-program.ts';
import { from, makeImporter } from './test-kit/importer.ts';

const PROGRAM = path.join(import.meta.dirname, 'test-kit', 'crashing-install.ts');
const skill = (id: string, body: string) =>
  `---\nname: ${id}\ndescription: Does ${id}. Use it for ${id}. 需要时使用。\n---\n${body}\n`;

it('leaves all skills either unchanged or updated, at whatever rename it is killed', { timeout: 240_000 }, async () => {
  const seen: string[] = [];
  let killedAt = 0;
  for (let isKilled = true; isKilled; ) {
    killedAt += 1;
    const kit = makeImporter();
    const write = (body: string) => {
      for (const id of ['one', 'two']) kit.write(`src/${id}/SKILL.md`, skill(id, body));
    };
    write('Old.');
    await kit.imports.install((await kit.imports.inspect(from(kit.at('src')))).planId);
    write('New.');
    kit.write('src/three/SKILL.md', skill('three', 'New.'));
    const child = runToItsEnd(PROGRAM, [kit.at('home'), kit.at('src'), String(killedAt)]);
    isKilled = child.signal === 'SIGKILL';
    expect(isKilled || child.stdout === 'installed\n').toBe(true);

    kit.imports.recover();
    const bodies = ['one', 'two'].map((id) =>
      readFileSync(kit.at('home/skills', id, 'SKILL.md'), 'utf8')
        .trimEnd()
        .slice(-4),
    );
    const state = `${bodies.join(' ')} ${kit.installed().includes('three/SKILL.md') ? 'three' : '–'}`;
    expect(['Old. Old. –', 'New. New. three']).toContain(state);
    seen.push(state);
    // Nothing is left over, and nothing is lost: each id has an origin that fits, what made way is in the trash.
    expect(kit.installed().filter((file) => file.startsWith('.import'))).toEqual([]);
    for (const id of ['one', 'two']) expect(await kit.imports.origin(id)).toMatchObject({ status: 'unchanged' });
    const trashed = kit.imports.trash().map(({ id }) => id);
    expect(trashed.sort()).toEqual(state.startsWith('New.') ? ['one', 'two'] : []);
    await kit.imports.install((await kit.imports.inspect(from(kit.at('src')))).planId);
    kit.close();
  }
  // Both outcomes were met: it was killed before the exchange, within it and after it.
  expect(new Set(seen).size).toBe(2);
  expect(killedAt).toBeGreaterThan(8);
});
