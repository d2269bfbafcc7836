/** The list of sessions, and the stream of each. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { APPROVAL_MODES, DIALECTS, deltaSchema, LOAD_MODES, PLACEMENTS, RUN_STATES, SESSION_KINDS } from '../events.ts';
import { modelOptionsSchema } from '../models/model-options.ts';
import { limitSettingsSchema } from '../settings/limits.ts';
import { inSession, nothing, procedure, sessionId } from './procedure.ts';

const sessionIds = z.array(sessionId).min(1).max(1_000);
const tag = z.string().trim().min(1).max(100);
const tags = z.array(tag).max(50);
const noteText = z.string().trim().min(1).max(20_000);
const note = z.string().min(1).max(100);

/** Part of `sessions`: marks, tags, branches and notes. */
const keepContract = {
  /** Omitted fields keep their value. `tags` replaces all tags; `addTags` and `removeTags` change the existing ones. */
  mark: procedure
    .input(
      z.object({
        sessionIds,
        pinned: z.boolean().optional(),
        archived: z.boolean().optional(),
        tags: tags.optional(),
        addTags: tags.optional(),
        removeTags: tags.optional(),
      }),
    )
    .output(nothing),
  /** Off the list, their runs stopped; `restoreMany` is the undo. Those that are gone already are left out of the answer. */
  removeMany: procedure.input(z.object({ sessionIds })).output(z.object({ removed: z.array(z.string()) })),
  restoreMany: procedure.input(z.object({ sessionIds })).output(nothing),
  /**
   * Creates a session that continues after the event `at`. A branch of an imported one uses the app's own settings.
   * @throws `event-not-found`.
   */
  fork: procedure.input(inSession.extend({ at: z.int().min(1) })).output(z.object({ sessionId })),
  /** Attaches a note to the event `on`. @throws `event-not-found`. */
  addNote: procedure.input(inSession.extend({ on: z.int().min(1), text: noteText })).output(z.object({ note })),
  /** @throws `event-not-found`. */
  changeNote: procedure.input(inSession.extend({ note, text: noteText })).output(nothing),
  removeNote: procedure.input(inSession.extend({ note })).output(nothing),
};

const sessionSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  runState: z.enum(RUN_STATES),
  /** User messages. */
  turns: z.int(),
  model: z.string(),
  /** Size of the latest request. */
  tokens: z.int(),
  deleted: z.boolean(),
  environment: z.string(),
  /** Imported, so read-only. */
  imported: z.boolean().optional(),
  /** Marks set by the user; absent is false or none. */
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  /** Absent: the person's own. */
  kind: z.enum(SESSION_KINDS).optional(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

export const sessionSettingsSchema = z.object({
  environment: z.string().optional(),
  dialect: z.enum(DIALECTS).optional(),
  loadMode: z.enum(LOAD_MODES).optional(),
  placement: z.enum(PLACEMENTS).optional(),
  approve: z.enum(APPROVAL_MODES).optional(),
  limits: limitSettingsSchema.partial().optional(),
  /** These are held for the session over the app's own settings. */
  ...modelOptionsSchema.shape,
  skills: z.array(z.string()).max(100).optional(),
  model: z.string().optional(),
  baseUrl: z.string().optional(),
  apiKeyEnv: z.string().optional(),
  /**
   * Agent of the session's environment; `none` for none. Only on `create` and `configure`; absent: as in the settings.
   */
  agent: z.string().max(100).optional(),
});
export type SessionSettings = z.infer<typeof sessionSettingsSchema>;

/** A stored event as it was written, read with `parseEvent`. Its fields are not checked one by one: a log has many. */
const rawEventSchema = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const sentEvents = {
  events: z.array(rawEventSchema),
  /** `seq` of those that the core itself cannot read; it has checked all others, which need not be checked again. */
  unread: z.array(z.int()).optional(),
};

/** One item of a session's stream: stored events in order, deltas in between. */
const streamItemSchema = z.discriminatedUnion('kind', [
  /** The end of a long log, to be shown while the whole, which follows, is read. */
  z.object({ kind: z.literal('latest'), ...sentEvents }),
  z.object({
    kind: z.literal('events'),
    ...sentEvents,
    /** More stored events follow, in pieces: no need to draw this one alone. */
    more: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('delta'), delta: deltaSchema }),
]);
export type StreamItem = z.infer<typeof streamItemSchema>;

/** Characters of a result that one call fetches: more is slow to draw. */
export const RESULT_AT_ONCE = 1_000_000;

export const sessionsContract = {
  list: procedure
    .input(z.object({ search: z.string().optional(), kind: z.enum(SESSION_KINDS).optional() }))
    .output(z.array(sessionSummarySchema)),
  /** The whole list, again at every change. */
  watch: procedure.input(nothing).output(eventIterator(z.array(sessionSummarySchema))),
  create: procedure.input(sessionSettingsSchema).output(z.object({ sessionId })),
  /** Changes a session's settings; omitted ones keep their value. */
  configure: procedure.input(inSession.extend({ settings: sessionSettingsSchema })).output(nothing),
  /** Stored events, raw, in order; `toSeq` included. */
  events: procedure
    .input(inSession.extend({ afterSeq: z.int().min(0).optional(), toSeq: z.int().min(1).optional() }))
    .output(z.array(rawEventSchema)),
  rename: procedure.input(inSession.extend({ title: z.string().trim().min(1).max(200) })).output(nothing),
  remove: procedure.input(inSession).output(nothing),
  restore: procedure.input(inSession).output(nothing),
  ...keepContract,
  /**
   * Events after `afterSeq`, then what is streaming now, then everything as it happens. With `latestFirst`, the end of a
   * long log comes before all of it; with `cutResults`, a large result is its head, and `result` has the rest.
   */
  stream: procedure
    .input(
      inSession.extend({
        afterSeq: z.int().min(0),
        latestFirst: z.boolean().optional(),
        cutResults: z.boolean().optional(),
      }),
    )
    .output(eventIterator(streamItemSchema)),
  /** Part of a tool's result, from a character on: at most `RESULT_AT_ONCE` of them. @throws `event-not-found`. */
  result: procedure
    .input(inSession.extend({ seq: z.int().min(1), from: z.int().min(0) }))
    .output(z.object({ text: z.string() })),
};
