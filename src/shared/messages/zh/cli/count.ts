import { lazily } from '../../../defined.ts';

const digits = lazily(() => new Intl.NumberFormat('zh-CN'));
export const count = { format: (value: number): string => digits().format(value) };
