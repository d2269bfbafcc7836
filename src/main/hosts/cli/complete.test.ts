import { expect, it } from 'vitest';
import { fakeApp } from './test-kit/fake-app.ts';
import { fakeTerminal, run } from './test-kit/fake-terminal.ts';

async function typed(...words: string[]) {
  const terminal = fakeTerminal();
  const app = fakeApp();
  const status = await run(terminal, ['complete', '--', ...words], app);
  expect([status, terminal.err()]).toEqual([0, '']);
  const lines = terminal.out().split('\n').filter(Boolean);
  return { values: lines.map((line) => line.split('\t')[0] ?? ''), lines, calls: app.calls };
}

it('offers commands with their help, and nothing meant for programs', async () => {
  const { values, lines, calls } = await typed('');
  expect(values.slice(0, 4)).toEqual(['start', 'serve', 'run', 'models']);
  expect(values).not.toContain('complete');
  expect(lines).toContain('doctor\tcheck what is installed and what is missing');
  // Nothing is opened for it.
  expect(calls).toEqual([]);
  expect((await typed('skills', 'l')).values).toEqual(['list', 'lint']);
  expect((await typed('skills', 'lint', 'x')).values).toEqual([':folders']);
});

it('offers the options that are left, those of every command among them', async () => {
  expect((await typed('skills', 'lint', '--f')).values).toEqual(['--fix', '--format']);
  expect((await typed('skills', 'lint', '--fix', '--f')).values).toEqual(['--format']);
  expect((await typed('run', '--header', 'a: b', '--hea')).values).toEqual(['--header']);
  expect((await typed('env', 'list', '--')).values).toEqual(['--home', '--env', '--skills', '--json']);
  expect((await typed('--no')).values).toEqual(['--no-open']);
  expect((await typed('run', '--', '--f')).values).toEqual([]);
});

it('offers the values of an option, in each way that shells split them', async () => {
  const modes = ['ask', 'auto', 'never'];
  expect((await typed('run', '--approve', '')).values).toEqual(modes);
  expect((await typed('run', '--approve', '=')).values).toEqual(modes);
  expect((await typed('run', '--approve', '=', 'n')).values).toEqual(['never']);
  expect((await typed('run', '--approve=a')).values).toEqual(['--approve=ask', '--approve=auto']);
  expect((await typed('run', '--attach', '')).values).toEqual([':files']);
  expect((await typed('completion', '')).values).toEqual(['bash', 'zsh', 'fish']);
});

it('looks names up in the data folder that the line names, reading only', async () => {
  const { values, calls } = await typed('--home', '/tmp/elsewhere', 'skills', 'show', 'b');
  expect(values).toEqual(['book-flight']);
  expect(calls).toEqual([['open', 'read'], ['close']]);
  expect((await typed('skills', 'show', 'x')).values).toEqual([]);
  expect((await typed('skills', 'eval', 'book')).values).toEqual(['book-flight', ':folders']);
  // Skills that can be restored are in the trash.
  expect((await typed('skills', 'restore', '')).values).toEqual([]);
});

it('shows no failure in the middle of a line', async () => {
  const terminal = fakeTerminal();
  const broken = { createApp: () => Promise.reject(new Error('the database is damaged')) };
  expect(await run(terminal, ['complete', '--', 'sessions', 'show', ''], broken)).toBe(0);
  expect([terminal.out(), terminal.err()]).toEqual(['', '']);
});
