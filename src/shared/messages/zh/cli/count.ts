import { lazily } from '../../../lazily.ts';

const digits = lazily(() => new Intl.NumberFormat('zh-CN'));
export const count = { format: (value: number): string => digits().format(value) };
