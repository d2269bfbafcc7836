import { appendFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.ts';

type LogLevel = 'info' | 'warn' | 'error';

/** The program's log, for troubleshooting. No key, prompt or answer belongs in it. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** Logs the stack, if `cause` has one. */
  error(message: string, cause?: unknown): void;
}

/** Bytes after which the file is put aside as `NAME.1`, over the one put aside before. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;

/** Calls write before they return: the last words before a crash are the ones wanted. Never throws: a full disk must not end a run. */
export function createFileLog(file: string, maxBytes: number = MAX_LOG_BYTES): Log {
  const write = (level: LogLevel, message: string): void => {
    const line = `${new Date().toISOString()} ${level} ${message.replaceAll('\n', '\n    ')}\n`;
    try {
      makeFolder(path.dirname(file));
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > maxBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // Nowhere left to say it.
    }
  };
  return {
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message, cause) => {
      const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? '');
      write('error', detail === '' ? message : `${message}: ${detail}`);
    },
  };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
