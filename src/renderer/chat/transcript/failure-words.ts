/** A model failure's code (`src/main/agent/ports.ts`) → the words that say what to do about it. */
import type { ChatKey } from '../../shared/words.ts';

const REMEDIES: ReadonlyMap<string, ChatKey> = new Map(
  Object.entries<ChatKey>({
    unreachable: 'end.remedy.unreachable',
    timeout: 'end.remedy.timeout',
    // The first is how logs before wires name it.
    stalled: 'end.remedy.stalled',
    'answer-stalled': 'end.remedy.stalled',
    'answer-too-large': 'end.remedy.tooLarge',
    'answer-too-long': 'end.remedy.tooLong',
    loop: 'end.remedy.loop',
    'rate-limited': 'end.remedy.rateLimited',
    'server-error': 'end.remedy.serverError',
    unauthorized: 'end.remedy.unauthorized',
    'not-found': 'end.remedy.notFound',
    'bad-request': 'end.remedy.badRequest',
    'context-too-long': 'end.remedy.contextTooLong',
    'context-full': 'end.remedy.contextFull',
    redirected: 'end.remedy.redirected',
    'not-a-stream': 'end.remedy.notAStream',
    'cut-off': 'end.remedy.cutOff',
    'content-filter': 'end.remedy.contentFilter',
  }),
);

const REASONS: ReadonlyMap<string, ChatKey> = new Map(
  Object.entries<ChatKey>({
    unreachable: 'retrying.reason.unreachable',
    timeout: 'retrying.reason.timeout',
    stalled: 'retrying.reason.stalled',
    'answer-stalled': 'retrying.reason.stalled',
    'rate-limited': 'retrying.reason.rateLimited',
    'server-error': 'retrying.reason.serverError',
    'cut-off': 'retrying.reason.cutOff',
  }),
);

/** Failures that only a settings change can fix. */
const IN_SETTINGS: ReadonlySet<string> = new Set([
  'unauthorized',
  'not-found',
  'redirected',
  'not-a-stream',
  'unreachable',
]);

export const remedyKey = (code: string): ChatKey => REMEDIES.get(code) ?? 'end.remedy.other';
export const reasonKey = (code: string): ChatKey => REASONS.get(code) ?? 'retrying.reason.other';
export const mendedInSettings = (code: string): boolean => IN_SETTINGS.has(code);
