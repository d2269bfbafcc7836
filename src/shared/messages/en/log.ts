/** Conversation events, line by line: the terminal's progress and an export's notes. */
import type { DiskState, UnloadReason } from '../../events.ts';
import { parts } from './parts.ts';

export const onDisk: Readonly<Record<DiskState, string>> = {
  changed: 'changed on disk; the loaded version is used until it is reloaded',
  deleted: 'deleted on disk; the loaded version is used until it is unloaded',
  broken: 'broken on disk; the loaded version is used',
  current: 'matches the disk again',
};

export const log = {
  skillLoaded: (skill: string, tokens: string): string => `loaded skill ${skill} (${tokens} tokens)`,
  skillUnloaded: (skill: string, reason: UnloadReason): string => `unloaded skill ${skill} (${parts.unloaded[reason]})`,
  skillOnDisk: (skill: string, state: DiskState): string => `${skill}: ${onDisk[state]}`,
  referenceLoaded: (skill: string, path: string, tokens: string): string =>
    `loaded reference ${path} of ${skill} (${tokens} tokens)`,
  compacted: {
    turns: (messages: string, before: string, after: string): string =>
      `summarised ${messages} messages, ${before} → ${after} tokens`,
    'tool-results': (messages: string, before: string, after: string): string =>
      `shortened ${messages} old results, ${before} → ${after} tokens`,
    skills: (_messages: string, before: string, after: string): string =>
      `unloaded an unused skill, ${before} → ${after} tokens`,
  },
  compactionUndone: (seq: string): string => `undid the compaction of event ${seq}`,
};
