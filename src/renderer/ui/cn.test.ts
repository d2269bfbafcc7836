import { expect, it } from 'vitest';
import { cn } from './cn.tsx';

it('lets the later class win, design names too, and keeps a size beside a colour', () => {
  expect(cn('rounded-panel p-2', 'rounded-none')).toBe('p-2 rounded-none');
  expect(cn('shadow-float', 'shadow-dialog')).toBe('shadow-dialog');
  expect(cn('text-md text-ink', false, 'text-sm')).toBe('text-ink text-sm');
});
