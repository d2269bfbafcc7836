import type { settings as en } from '../en/settings.ts';
import type { Words } from '../types.ts';

export const settings: Words<typeof en> = {};
