/** Terminal output of a run with times, for replay on the screen. */
import { z } from 'zod';

/** Size of a terminal that was never resized. */
export const TERMINAL_COLUMNS = 120;
export const TERMINAL_ROWS = 30;

/** `atMs`: milliseconds since the run began. */
const atMs = z.int().min(0);
const columns = z.int().min(2).max(1000);
const rows = z.int().min(1).max(500);

export const terminalSizeSchema = z.object({ columns, rows });
export type TerminalSize = z.infer<typeof terminalSizeSchema>;

const recordingEventSchema = z.union([
  /** Text as it came, control sequences included; never a part of a character. */
  z.object({ atMs, data: z.string() }),
  z.object({ atMs, columns, rows }),
]);
export type RecordingEvent = z.infer<typeof recordingEventSchema>;

export const terminalRecordingSchema = z.object({
  /** Initial size. */
  columns,
  rows,
  /** In order; `atMs` never decreases. Runs from before times were recorded have 0 everywhere. */
  events: z.array(recordingEventSchema),
  /** True where the run printed more than is given here: the beginning. */
  truncated: z.boolean(),
  /** When the conversation's files were cleaned, and this with them; ISO 8601. */
  removedAt: z.string().optional(),
});
export type TerminalRecording = z.infer<typeof terminalRecordingSchema>;

/** Prompt of a program that waits for input. */
export const terminalQuestionSchema = z.object({
  prompt: z.string(),
  /** For a numbered menu: the input for each choice. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Input is not displayed: a password. */
  hidden: z.boolean(),
});
export type TerminalQuestion = z.infer<typeof terminalQuestionSchema>;
