/** A session's artifacts, and what its scripts printed. */
import { z } from 'zod';
import { terminalRecordingSchema } from '../terminal.ts';
import { inSession, procedure } from './procedure.ts';

export const artifactsContract = {
  read: procedure
    .input(inSession.extend({ name: z.string(), version: z.int().min(1).optional() }))
    .output(z.object({ name: z.string(), mime: z.string(), base64: z.string() })),
};

export const terminalContract = {
  /** What a call's script printed so far, as it came. */
  read: procedure.input(inSession.extend({ callId: z.string() })).output(z.object({ data: z.string() })),
  /** The same with its times, to be played again; without events where the call ran nothing. */
  recording: procedure.input(inSession.extend({ callId: z.string() })).output(terminalRecordingSchema),
};
