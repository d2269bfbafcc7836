import { lazily } from '../../../defined.ts';

const digits = lazily(() => new Intl.NumberFormat('en'));
export const count = { format: (value: number): string => digits().format(value) };

export const counted = (value: number, noun: string): string =>
  `${count.format(value)} ${noun}${value === 1 ? '' : 's'}`;
