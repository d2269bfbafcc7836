/**
 * `npm run mutate [ID…] [--since REV]`: puts each fault of `bench/mutants/` into a copy of the last commit, runs the tests that should
 * notice it, and prints which survived. With `--since`, those of files that changed after REV, and of their tests. The status is 1 where under 95% were killed. Slow suites need a build.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from './lib/build.mjs';
import { ensurePackages } from './lib/install.mjs';
import { NODE, onPath, program, ROOT } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { runScript, Stop, say } from './lib/say.mjs';

/** @typedef {import('../bench/mutants/mutant.ts').Mutant} Mutant */

const LEAST_KILLED = 0.95;

/** @param {string} copy @param {Mutant} mutant @returns {Promise<boolean>} whether a test noticed */
async function isKilled(copy, { id, file, find, replace, tests }) {
  const at = path.join(copy, file);
  const original = readFileSync(at, 'utf8');
  if (original.split(find).length !== 2) throw new Error(`${id}: its text occurs not exactly once in ${file}.`);
  writeFileSync(
    at,
    original.replace(find, () => replace),
  );
  try {
    for (const test of tests) if (!(await passes(copy, test))) return true;
    return false;
  } finally {
    writeFileSync(at, original);
  }
}

/** @param {string} copy @param {string} test */
async function passes(copy, test) {
  if (test.startsWith('skills/')) {
    const python = onPath(['python3', 'python']) ?? 'python3';
    const [folder, files] = test.endsWith('.py') ? [path.dirname(test), path.basename(test)] : [test, 'test_*.py'];
    const cwd = path.join(copy, folder);
    const { status } = await run(python, ['-m', 'unittest', 'discover', '-p', files], { cwd });
    return status === 0;
  }
  const project = test.includes('.slow.') ? 'slow' : 'unit';
  const args = [program('vitest/vitest.mjs'), 'run', '--project', project, '--bail=1', '--retry=0', test];
  return (await run(NODE, args, { cwd: copy })).status === 0;
}

await runScript(async () => {
  await ensurePackages();
  const { MUTANTS } = await import('../bench/mutants/index.ts');
  const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { since: { type: 'string' } } });
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: ROOT, stdio: 'pipe', encoding: 'utf8' });
  const changed = values.since === undefined ? undefined : git('diff', '--name-only', values.since, 'HEAD').split('\n');
  const mutants = MUTANTS.filter(
    ({ id, file, tests }) =>
      (wanted.length === 0 || wanted.some((one) => id.startsWith(one))) &&
      (changed === undefined || [file, ...tests].some((one) => changed.includes(one))),
  );
  if (mutants.some(({ tests }) => tests.some((test) => test.includes('.slow.')))) await ensureBuild();
  const copy = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-mutants-'));
  git('worktree', 'add', '--detach', '--force', copy, 'HEAD');
  let killed = 0;
  let counted = 0;
  try {
    for (const name of ['node_modules', 'out']) symlinkSync(path.join(ROOT, name), path.join(copy, name));
    for (const test of new Set(mutants.flatMap(({ tests }) => tests))) {
      if (!(await passes(copy, test))) throw new Stop(`${test} fails without a fault: nothing can be said.`);
    }
    for (const mutant of mutants) {
      const isDead = await isKilled(copy, mutant);
      if (mutant.equivalent === undefined) counted += 1;
      if (isDead && mutant.equivalent === undefined) killed += 1;
      say(
        `${isDead ? '✓ killed  ' : '✗ survived'} ${mutant.id}: ${mutant.fault}${mutant.equivalent ? ` (${mutant.equivalent})` : ''}`,
      );
    }
  } finally {
    git('worktree', 'remove', '--force', copy);
    rmSync(copy, { recursive: true, force: true });
  }
  say(`${killed} of ${counted} killed`);
  return counted === 0 || killed / counted >= LEAST_KILLED ? 0 : 1;
});
