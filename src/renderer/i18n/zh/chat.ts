import type { chat as en } from '../en/chat.ts';
import type { Words } from '../types.ts';

export const chat: Words<typeof en> = {};
