/** Conversations in memory: what the person does is in the log, and `onSend` plays the answer. */
import { versionAt } from '../../../shared/history.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { FakeState } from './fake-state.ts';
import { type Answers, refused } from './refused.ts';

export function fakeChat(
  core: FakeState,
  onSend: ((core: FakeState, sessionId: string, text: string) => void) | undefined,
): Answers<'chat' | 'forms' | 'terminal'> {
  const nothing = async () => ({});
  return {
    chat: {
      attach: async () => {
        throw refused('not-supported', 'Files are not taken here.');
      },
      send: async ({ sessionId, text, fact }) => {
        core.append(sessionId, { type: 'user-message-added', text, ...(fact === undefined ? {} : { fact }) });
        if (foldEvents(sessionId, core.log(sessionId).events).title === '') {
          core.append(sessionId, { type: 'session-renamed', title: text.slice(0, 40), by: 'app' });
        }
        onSend?.(core, sessionId, text);
        return {};
      },
      stop: async () => {
        throw refused('nothing-running', 'Nothing is running in this conversation.');
      },
      retry: nothing,
      edit: async ({ sessionId, seq, text }) => {
        core.append(
          sessionId,
          { type: 'history-rewound', toSeq: seq - 1, reason: 'edit' },
          { type: 'user-message-added', text },
        );
        return {};
      },
      bringBack: async ({ sessionId, seq }) => {
        const toSeq = versionAt(core.log(sessionId).events, seq)?.tip ?? seq;
        core.append(sessionId, { type: 'history-rewound', toSeq, reason: 'restore' });
        return {};
      },
      approve: async ({ sessionId, callId, decision, words }) => {
        core.append(sessionId, {
          type: 'approval-resolved',
          callId,
          decision,
          ...(words === undefined ? {} : { words }),
        });
        return {};
      },
    },
    forms: {
      request: async () => ({ form: null }),
      answer: async ({ sessionId, ...form }) => {
        core.append(sessionId, { type: 'user-message-added', text: form.outcome, form });
        return {};
      },
    },
    terminal: {
      read: async () => ({ data: '\u001b[32mok\u001b[0m searching…\r\n' }),
      write: nothing,
      recording: async () => ({
        truncated: false,
        events: [
          { atMs: 120, data: '\u001b[32mok\u001b[0m ' },
          { atMs: 1_400, data: 'searching…\r\n' },
        ],
      }),
    },
  };
}
