export const count = new Intl.NumberFormat('en');

export const counted = (value: number, noun: string): string =>
  `${count.format(value)} ${noun}${value === 1 ? '' : 's'}`;
