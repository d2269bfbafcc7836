import type { en } from './en.ts';
import type { Words } from './types.ts';
import { first } from './zh/first.ts';
import { rest } from './zh/rest.ts';

export const zh: Words<typeof en> = { ...first, ...rest };
