import type { app as en } from '../en/app.ts';
import type { Words } from '../types.ts';

export const app: Words<typeof en> = {};
