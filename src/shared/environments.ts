/** Environments as the screen and the command line see them (seeds/003): named sets of settings, agents, models and skills. */
import { z } from 'zod';
import { diagnosticSchema } from './events.ts';

/** Characters. */
export const MAX_ENVIRONMENT_NAME = 64;
/** Windows keeps these for devices, with any ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** One folder name on every system: letters and digits of any script, `-`, `_` and `.` inside. */
export function isEnvironmentName(name: string): boolean {
  return (
    [...name].length <= MAX_ENVIRONMENT_NAME &&
    name === name.normalize('NFC') &&
    /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]*$/u.test(name) &&
    !name.endsWith('.') &&
    !RESERVED.test(name)
  );
}

/** Typed by the user; the rules for names have their own error messages. */
export const environmentNameSchema = z.string().max(200);

export const environmentsViewSchema = z.object({
  /** That the app is in. */
  current: z.string(),
  environments: z.array(
    z.object({
      name: z.string(),
      /** Absolute; `null` for the default one without a folder. */
      folder: z.string().nullable(),
      skills: z.int().min(0),
    }),
  ),
  agents: z.array(z.object({ name: z.string(), description: z.string().optional(), model: z.string().optional() })),
  /** That a new conversation gets; `null` for none. */
  agent: z.string().nullable(),
  /** Models of the current environment; an empty address means the one in the settings. */
  models: z.array(z.object({ name: z.string(), model: z.string(), baseUrl: z.string() })),
  /** Problems in the data folder's settings and the current environment's files. */
  diagnostics: z.array(diagnosticSchema),
});
export type EnvironmentsView = z.infer<typeof environmentsViewSchema>;
