/** Output of a call's script, as the plain text that search finds. */
import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { HAS_DESCRIPTOR_PATHS } from '../lib/processes.ts';
import { recordFolder } from '../runner/run-records.ts';
import { createTerminalText } from '../runner/terminal/terminal-text.ts';
import { TERMINAL_LOG } from '../runner/terminal/terminal-times.ts';

/** Bytes of one call's output that are looked through, half from each end: more than anybody reads. */
const MAX_BYTES = 512 * 1024;

/** Empty if there is none, or if the file is not the run's own. */
export function terminalText(home: string): (session: string, callId: string) => string {
  return (session, callId) => {
    const folder = recordFolder(home, session, callId);
    return folder === undefined ? '' : (textOf(path.join(folder, TERMINAL_LOG)) ?? '');
  };
}

/** @param file under its real path. */
function textOf(file: string): string | undefined {
  let fd: number | undefined;
  try {
    // A pipe would block forever; a link would lead elsewhere.
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const opened = HAS_DESCRIPTOR_PATHS ? readlinkSync(`/proc/self/fd/${fd}`) : realpathSync(file);
    const found = fstatSync(fd);
    return found.isFile() && opened === file ? plain(bytesOf(fd, found.size)) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function bytesOf(fd: number, size: number): string {
  if (size <= MAX_BYTES) return read(fd, 0, size);
  const half = MAX_BYTES / 2;
  return `${read(fd, 0, half)}\r\n…\r\n${read(fd, size - half, half)}`;
}

function read(fd: number, from: number, length: number): string {
  const buffer = Buffer.alloc(length);
  return buffer.toString('utf8', 0, readSync(fd, buffer, 0, length, from));
}

function plain(printed: string): string {
  let text = '';
  const terminal = createTerminalText((piece) => {
    text += piece;
  });
  terminal.write(printed);
  terminal.end();
  return text;
}
