/** A run's terminal as it can be played again: the log's bytes with their times. */
import { StringDecoder } from 'node:string_decoder';
import {
  type RecordingEvent,
  TERMINAL_COLUMNS,
  TERMINAL_ROWS,
  type TerminalRecording,
} from '../../../shared/terminal.ts';
import { readRecord } from '../run/run-records.ts';
import { TERMINAL_LOG } from './terminal-log.ts';
import { MAX_TIMES_BYTES, parseTerminalTimes, TERMINAL_TIMES } from './terminal-times.ts';

/** Bytes of it that a screen receives. */
const MAX_RECORDING_BYTES = 4 * 1024 * 1024;

/** Reads the first folder that has one; without events if nothing ran. Never rejects because of a run's output. */
export async function readTerminalRecording(
  folders: readonly string[],
  maxBytes: number = MAX_RECORDING_BYTES,
): Promise<TerminalRecording> {
  let times: Awaited<ReturnType<typeof readRecord>>;
  let log: typeof times;
  for (const folder of folders) {
    // The times first: what is printed in between has none yet, and is the rest.
    times = await readRecord(folder, TERMINAL_TIMES, MAX_TIMES_BYTES);
    log = await readRecord(folder, TERMINAL_LOG, maxBytes);
    if (log !== undefined) break;
  }
  const { size, steps } = parseTerminalTimes(times?.bytes.toString('latin1') ?? '');
  const begun = size ?? { columns: TERMINAL_COLUMNS, rows: TERMINAL_ROWS };
  if (log === undefined) return { ...begun, events: [], truncated: false };
  const decoder = new StringDecoder('utf8');
  const events: RecordingEvent[] = [];
  const say = (atMs: number, data: string): void => {
    if (data !== '') events.push({ atMs, data });
  };
  let offset = 0;
  let atMs = 0;
  for (const step of steps) {
    atMs = step.atMs;
    if ('bytes' in step) {
      say(atMs, decoder.write(log.bytes.subarray(offset, offset + step.bytes)));
      offset += step.bytes;
      if (offset >= log.bytes.length) break;
    } else events.push(step);
  }
  const rest = decoder.write(log.bytes.subarray(offset));
  // A character that is cut by the limit is left out; one that the program never finished is shown as such.
  say(atMs, rest + (log.whole ? decoder.end() : ''));
  return { ...begun, events, truncated: !log.whole };
}
