/**
 * `npm run mutate [NAME…] [--since REV]`: faults that a test has to notice. Stryker changes each expression of the modules
 * in `bench/mutants/modules.ts` (NAME is one of them), then come the picked faults of `bench/mutants/*.txt` (NAME begins
 * their ids). `--since REV` keeps to the lines that a change touched, and to the picked faults of its files and tests.
 * Prints which survived; the status is 1 where a module has under 92% killed or the picked faults under 95%.
 * Works on the last commit's files for picked faults, on the folder's for Stryker. Slow suites need a build.
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
/** @typedef {import('../bench/mutants/modules.ts').Module} Module */

const LEAST_OF_MODULE = 0.92;
const LEAST_OF_PICKED = 0.95;

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: ROOT, stdio: 'pipe', encoding: 'utf8', maxBuffer: 2 ** 28 });

/** Lines that a change since a revision wrote, as Stryker's ranges `FILE:FROM-TO`. @param {string} since */
function changedRanges(since) {
  let file = '';
  return git('diff', '--unified=0', since)
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
      const [, from, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      return from === undefined || count === '0' ? [] : [`${file}:${from}-${Number(from) + Number(count) - 1}`];
    });
}

/**
 * @param {Module} module
 * @param {readonly string[] | undefined} ranges only these
 * @returns {Promise<number | undefined>} share of its mutants that were killed; undefined where there were none
 */
async function mutated({ name, files, tests }, ranges) {
  const wanted = ranges?.filter((range) => files.some((file) => path.matchesGlob(range.split(':')[0] ?? '', file)));
  if (wanted?.length === 0) return undefined;
  const { Stryker } = await import('@stryker-mutator/core');
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    // Native packages crash in threads.
    vitest: { configFile: 'vitest.mutants.config.ts', related: true, pool: 'forks' },
    mutate: [...(wanted ?? files)],
    testFiles: [...tests],
    // Texts that no program reads: the tests of words and of messages hold those.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignorePatterns: ['/out', '/dist', '/docs', '/e2e', '/packaging'],
    reporters: ['progress-append-only'],
    tempDirName: '.stryker',
    ignoreStatic: true,
    // Rewriting it needs the compiler's older interface, which TypeScript 7 no longer has.
    tsconfigFile: 'none.json',
    concurrency: Math.max(1, os.availableParallelism() - 1),
    allowConsoleColors: false,
  }).runMutationTest();
  const survived = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  for (const { fileName, location, mutatorName, replacement = '' } of survived) {
    const at = `${path.relative(ROOT, fileName)}:${location.start.line}`;
    say(`✗ survived ${at} ${mutatorName}: ${replacement.replace(/\s+/g, ' ').slice(0, 80)}`);
  }
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const all = killed + survived.length;
  if (all > 0) say(`${name}: ${killed} of ${all} killed (${((killed / all) * 100).toFixed(1)}%)`);
  return all === 0 ? undefined : killed / all;
}

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
  const project = test.includes('.slow.') ? 'slow*' : 'unit';
  const args = [program('vitest/vitest.mjs'), 'run', '--project', project, '--bail=1', '--retry=0', test];
  return (await run(NODE, args, { cwd: copy })).status === 0;
}

/** @param {readonly Mutant[]} mutants @returns {Promise<number>} share that was killed */
async function picked(mutants) {
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
  say(`picked: ${killed} of ${counted} killed`);
  return counted === 0 ? 1 : killed / counted;
}

await runScript(async () => {
  await ensurePackages();
  const [{ MUTANTS }, { MODULES }] = await Promise.all([
    import('../bench/mutants/index.ts'),
    import('../bench/mutants/modules.ts'),
  ]);
  const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { since: { type: 'string' } } });
  const ranges = values.since === undefined ? undefined : changedRanges(values.since);
  const changed = ranges?.map((range) => range.split(':')[0] ?? '');
  const modules = MODULES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const mutants = MUTANTS.filter(
    ({ id, file, tests }) =>
      (wanted.length === 0 || wanted.some((one) => id.startsWith(one))) &&
      (changed === undefined || [file, ...tests].some((one) => changed.includes(one))),
  );
  if (modules.length === 0 && mutants.length === 0 && values.since === undefined) {
    throw new Stop(`Nothing is called ${wanted.join(', ')}. Modules: ${MODULES.map(({ name }) => name).join(', ')}.`);
  }
  let isEnough = true;
  for (const module of modules) if (((await mutated(module, ranges)) ?? 1) < LEAST_OF_MODULE) isEnough = false;
  if (mutants.length > 0 && (await picked(mutants)) < LEAST_OF_PICKED) isEnough = false;
  return isEnough ? 0 : 1;
});
