/** What a call's script printed, as the plain text that search finds. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { terminalLogFile } from '../runner/terminal-log.ts';
import { createTerminalText } from '../runner/terminal-text.ts';
import { runDirName, workspacePath } from '../runner/workspace.ts';

/** Bytes of one call's output that are looked through, half from each end: more than anybody reads. */
const MAX_BYTES = 512 * 1024;

/** Empty where there is none, and where what stands there is not a run's own file: a script may write beside it. */
export function terminalText(home: string): (session: string, callId: string) => string {
  return (session, callId) => {
    let fd: number | undefined;
    try {
      const file = terminalLogFile(path.join(workspacePath(home, session), 'runs', runDirName(callId)));
      // A pipe would wait for its other end for ever; a link would lead elsewhere.
      fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      const found = fstatSync(fd);
      return found.isFile() ? plain(bytesOf(fd, found.size)) : '';
    } catch {
      return '';
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  };
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
