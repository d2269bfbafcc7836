/** A report for a person to copy: unexpected ends, versions, and the last lines of the log, without secrets and personal data. */
import os from 'node:os';
import path from 'node:path';
import type { Core } from '../../../main/core/core.ts';
import { listDumps, readCrashes } from '../../../main/lib/crash-records.ts';
import { readSmallFile } from '../../../main/lib/files.ts';
import { createRedactor } from '../../../main/redaction/redactor.ts';
import type { CrashReport } from '../../../shared/contract/app.ts';
import { messageOf } from '../../../shared/errors.ts';

/** Characters of the log's end. */
const LOG_CHARACTERS = 16 * 1024;
/** Bytes; the log is put aside at five mebibytes. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;

function lastOf(log: string): string {
  try {
    return (readSmallFile(log, MAX_LOG_BYTES) ?? '').slice(-LOG_CHARACTERS);
  } catch (error) {
    return messageOf(error);
  }
}

export function crashReport({ home, info }: Pick<Core, 'home' | 'info'>): CrashReport {
  const records = readCrashes(home);
  const { electron, chrome, node } = process.versions;
  const runtime = electron === undefined ? `Node ${node}` : `Electron ${electron}, Chromium ${chrome}, Node ${node}`;
  const dumps = listDumps(home);
  const text = [
    `Skilldeck ${info.version}, ${runtime}, ${process.platform} ${process.arch} ${os.release()}`,
    '',
    ...records.map(({ at, version, what, detail }) => `${at} ${version} ${what}: ${detail}`),
    '',
    'skilldeck.log:',
    lastOf(path.join(home, 'skilldeck.log')),
    ...(dumps.length === 0
      ? []
      : ['Minidumps (not included):', ...dumps.map(({ name, bytes }) => `${name} ${bytes} B`)]),
  ].join('\n');
  const redactor = createRedactor([home, os.homedir()]);
  return { records: records.map(({ at, what }) => ({ at, what })), text: redactor.text(text) };
}
