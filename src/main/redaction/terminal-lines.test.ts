import { expect, it } from 'vitest';
import { terminalLines, textOf } from './terminal-lines.ts';

const styles = (printed: string) => terminalLines(printed).flatMap((line) => line.map(({ style }) => style));

it('distinguishes dark colours, bright ones and bold', () => {
  const ESC = '\u001b';
  expect(styles(`${ESC}[31mred`)).toEqual(['t1']);
  expect(styles(`${ESC}[91mbright red`)).toEqual(['t9']);
  expect(styles(`${ESC}[90mgrey${ESC}[97mwhite`)).toEqual(['t8', 't15']);
  expect(styles(`${ESC}[38;5;15mwhite${ESC}[38;5;16mnone`)).toEqual(['t15', '']);
  expect(styles(`${ESC}[1;32mbold${ESC}[22mplain${ESC}[0mnone`)).toEqual(['t2 tb', 't2', '']);
  expect(styles(`${ESC}[48;2;1;2;3;35mpurple`)).toEqual(['t5']);
});

it('splits a line after 20,000 characters, and only once', () => {
  const lengths = (count: number) => terminalLines('x'.repeat(count)).map((line) => textOf(line).length);
  expect(lengths(19_999)).toEqual([19_999]);
  expect(lengths(20_001)).toEqual([20_000, 1]);
});
