import { expect, it } from 'vitest';
import type { StartedRun } from '../run-request.ts';
import { choicesIn, createWaiting, looksLikePrompt, promptOf } from './waiting.ts';

it.each([
  ['Name: ', 'Hello\n', 'Name:'],
  ['', 'Enter your name\n\n', 'Enter your name'],
  ['', 'Which?\n 1. Red\n 2. Blue\n', 'Which?'],
  ['', '', ''],
])('asks %j after %j: %j', (line, recent, prompt) => {
  expect(promptOf(line, recent)).toBe(prompt);
});

it.each([
  ['Name: ', true],
  ['请选择：', true],
  ['Continue? [Y/n] ', true],
  ['Delete it (y/n) ', true],
  ['>>> ', true],
  ['Press Enter to go on', true],
  ['Downloading 40%', false],
  ['working', false],
  ['   ', false],
])('treats %j as a question: %s', (line, expected) => {
  expect(looksLikePrompt(line)).toBe(expected);
});

const labels = (recent: string) => choicesIn(recent).map(({ value, label }) => `${value}=${label}`);

it.each([
  ['brackets and columns', '[1] Red   [2] Blue\n[3] Green\n#? ', ['1=Red', '2=Blue', '3=Green']],
  ['from nought, in Chinese', '0：退出\n1、头等舱\n（2）经济舱\n', ['0=退出', '1=头等舱', '2=经济舱']],
  ['the last of two menus', '1) a\n2) b\nnow\n1) c\n2) d\n', ['1=c', '2=d']],
  ['one item is no menu', '1. Note\n', []],
  ['figures are no menu', '12: total\n40: sum\n', []],
  ['a gap ends it', '1) a\n2) b\n9) z\n', ['1=a', '2=b']],
])('detects menus: %s', (_name, recent, expected) => {
  expect(labels(recent)).toEqual(expected);
});

it('does not report a question that was answered while the terminal was asked for its modes', async () => {
  const modes = Promise.withResolvers<undefined>();
  const reported: unknown[] = [];
  const { onText, attach } = createWaiting({ interactive: true, onQuestion: (question) => reported.push(question) });
  const run: StartedRun = {
    pid: -1,
    write: () => {},
    modes: () => modes.promise,
    line: () => '> ',
    done: new Promise(() => {}),
  };
  const waiting = attach(run);
  onText('1) Economy\n2) Business\n');
  const read = waiting.question();
  await waiting.typing(true);
  modes.resolve(undefined);
  expect(await read).toMatchObject({ prompt: '>', choices: [{ value: '1' }, { value: '2' }] });
  expect(reported).toEqual([]);
  expect(await waiting.question()).toMatchObject({ choices: [] });
  expect(reported).toHaveLength(1);
  waiting.end();
});
