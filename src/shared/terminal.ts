/** Terminal output of a run with times, for replay on the screen. */
import { z } from 'zod';

/** Size of every terminal, on disk and on the screen. */
export const TERMINAL_COLUMNS = 120;
export const TERMINAL_ROWS = 30;

export const terminalRecordingSchema = z.object({
  /**
   * In order. `atMs`: milliseconds since the run began, never less than before. `data`: text as it came, control sequences
   * included; never a part of a character.
   */
  events: z.array(z.object({ atMs: z.int().min(0), data: z.string() })),
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
