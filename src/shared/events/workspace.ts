/** Events of scripts, of their terminals, and of the artifacts that they leave. */
import { z } from 'zod';
import { activitySchema } from '../activity.ts';
import { RUN_LIMITS } from '../sandbox.ts';
import { terminalQuestionSchema } from '../terminal.ts';
import { event, sha256 } from './vocabulary.ts';

/** A file that a run left in `out/`. */
const outputFileSchema = z.object({
  name: z.string(),
  mime: z.string(),
  bytes: z.int().min(0),
  sha256: sha256.optional(),
  version: z.int().min(1).optional(),
});
export type OutputFile = z.infer<typeof outputFileSchema>;

/** Stages of a run (seeds/002); each is logged when it ends. */
const RUN_STAGES = [
  'workspace.create',
  'workspace.stage.skill',
  'workspace.stage.inputs',
  'run.program',
  'workspace.collect',
  'workspace.inline',
  'workspace.cleanup',
] as const;
export type RunStageName = (typeof RUN_STAGES)[number];

const runStageSchema = z.object({
  /** One of `RUN_STAGES`; later versions may know others. */
  name: z.string(),
  /** Start, ISO-8601 in UTC. */
  at: z.string(),
  ms: z.number().min(0),
  files: z.int().min(0).optional(),
  /** Size of these files; for `run.program`, of its output. */
  bytes: z.int().min(0).optional(),
});
export type RunStage = z.infer<typeof runStageSchema>;

export const workspaceEvents = [
  event('script-started', {
    callId: z.string(),
    command: z.string(),
    cwd: z.string(),
    interpreter: z.string(),
    /** Confinement of the run, including `none`; absent in logs from before sandboxes. */
    sandbox: z.string().optional(),
    activity: activitySchema.optional(),
  }),
  event('script-finished', {
    callId: z.string(),
    /** `null` where a signal ended it. */
    exitCode: z.int().nullable(),
    timedOut: z.boolean(),
    truncated: z.boolean(),
    ms: z.number(),
    outputs: z.array(outputFileSchema),
    /** True where the stop button, the end of the app or a crash ended it. */
    stopped: z.boolean().optional(),
    /** The limit that ended it, where it is known. */
    limit: z.enum(RUN_LIMITS).optional(),
    /** Absent in logs of older versions. */
    stages: z.array(runStageSchema).optional(),
  }),
  /** A run waits for typed input, or no longer does. */
  event('terminal-waiting', { callId: z.string(), question: terminalQuestionSchema.nullable() }),
  /** Input typed into a run, one line at a time; a line break means Enter. */
  event('terminal-input', {
    callId: z.string(),
    by: z.enum(['user', 'agent']),
    /** Empty where it is hidden: the terminal did not show it, as with a password. */
    text: z.string(),
    hidden: z.literal(true).optional(),
  }),
  event('artifact-saved', {
    name: z.string(),
    version: z.int().min(1),
    mime: z.string(),
    bytes: z.int().min(0),
    sha256,
    callId: z.string().optional(),
  }),
  /** Deleted by the user; all versions if none is named. The content is kept for a while for undo. */
  event('artifact-deleted', { name: z.string(), version: z.int().min(1).optional() }),
  event('artifact-restored', { name: z.string(), version: z.int().min(1).optional() }),
] as const;
