/** The program itself: what it is, and what this machine has. */
import { z } from 'zod';
import { ERROR_CODES, errorDetailSchema } from '../errors.ts';
import { PROVEN_KINDS } from '../sandbox.ts';
import { nothing, procedure, sessionId } from './procedure.ts';

const doctorReportSchema = z.object({
  checks: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      found: z.string(),
      remedy: z.string().optional(),
      /** `remedy` and `found`, as codes: for a screen that says them in another language. */
      code: z.enum(ERROR_CODES).optional(),
      detail: errorDetailSchema.optional(),
    }),
  ),
  /** Proxy to a public address, and who named it. */
  network: z.object({ proxy: z.string().nullable(), from: z.string().nullable() }),
  sandbox: z.object({
    available: z.boolean(),
    kind: z.string(),
    /** Each kind that this system could have. `proven`: it was attacked just now, and held. `reason`: why not. */
    kinds: z
      .array(z.object({ kind: z.enum(PROVEN_KINDS), available: z.boolean(), proven: z.boolean(), reason: z.string() }))
      .optional(),
  }),
});
export type DoctorReport = z.infer<typeof doctorReportSchema>;

const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'cli']),
  platform: z.string(),
  home: z.string(),
  systemLanguage: z.string(),
  /** Sessions whose run was cut off by a crash before this start, latest first. */
  /** Unexpected ends not reported yet. */
  crashes: z.int().optional(),
  /** It looks for newer versions by itself, where the person agrees. */
  updates: z.boolean().optional(),
  interrupted: z.array(z.object({ sessionId, title: z.string() })).optional(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

const crashReportSchema = z.object({
  /** Oldest first. */
  records: z.array(z.object({ at: z.string(), what: z.enum(['program', 'page', 'helper']) })),
  /** To be copied: secrets and personal data are redacted. */
  text: z.string(),
});
export type CrashReport = z.infer<typeof crashReportSchema>;

export const appContract = {
  info: procedure.input(nothing).output(appInfoSchema),
  doctor: procedure.input(nothing).output(doctorReportSchema),
  /** Reading it counts as seen. */
  crashes: procedure.input(nothing).output(crashReportSchema),
  crashesSeen: procedure.input(nothing).output(nothing),
  /** Deletes records and minidumps. */
  forgetCrashes: procedure.input(nothing).output(nothing),
};
