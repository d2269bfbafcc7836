import type { skills as en } from '../en/skills.ts';
import type { Words } from '../types.ts';

export const skills: Words<typeof en> = {};
