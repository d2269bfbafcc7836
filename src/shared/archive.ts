/** A team's archive of sessions: how it is written in `config.jsonc`, and what is known of what it has. */
import { z } from 'zod';
import { repositoryFaultSchema } from './repositories.ts';

/** `archive` of `HOME/config.jsonc`. */
export const archiveSchema = z.object({
  /** `postgres://` or `mysql://`, without a password. */
  address: z.string().trim().min(1).max(4_096),
  /** Name under which this person shares; default: the system's user name. */
  as: z.string().trim().min(1).max(200).optional(),
  /** Sessions with this tag are shared at every look. */
  tag: z.string().trim().min(1).max(100).optional(),
  /** Environment variable that holds the password. */
  passwordEnv: z
    .string()
    .regex(/^[A-Za-z_]\w*$/)
    .max(200)
    .optional(),
});
export type ArchiveDefinition = Readonly<z.infer<typeof archiveSchema>>;

/** A session as the archive has it, checked on this computer. */
const sharedSessionSchema = z.object({
  session: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  model: z.string(),
  skills: z.array(z.string()),
  outcome: z.string(),
  turns: z.int(),
  events: z.int(),
  /** Who shared it, as they call themselves. */
  by: z.string(),
  /** SHA-256 of the public key that signed it. */
  key: z.string(),
  /** When it was shared; ISO 8601. */
  at: z.string(),
  /** SHA-256 of the export. */
  digest: z.string(),
  /** `own`: written here; `pulled`: the same as here; `outdated`: the archive has a later one; `archive`: only there. */
  here: z.enum(['own', 'pulled', 'outdated', 'archive']),
});
export type SharedSession = z.infer<typeof sharedSessionSchema>;

export const archiveViewSchema = z.object({
  definition: archiveSchema,
  /** Name under which this person shares. */
  as: z.string(),
  hasPassword: z.boolean(),
  /** ISO 8601: last look that succeeded. */
  seenAt: z.string().optional(),
  fault: repositoryFaultSchema.extend({ at: z.string() }).optional(),
  /** Sessions that wait to be pushed. */
  waiting: z.array(z.object({ session: z.string(), digest: z.string() })),
  /** The latest version of each, the latest first, as last seen. */
  sessions: z.array(sharedSessionSchema),
  /** Rows that are not what they say, and are not shown. */
  refused: z.array(z.object({ session: z.string(), by: z.string(), reason: z.string() })),
});
export type ArchiveView = z.infer<typeof archiveViewSchema>;
