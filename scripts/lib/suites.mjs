/** The suites of tests, and how many of each passed. Numbers come from reports, so a suite that crashes cannot count as green. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { findElectron, whyNoWindow } from './electron.mjs';
import { cacheFile, onPath, program, ROOT } from './paths.mjs';
import { run, runNode } from './run.mjs';
import { say } from './say.mjs';

/** @typedef {{ name: string, passed: number, failed: number, skipped: number, retried?: readonly string[], failures?: readonly string[] }} Count `retried`: passed only at the second try. */

/** Second tries that fail a whole run (docs/decisions/0001). */
const TOO_MANY_SECOND_TRIES = 3;

/** @param {string} file @returns {any} undefined where the suite ended before it could report */
function report(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** An unexplained status counts as a failure. @param {Count} count @param {number} status @returns {Count} */
function withStatus(count, status) {
  if (status === 0 || count.failed > 0) return count;
  say(`${count.name}: ended with status ${status}`);
  return { ...count, failed: 1 };
}

/** One program that passes or fails as a whole. @param {string} name @param {readonly string[]} args @returns {Promise<Count>} */
async function whole(name, args) {
  const { status, output } = await runNode(args);
  say(status === 0 ? `✓ ${name}` : `✗ ${name}\n${output.trim()}`);
  return { name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

export const lint = () =>
  whole('format and lint', [program('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--diagnostic-level=warn', '.']);

/**
 * All files together, then the core without the page's globals and the page without Node's. What did not change since
 * the last time is not checked again. One checker each: several check what they share several times.
 */
export const types = () =>
  Promise.all(
    ['tsconfig', 'tsconfig.node', 'tsconfig.web'].map((name) => {
      const seen = ['--incremental', '--tsBuildInfoFile', cacheFile(`${name}.tsbuildinfo`)];
      return whole(`types of ${name}.json`, [
        program('typescript/bin/tsc'),
        '-p',
        `${name}.json`,
        '--checkers',
        '1',
        ...seen,
      ]);
    }),
  );

export const unused = () =>
  whole('unused files, exports and packages', [
    program('knip/bin/knip.js'),
    '--no-progress',
    '--cache',
    '--cache-location',
    cacheFile('knip'),
  ]);

/** @param {'unit' | 'components' | 'slow'} project @returns {Promise<Count>} */
export async function vitest(project) {
  const file = cacheFile(`reports/vitest-${project}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [program('vitest/vitest.mjs'), 'run', '--project', `${project}*`, '--allowOnly=false', ...reporters];
  // The slow suites wait for programs that they start: two workers keep two cores little more than half busy.
  args.push(`--maxWorkers=${project === 'slow' ? Math.max(3, availableParallelism()) : '100%'}`);
  // docs/decisions/0001; a suite run by hand shows the first attempt.
  if (project === 'slow') args.push('--retry=1');
  const { status } = await runNode(args, { show: true });
  const data = report(file);
  /** @type {Count} */
  const count = { name: `${project} tests`, passed: 0, failed: 0, skipped: 0 };
  if (data === undefined) return withStatus(count, status || 1);
  // A file that could not be loaded has no tests to count, only a failure.
  const broken = (data.testResults ?? []).filter(
    (/** @type {any} */ result) => result.status === 'failed' && result.assertionResults.length === 0,
  ).length;
  count.passed = data.numPassedTests;
  count.failed = data.numFailedTests + broken;
  count.skipped = data.numPendingTests + (data.numTodoTests ?? 0);
  count.retried = retriedTests(data);
  count.failures = failedTests(data);
  if (count.passed + count.failed === 0) return withStatus({ ...count, failed: 1 }, status);
  return withStatus(count, status);
}

/** Tests in Vitest's report that failed, each with how, so that the end of a long run names them. @param {any} report @returns {string[]} */
export function failedTests(report) {
  return (report.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const at = path.relative(ROOT, file.name);
    if (file.status === 'failed' && file.assertionResults.length === 0)
      return [`${at}: ${firstLine(file.message ?? '')}`];
    return file.assertionResults
      .filter((/** @type {any} */ test) => test.status === 'failed')
      .map((/** @type {any} */ test) => `${at}: ${test.fullName}\n    ${firstLine(test.failureMessages?.[0] ?? '')}`);
  });
}

/** Tests in Vitest's report that passed only when they were tried again, each with how it failed. @param {any} report @returns {string[]} */
export function retriedTests(report) {
  return (report.testResults ?? []).flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => test.status === 'passed' && (test.failureMessages?.length ?? 0) > 0)
      .map(
        (/** @type {any} */ test) =>
          `${path.relative(ROOT, file.name)}: ${test.fullName}\n    ${firstLine(test.failureMessages[0])}`,
      ),
  );
}

/** @param {string} text without colours */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is removed
const firstLine = (text) => text.replaceAll(/\u001b\[[0-9;]*m/g, '').split('\n')[0] ?? '';

/** @param {string} folder @returns {string[]} folders below it that hold Python tests */
function pythonTestFolders(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const tests = files.filter((file) => /(^|[\\/])test_[^\\/]+\.py$/.test(file));
  return [...new Set(tests.map((file) => path.join(folder, path.dirname(file))))].sort();
}

/** The bundled skills' own tests. @returns {Promise<Count[]>} */
export async function python() {
  const interpreter = onPath(['python3', 'python']);
  const counts = [];
  for (const folder of pythonTestFolders(path.join(ROOT, 'skills'))) {
    const name = `Python tests of ${path.relative(ROOT, folder)}`;
    if (interpreter === undefined) {
      say(`- ${name}: skipped, there is no python3 here`);
      counts.push({ name, passed: 0, failed: 0, skipped: 1 });
      continue;
    }
    const { status, output } = await run(interpreter, ['-m', 'unittest', 'discover', '-p', 'test_*.py'], {
      cwd: folder,
      env: { PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
    });
    counts.push(withStatus(pythonCount(name, output), status));
    say(status === 0 ? `✓ ${name}` : `✗ ${name}\n${output.trim()}`);
  }
  return counts;
}

/** unittest's last lines: `Ran 12 tests in 0.3s`, then `FAILED (failures=1, errors=1, skipped=2)`. @param {string} name @param {string} output @returns {Count} */
export function pythonCount(name, output) {
  const number = (/** @type {RegExp} */ pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const result = /^(?:OK|FAILED|NO TESTS RAN)\b.*$/m.exec(output)?.[0] ?? '';
  const of = (/** @type {string} */ word) => Number(new RegExp(`\\b${word}=(\\d+)`).exec(result)?.[1] ?? 0);
  const failed = of('failures') + of('errors') + of('unexpected successes');
  const ran = number(/^Ran (\d+) tests?/m);
  return { name, passed: Math.max(0, ran - failed - of('skipped')), failed, skipped: of('skipped') };
}

/**
 * @param {string | undefined} chromium @param {readonly string[]} [args] passed on to Playwright
 * @param {Record<string, string>} [env] for the specs @returns {Promise<Count>}
 */
export async function e2e(chromium, args = [], env = {}) {
  const name = 'e2e tests';
  if (chromium === undefined) {
    say(`✗ ${name}: no Chromium. Install chromium or Google Chrome, or name one in SKILLDECK_CHROMIUM.`);
    return { name, passed: 0, failed: 1, skipped: 0 };
  }
  const noDesktop = findElectron() === undefined ? 'there is no Electron binary here' : whyNoWindow();
  if (noDesktop !== undefined) say(`- the desktop app's e2e tests: skipped, ${noDesktop}`);
  const file = cacheFile('reports/playwright.json');
  rmSync(file, { force: true });
  const { status } = await runNode([program('@playwright/test/cli.js'), 'test', '--forbid-only', ...args], {
    show: true,
    env: { ...env, SKILLDECK_CHROMIUM: chromium, SKILLDECK_E2E_REPORT: file },
  });
  const data = report(file);
  if (data?.stats === undefined) return withStatus({ name, passed: 0, failed: 0, skipped: 0 }, status || 1);
  const { expected, flaky, unexpected, skipped } = data.stats;
  const retried = secondTries(data);
  return withStatus({ name, passed: expected + flaky, failed: unexpected, skipped, retried }, status);
}

/**
 * Journeys that passed only at the second try, each with the steps that failed at the first, how, and its trace.
 * @param {any} suite of Playwright's report, or the whole @returns {string[]}
 */
export function secondTries(suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === 'flaky')
      .map((/** @type {any} */ test) => {
        const first = test.results[0] ?? {};
        const trace = first.attachments?.find((/** @type {any} */ { name }) => name === 'trace')?.path;
        const lines = [
          `${spec.file}: ${[spec.title, ...failedSteps(first.steps)].join(' › ')}`,
          ...(first.error === undefined ? [] : [firstLine(first.error.message ?? '')]),
          ...(trace === undefined ? [] : [`trace: ${path.relative(ROOT, trace)}`]),
        ];
        return lines.join('\n    ');
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(secondTries)];
}

/** From the outermost `test.step` that failed to the innermost. @param {any[]} [steps] @returns {string[]} */
function failedSteps(steps = []) {
  const failed = steps.find(({ error }) => error !== undefined);
  return failed === undefined ? [] : [failed.title, ...failedSteps(failed.steps)];
}

/** The one line at the end. @param {readonly Count[]} counts @returns {number} the exit status */
export function summarize(counts) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    counts.reduce((total, count) => total + count[key], 0);
  const retried = counts.flatMap(({ name, retried = [] }) => retried.map((title) => `${name}: ${title}`));
  for (const title of retried) say(`~ passed only at the second try: ${title}`);
  const tooMany = retried.length >= TOO_MANY_SECOND_TRIES;
  if (tooMany) say(`✗ ${retried.length} tests passed only at the second try; ${TOO_MANY_SECOND_TRIES} fail the run`);
  for (const count of counts) {
    if (count.failed > 0) say(`✗ ${count.name}: ${count.failed} failed`);
    for (const failure of count.failures ?? []) say(`  ${failure}`);
    if (count.skipped > 0) say(`- ${count.name}: ${count.skipped} skipped`);
  }
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
  return sum('failed') > 0 || tooMany ? 1 : 0;
}
