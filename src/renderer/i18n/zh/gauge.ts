import type { gauge as en } from '../en/gauge.ts';
import type { Words } from '../types.ts';

export const gauge: Words<typeof en> = {};
