/** What a run's terminal showed, and when: for the screen that plays it again. */
import { z } from 'zod';

/** Of a terminal that nobody has resized. */
export const TERMINAL_COLUMNS = 120;
export const TERMINAL_ROWS = 30;

/** `atMs`: milliseconds since the run began. */
const atMs = z.int().min(0);
const columns = z.int().min(2).max(1000);
const rows = z.int().min(1).max(500);

export const terminalSizeSchema = z.object({ columns, rows });
export type TerminalSize = z.infer<typeof terminalSizeSchema>;

export const recordingEventSchema = z.union([
  /** Text as it came, control sequences included; never a part of a character. */
  z.object({ atMs, data: z.string() }),
  z.object({ atMs, columns, rows }),
]);
export type RecordingEvent = z.infer<typeof recordingEventSchema>;

export const terminalRecordingSchema = z.object({
  /** As the run began. */
  columns,
  rows,
  /** In order; no `atMs` is smaller than the one before it. A run from before times were kept has all at 0. */
  events: z.array(recordingEventSchema),
  /** True where the run printed more than is given here: the beginning. */
  truncated: z.boolean(),
});
export type TerminalRecording = z.infer<typeof terminalRecordingSchema>;
