import type { sessions as en } from '../en/sessions.ts';
import type { Words } from '../types.ts';

export const sessions: Words<typeof en> = {};
