/** Texts around the content of an exported conversation. */
import { localTime } from '../../shared/messages/format.ts';
import { translatorFor } from '../../shared/messages/translate.ts';

export const exported = {
  t: translatorFor('en'),
  language: 'en' as 'en' | 'zh',
  lang: 'en',
  number: (value: number) => value.toLocaleString('en'),
  when: (iso: string) => localTime(iso),
  seconds: (ms: number) => `${(ms / 1000).toFixed(1)} s`,
  untitled: 'Untitled conversation',
  session: 'Conversation',
  created: 'Started',
  model: 'Model',
  events: 'Events',
  requests: 'Requests',
  you: 'You',
  agent: 'Agent',
  thought: (time: string | undefined) => (time === undefined ? 'Reasoning' : `Thought for ${time}`),
  setAside: 'replaced: the conversation continued from an earlier point',
  ok: 'ok',
  failed: 'failed',
  unfinished: 'no result recorded',
  more: (characters: string) => `… ${characters} more characters are in the JSON Lines export`,
  estimated: 'estimated',
  tokensOf: (total: string, max: string) => `${total} of ${max} tokens, estimated`,
  reported: (prompt: string, completion: string) => `${prompt} in, ${completion} out, reported by the provider`,
  totals: (requests: string, tokens: string) => `${requests} requests, ${tokens} tokens sent, estimated`,
  conversation: 'Conversation',
  verification: 'Verification',
  verifiedBefore: 'Checked before private data was removed: this file no longer holds what was sent.',
  verifiedAt: (version: string, when: string) =>
    `Checked by Skilldeck ${version} on ${when}, when this file was made. The page itself can be edited: for proof, verify the JSON Lines export.`,
  columns: {
    seq: 'Event',
    at: 'At',
    iteration: 'Iteration',
    tokens: 'Estimated',
    limit: 'Limit',
    reportedIn: 'In',
    reportedOut: 'Out',
    ms: 'Took',
    sha256: 'SHA-256',
  },
  summary: 'summary',
  redacted: (total: string, kinds: string) =>
    `Redacted: ${total} places were replaced (${kinds}). This is not what was sent; its requests cannot be verified.`,
};
export type ExportWords = typeof exported;
