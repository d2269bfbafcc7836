/** A team's archive of sessions: how it is written in `config.jsonc`, and what is known of what it has. */
import { z } from 'zod';
import { errorDetailSchema } from '../errors.ts';
import { repositoryFaultSchema } from '../skills/repositories.ts';

/** `archive` of `HOME/config.jsonc`. */
export const archiveSchema = z.object({
  /** `postgres://` or `mysql://`, without a password. */
  address: z.string().trim().min(1).max(4_096),
  /** Name under which this person shares; default: the system's user name. */
  as: z.string().trim().min(1).max(200).optional(),
  /** The rule: what any of the three names is shared, redacted, at every look; again after each change. */
  tag: z.string().trim().min(1).max(100).optional(),
  /** Ids: sessions that used one of these skills. */
  skills: z.array(z.string().trim().min(1).max(200)).max(100).optional(),
  /** Sessions with a verdict. */
  judged: z.boolean().optional(),
  /** Environment variable that holds the password. */
  passwordEnv: z
    .string()
    .regex(/^[A-Za-z_]\w*$/)
    .max(200)
    .optional(),
});
export type ArchiveDefinition = Readonly<z.infer<typeof archiveSchema>>;

export const SHARED_HERE = ['own', 'pulled', 'outdated', 'archive'] as const;

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
  /** The name that the person who shared it uses. */
  by: z.string(),
  /** SHA-256 of the public key that signed it. */
  key: z.string(),
  /** When it was shared; ISO 8601. */
  at: z.string(),
  /** SHA-256 of the export. */
  digest: z.string(),
  /** `own`: written here; `pulled`: the same as here; `outdated`: the archive has a later one; `archive`: only there. */
  here: z.enum(SHARED_HERE),
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
  /** Sessions that are waiting to be pushed. */
  waiting: z.array(z.object({ session: z.string(), digest: z.string(), title: z.string() })),
  /** Sessions that could not be shared or pushed, and why. */
  failed: z.array(
    z.object({ session: z.string(), title: z.string(), reason: z.string(), detail: errorDetailSchema.optional() }),
  ),
  /** The latest version of each, the latest first, as last seen. */
  sessions: z.array(sharedSessionSchema),
  /** Rows that are not what they say, and are not shown. */
  refused: z.array(
    z.object({ session: z.string(), by: z.string(), reason: z.string(), detail: errorDetailSchema.optional() }),
  ),
});
export type ArchiveView = z.infer<typeof archiveViewSchema>;

/** The state that a window shows at any time. */
export const archiveStatusSchema = archiveViewSchema.omit({ sessions: true }).extend({
  /** Numbers of sessions, as last seen: the person's own, and colleagues'. */
  own: z.int(),
  theirs: z.int(),
  /** A look is under way. */
  busy: z.boolean(),
});
export type ArchiveStatus = z.infer<typeof archiveStatusSchema>;
