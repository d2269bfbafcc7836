/** Programs and threads start with the first words alone; each that says more adds the others itself. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const IMPORT = /(?:^(?:import|export) (?!type )(?:[^;]*? from )?|import\()'(\.[^']+\.tsx?)'/gm;
const source = path.join(import.meta.dirname, '..', '..');

/** Names of the modules that it loads, below `src/`. */
function loadedBy(program: string): ReadonlySet<string> {
  const loaded = new Set([path.join(source, program)]);
  for (const file of loaded)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const imported = path.join(path.dirname(file), name);
      if (existsSync(imported)) loaded.add(imported);
    }
  return new Set([...loaded].map((file) => path.relative(source, file).replaceAll('\\', '/')));
}

it('are in every program and thread that translates', () => {
  const programs = globSync(['main/{cli,serve,index}.ts', '{main,features}/**/*-worker.ts'], { cwd: source });
  expect(programs).toEqual(expect.arrayContaining(['main/cli.ts', 'main/store/backup/backup-worker.ts']));
  const without = programs.filter((program) => {
    const loaded = loadedBy(program);
    return loaded.has('shared/messages/translate.ts') && !loaded.has('shared/messages/all-words.ts');
  });
  expect(without).toEqual([]);
});
