/** Export of a session with redaction, and the result of an import. */
import { z } from 'zod';

/** Max bytes of a file imported in pieces: more than any conversation needs. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024 * 1024;

export const EXPORT_FORMATS = ['jsonl', 'md', 'html', 'pdf', 'atif', 'openai', 'otlp'] as const;
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

/** Redaction patterns for an export, and finds that the user keeps. */
export const redactionChoiceSchema = z.object({
  patterns: z.array(ownPatternSchema).max(50).optional(),
  /** Ids of finds that stay as they are. */
  keep: z.array(z.string().max(100)).max(100_000).optional(),
});

const redactionFindSchema = z.object({
  /** The same text always has the same id, wherever it occurs. */
  id: z.string(),
  kind: z.enum(REDACTION_KINDS),
  text: z.string(),
  /** Text with the middle hidden, if it is a secret. */
  masked: z.string(),
  replacement: z.string(),
  /** First occurrence with its surrounding text; 0 if not in an event. */
  seq: z.int(),
  before: z.string(),
  after: z.string(),
  /** Occurrences in the whole session. */
  count: z.int(),
});
export type RedactionFind = z.infer<typeof redactionFindSchema>;

export const redactionPreviewSchema = z.object({
  /** In the order of first occurrence. */
  finds: z.array(redactionFindSchema),
  total: z.int(),
});
export type RedactionPreview = z.infer<typeof redactionPreviewSchema>;

export const sessionExportSchema = z.object({
  /** Empty where it is not text. */
  text: z.string(),
  /** Only for PDFs. */
  base64: z.string().optional(),
  mime: z.string(),
  /** A name for the file, made of the title and the day. */
  fileName: z.string(),
  events: z.int(),
  /** The first event that was altered after it was stored, by the chain of hashes; the file says so wherever it is verified. */
  brokenAt: z.int().optional(),
  /** For another program's format: what it has no place for, by kind. */
  leftOut: z.array(z.object({ what: z.string(), count: z.int() })).optional(),
  /** Replacements made; absent if redaction was not requested. */
  redacted: z.record(z.enum(['total', ...REDACTION_KINDS]), z.int()).optional(),
});
export type SessionExport = z.infer<typeof sessionExportSchema>;

/** Kinds of which any was replaced, with how many. @param t translates `library.export.kind`. */
export const redactedKinds = (
  count: Readonly<Record<RedactionKind, number>>,
  t: (key: `library.export.kind.${RedactionKind}`) => string,
  number: (value: number) => string,
): string =>
  REDACTION_KINDS.flatMap((kind) =>
    count[kind] === 0 ? [] : `${t(`library.export.kind.${kind}`)} ${number(count[kind])}`,
  ).join(', ');

/** Max characters of a text imported at once, or of another program's transcript: well below a string's limit. */
export const MAX_TRANSCRIPT = 256 * 1024 * 1024;

export const importProgressSchema = z.object({
  /** Read so far; once storing has begun, all of them. 0 while another program's file is read as a whole. */
  events: z.int(),
  stored: z.int(),
});
export type ImportProgress = z.infer<typeof importProgressSchema>;

/** Formats that an import understands, by the names that `--format` takes. */
export const IMPORT_FORMATS = [
  'skilldeck',
  'openai',
  'openai-responses',
  'anthropic',
  'claude-code',
  'codex',
  'atif',
  'otlp',
  'langfuse',
  'langsmith',
  'openinference',
  'gemini',
  'pi',
  'goose',
  'opencode',
  'copilot',
  'cursor',
  'droid',
  'qwen',
  'continue',
  'chatgpt',
  'claude-ai',
  'librechat',
  'open-webui',
  'deepseek',
  'grok',
  'vscode',
  'cline',
  'openhands',
  'swe-agent',
  'inspect',
  'aider',
  'sharegpt',
  'instructions',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Content of the file that the import leaves out, by kind. */
const leftOutSchema = z.array(
  z.object({
    what: z.string(),
    count: z.int(),
    /** The first of the file's lines that are broken. */
    lines: z.array(z.int()).optional(),
  }),
);
/** Numbers of broken lines, with an ellipsis where there are more. */
export const someLines = (lines: readonly number[], count: number): string =>
  lines.join(', ') + (count > lines.length ? ' …' : '');

export const importResultSchema = z.object({
  session: z.string(),
  /** All conversations of a file with several. */
  sessions: z.array(z.string()).optional(),
  events: z.int(),
  /** Messages of a person, a model or a tool, and calls of a model; a pull from an archive counts neither. */
  messages: z.int().optional(),
  calls: z.int().optional(),
  /** New messages, where a session that has grown took the place of its older copy. */
  replaced: z.int().optional(),
  /** True where the very same log was there before: nothing was changed. */
  alreadyThere: z.boolean(),
  /** Events that this version keeps and does not understand. */
  unknownEvents: z.int(),
  /** Reviews that came with it and were not here; absent where the file has none. */
  reviews: z.int().optional(),
  /** The log says of itself that it was redacted: it cannot be verified. */
  redacted: z.boolean(),
  /** Set where it was another program's transcript: what it was taken for. */
  foreign: z
    .object({
      format: z.string(),
      leftOut: leftOutSchema,
      /** Line from which the file could not be read: it was cut off, or is still being written. */
      stoppedAt: z.int().optional(),
    })
    .optional(),
});
export type ImportResult = z.infer<typeof importResultSchema>;

/**
 * `requests`: what was sent to the model; `events`: every field of every event up to the last; `end`: the last event,
 * and that none follows; `author`: whose key signed the file.
 */
const VERIFIED_PARTS = ['requests', 'events', 'end', 'author'] as const;
export type VerifiedPart = (typeof VERIFIED_PARTS)[number];

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
  /** Numbers of events that are altered or invalid. */
  damaged: z.array(z.int()),
  redacted: z.boolean(),
  /** Another program's transcript: no request was recorded, so there is nothing to verify. */
  foreign: z.boolean().optional(),
  /** The hashes that bind each event to the one before it; null where an older version wrote all events. */
  chain: z
    .object({
      ok: z.boolean(),
      /** The first event that is not as it was stored. */
      brokenAt: z.int().optional(),
      /** The first event that carries a hash; those before the one before it are not bound. */
      from: z.int(),
      /** No record of the log's end: the last event may be altered, and others may be missing after it. */
      isOpen: z.boolean().optional(),
    })
    .nullable(),
  /** Signature of the imported file. `by`: SHA-256 of the public key; `own`: made in this data folder. */
  signature: z.object({ by: z.string(), ok: z.boolean(), own: z.boolean(), events: z.int() }).optional(),
  /** Coverage of the checks that passed. */
  covers: z.array(z.enum(VERIFIED_PARTS)),
});
export type Verification = z.infer<typeof verificationSchema>;
