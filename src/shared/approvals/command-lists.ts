/** `commands` of `config.jsonc`: programs allowed without approval, and programs never run. */
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
  /** Unreadable setting: it may have named programs to refuse, so every command asks. */
  readonly unreadable?: true;
}
export const NO_LISTS: CommandLists = { allow: [], deny: [] };
export const UNREADABLE_LISTS: CommandLists = { ...NO_LISTS, unreadable: true };
