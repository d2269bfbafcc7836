/** A session as a file: what is taken out of it first, and what comes back from one that is taken in. */
import { z } from 'zod';

export const EXPORT_FORMATS = ['jsonl', 'md', 'html', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const REDACTION_KINDS = [
  'key',
  'email',
  'phone',
  'card',
  'personal',
  'network',
  'home',
  'own',
  'opaque',
] as const;
export type RedactionKind = (typeof REDACTION_KINDS)[number];

/** A pattern of the person's own: words as they are, or with `regex` a regular expression. Letters in either case. */
const ownPatternSchema = z.object({ pattern: z.string().min(1).max(500), regex: z.boolean().optional() });
export type OwnPattern = z.infer<typeof ownPatternSchema>;

/** What is taken out of an export, and what of it the person keeps. */
export const redactionChoiceSchema = z.object({
  patterns: z.array(ownPatternSchema).max(50).optional(),
  /** Ids of finds that stay as they are. */
  keep: z.array(z.string().max(100)).max(100_000).optional(),
});

const redactionFindSchema = z.object({
  /** The same text has the same id wherever it stands, and at any later look. */
  id: z.string(),
  kind: z.enum(REDACTION_KINDS),
  /** As it stands there. */
  text: z.string(),
  /** With its middle hidden, where it is a secret. */
  masked: z.string(),
  /** What will stand in its place. */
  replacement: z.string(),
  /** Where it stands first, with what is around it there; 0 where no event is meant. */
  seq: z.int(),
  before: z.string(),
  after: z.string(),
  /** How often in the whole session. */
  count: z.int(),
});
export type RedactionFind = z.infer<typeof redactionFindSchema>;

export const redactionPreviewSchema = z.object({
  /** In the order of their first place. */
  finds: z.array(redactionFindSchema),
  total: z.int(),
});
export type RedactionPreview = z.infer<typeof redactionPreviewSchema>;

export const sessionExportSchema = z.object({
  /** Empty where it is not text. */
  text: z.string(),
  /** Of a PDF. */
  base64: z.string().optional(),
  mime: z.string(),
  /** A name for the file, made of the title and the day. */
  fileName: z.string(),
  events: z.int(),
  /** What was replaced; absent where nothing was to be. */
  redacted: z
    .object({
      total: z.int(),
      key: z.int(),
      email: z.int(),
      phone: z.int(),
      card: z.int(),
      home: z.int(),
      /** Facts of persons: births, addresses, plates, accounts elsewhere. */
      personal: z.int().optional(),
      /** Addresses of machines. */
      network: z.int().optional(),
      own: z.int().optional(),
      /** Data of the provider that nobody can look into: sealed reasoning and signatures. */
      opaque: z.int().optional(),
      /** Each value once: what it is, how often it was there and in which events, the first of them; 0: what scripts printed. */
      finds: z
        .array(z.object({ id: z.string(), kind: z.enum(REDACTION_KINDS), count: z.int(), events: z.array(z.int()) }))
        .optional(),
    })
    .optional(),
});
export type SessionExport = z.infer<typeof sessionExportSchema>;

/** Bytes of a file that is taken in, in pieces: more than any conversation comes to. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024 * 1024;
/** Characters of a text that is taken in at once, and of another program's transcript: well below what one string may hold. */
export const MAX_TRANSCRIPT = 256 * 1024 * 1024;

export const importProgressSchema = z.object({
  /** Read so far; once storing has begun, all of them. 0 while another program's file is read as a whole. */
  events: z.int(),
  stored: z.int(),
});
export type ImportProgress = z.infer<typeof importProgressSchema>;

export const importResultSchema = z.object({
  session: z.string(),
  events: z.int(),
  /** True where the very same log was there before: nothing was changed. */
  alreadyThere: z.boolean(),
  /** Events that this version keeps and does not understand. */
  unknownEvents: z.int(),
  /** The log says of itself that it was redacted: it cannot be verified. */
  redacted: z.boolean(),
  /** Set where it was another program's transcript: what it was taken for. */
  foreign: z.object({ format: z.string(), messages: z.int(), skipped: z.int() }).optional(),
});
export type ImportResult = z.infer<typeof importResultSchema>;

export const verificationSchema = z.object({
  session: z.string(),
  /** Every request was rebuilt to the hash that was recorded, and the log is whole and as it was written. */
  ok: z.boolean(),
  events: z.int(),
  requests: z.int(),
  verified: z.int(),
  differing: z.array(z.object({ seq: z.int(), recorded: z.string(), rebuilt: z.string() })),
  /** Files of pictures and PDFs that are gone, by the request that showed them: it cannot be rebuilt. Absent where none is. */
  missing: z.array(z.object({ seq: z.int(), name: z.string(), sha256: z.string() })).optional(),
  /** Requests for a summary: they are made beside the conversation and not rebuilt. */
  notRebuilt: z.int(),
  /** First and last of the events that are missing. */
  gaps: z.array(z.object({ from: z.int(), to: z.int() })),
  /** Events whose text is not theirs, or is no event. */
  damaged: z.array(z.int()),
  redacted: z.boolean(),
  /** Another program's transcript: no request was recorded, so there is nothing to verify. */
  foreign: z.boolean().optional(),
});
export type Verification = z.infer<typeof verificationSchema>;
