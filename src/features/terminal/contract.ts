/** Output of a session's scripts, and input to them. */
import { z } from 'zod';
import { inSession, nothing, procedure } from '../../shared/contract/procedure.ts';
import { terminalRecordingSchema } from '../../shared/terminal.ts';

/** UTF-16 units at a time: a paste. */
const MAX_TYPED = 64 * 1024;

export const terminalContract = {
  /** Raw output of a call's script so far. */
  read: procedure.input(inSession.extend({ callId: z.string() })).output(z.object({ data: z.string() })),
  /** The same with its times, to be played again; without events where the call ran nothing. */
  recording: procedure.input(inSession.extend({ callId: z.string() })).output(terminalRecordingSchema),
  /** Types into the terminal of a run that is under way; Enter is a carriage return. `nothing-running` where it has ended. */
  write: procedure.input(inSession.extend({ callId: z.string(), data: z.string().max(MAX_TYPED) })).output(nothing),
};
