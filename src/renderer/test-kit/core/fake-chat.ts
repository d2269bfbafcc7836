import { foldEvents } from '../../../shared/reducer.ts';
import type { FakeState } from './fake-state.ts';
import type { Answers } from './refused.ts';

export function fakeChat(
  core: FakeState,
  onSend: ((core: FakeState, sessionId: string, text: string) => void) | undefined,
): Answers<'chat' | 'forms' | 'terminal'> {
  const nothing = async () => ({});
  return {
    chat: {
      send: async ({ sessionId, text, fact }) => {
        core.append(sessionId, { type: 'user-message-added', text, ...(fact === undefined ? {} : { fact }) });
        if (foldEvents(sessionId, core.log(sessionId).events).title === '') {
          core.append(sessionId, { type: 'session-renamed', title: text.slice(0, 40), by: 'app' });
        }
        onSend?.(core, sessionId, text);
        return {};
      },
      retry: nothing,
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
      answer: async ({ sessionId, ...form }) => {
        core.append(sessionId, { type: 'user-message-added', text: form.outcome, form });
        return {};
      },
    },
    terminal: {
      read: async () => ({ data: '\u001b[32mok\u001b[0m searching…\r\n' }),
      write: nothing,
    },
  };
}
