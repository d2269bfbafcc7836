/** The program itself: what it is, and what this machine has. */
import { z } from 'zod';
import { PROVEN_KINDS } from '../sandbox.ts';
import { nothing, procedure, sessionId } from './procedure.ts';

const doctorReportSchema = z.object({
  checks: z.array(z.object({ id: z.string(), ok: z.boolean(), found: z.string(), remedy: z.string().optional() })),
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
  interrupted: z.array(z.object({ sessionId, title: z.string() })).optional(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

export const appContract = {
  info: procedure.input(nothing).output(appInfoSchema),
  doctor: procedure.input(nothing).output(doctorReportSchema),
};
