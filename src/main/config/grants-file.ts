/**
 * Permissions beyond one call, which the user may read, and revoke by deleting an entry or the file: permanent ones in
 * `HOME/grants.json`, those of one session in `HOME/session-grants.json` (separate, because older versions take every entry
 * of the former as permanent).
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Grant, grantSchema } from '../../shared/contract/grants.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Diagnostic } from '../../shared/events.ts';
import { diagnosed, type FindingCode, type FindingFacts } from '../../shared/messages/finding.ts';
import { readSmallFile } from '../lib/read-small-file.ts';
import { replaceFile } from '../lib/replace-file.ts';

const fileSchema = z.object({ grants: z.array(z.unknown()) });
/** Old format: keys only. */
const oldSchema = z.object({ always: z.array(z.string()) });

export interface GrantsFile {
  list(): readonly Grant[];
  /** Says that the file, or an entry of it, cannot be read. */
  diagnostics(): readonly Diagnostic[];
  /** Takes the place of one with the same key; among those of sessions, of the same session. */
  add(grant: Grant): void;
  /** @param sessionId removes it for this session only. */
  remove(key: string, sessionId?: string): void;
}

const KINDS: Readonly<Record<string, Grant['what']>> = {
  script: 'script',
  command: 'command',
  'host-folder': 'folder',
  host: 'folder',
};

const fromKey = (key: string): Grant => ({
  key,
  label: '',
  span: 'always',
  what: KINDS[key.slice(0, key.indexOf(':'))] ?? 'command',
});

/** Reads the file at each question, so that a deleted entry counts at once. An unreadable file grants nothing. */
export function grantsFile(home: string, span: Grant['span'] = 'always'): GrantsFile {
  const file = path.join(home, span === 'always' ? 'grants.json' : 'session-grants.json');
  const read = (): unknown => {
    const text = readSmallFile(file);
    return text === undefined ? undefined : JSON.parse(text);
  };
  const list = (): Grant[] => {
    try {
      const json = read();
      const old = oldSchema.safeParse(json).data?.always.map(fromKey) ?? [];
      // An entry that cannot be read grants nothing, and hides no other.
      const grants = fileSchema
        .safeParse(json)
        .data?.grants.flatMap((entry) => grantSchema.safeParse(entry).data ?? []);
      return [...old, ...(grants ?? [])].map((grant) => ({ ...grant, span }));
    } catch {
      return [];
    }
  };
  /** An unreadable file grants nothing, but is kept for its author. */
  const setAsideUnreadable = (): void => {
    try {
      read();
    } catch {
      if (existsSync(file)) renameSync(file, `${file}.unreadable`);
    }
  };
  const write = (grants: readonly Grant[]): void => {
    mkdirSync(home, { recursive: true });
    setAsideUnreadable();
    replaceFile(file, `${JSON.stringify({ grants }, null, 2)}\n`, 0o600);
  };
  const others = (key: string, sessionId: string | undefined): Grant[] =>
    list().filter((grant) => grant.key !== key || (sessionId !== undefined && grant.sessionId !== sessionId));
  const fault = (code: FindingCode, figures?: FindingFacts['figures']): Diagnostic => ({
    severity: 'warning',
    file,
    rule: 'grants',
    ...diagnosed({ code, figures }),
  });
  const diagnostics = (): readonly Diagnostic[] => {
    try {
      const json = read();
      if (json === undefined || oldSchema.safeParse(json).success) return [];
      const { data } = fileSchema.safeParse(json);
      if (data === undefined) return [fault('grants-no-list')];
      const unread = data.grants.filter((entry) => !grantSchema.safeParse(entry).success).length;
      return unread === 0 ? [] : [fault('grants-unreadable', { n: unread, all: data.grants.length })];
    } catch (error) {
      return [fault('grants-file-unreadable', { why: messageOf(error) })];
    }
  };
  return {
    list,
    diagnostics,
    add: (grant) => write([...others(grant.key, span === 'session' ? grant.sessionId : undefined), grant]),
    remove(key, sessionId) {
      const left = others(key, sessionId);
      if (left.length < list().length) write(left);
    },
  };
}
