/** `commands` of `config.jsonc`: programs that run unasked, and programs that never do. */
import { z } from 'zod';

/** A program, or one with its first arguments: `git status`. Characters of 0x20 and above. */
const rule = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]+$/u);
const rules = z.array(rule).max(500);

export const commandListsSchema = z.object({ allow: rules.default([]), deny: rules.default([]) });
export interface CommandLists extends Readonly<z.infer<typeof commandListsSchema>> {
  /** Something stands there that cannot be read: nobody knows what was to be refused, so every command asks. */
  readonly unreadable?: true;
}
export const NO_LISTS: CommandLists = { allow: [], deny: [] };
export const UNREADABLE_LISTS: CommandLists = { ...NO_LISTS, unreadable: true };
