import type { Attachment } from '../../../shared/attachments.ts';
import { defined } from '../../../shared/defined.ts';
import type { Actions } from '../actions.ts';
import { newSessionOf } from '../app/environment-commands.ts';
import { failureCode } from '../app/failures.ts';
import { NEW_DRAFT } from '../app-data.ts';
import type { CommandContext } from '../command-context.ts';
import { upload } from './attachment-commands.ts';
import { formDraftKey } from './form-drafts.ts';
import { inSelected } from './in-session.ts';
import { queuedKey } from './queued.ts';

type ChatActions = Pick<
  Actions,
  | 'answerForm'
  | 'keepForm'
  | 'keepQueued'
  | 'records'
  | 'send'
  | 'stop'
  | 'retry'
  | 'edit'
  | 'bringBack'
  | 'approve'
  | 'setDraft'
  | 'showContext'
  | 'readArtifact'
  | 'readTerminal'
  | 'typeInto'
  | 'resizeTerminal'
>;

export function chatCommands({ connection, data, open, attempt }: CommandContext): ChatActions {
  const { sessions, chat, context, artifacts, terminal, forms, cards } = connection.client;

  const setDraftOf = (key: string, text: string): void =>
    data.setState(({ drafts }) => {
      const { [key]: _old, ...others } = drafts;
      return { drafts: text === '' ? others : { ...others, [key]: text } };
    });

  const clearDraft = (key: string, sent: string): void => {
    if (data.getState().drafts[key] === sent) setDraftOf(key, '');
  };

  /** Moves the draft of the new conversation to the session just created. */
  const followInto = (sessionId: string): void => {
    setDraftOf(sessionId, data.getState().drafts[NEW_DRAFT] ?? '');
    setDraftOf(NEW_DRAFT, '');
    data.setState(({ held: { [NEW_DRAFT]: files = [], ...held } }) => ({ held: { ...held, [sessionId]: files } }));
  };

  const { inSession, done } = inSelected({ data, attempt });

  return {
    async send(text, { withFiles = false, queued = false } = {}) {
      if (data.getState().sending !== undefined || text.trim() === '') return false;
      data.setState({ sending: text });
      let { selected: sessionId } = data.getState();
      const fresh = sessionId === undefined;
      let stillBusy = false;
      const sent = await attempt(async () => {
        if (sessionId === undefined) {
          ({ sessionId } = await sessions.create(newSessionOf(data.getState())));
          followInto(sessionId);
          if (data.getState().selected === undefined) open(sessionId, 'made');
        }
        const to = sessionId;
        const files = withFiles ? (data.getState().held[to] ?? []) : [];
        const attachments: Attachment[] = [];
        for (const file of files) attachments.push(await upload(connection.client, to, file));
        try {
          await chat.send({ sessionId: to, text, attachments });
        } catch (error) {
          // A run is under way, whether this page has heard of its start or not: the message waits for its end.
          const mayWait = queued || (withFiles && data.getState().drafts[queuedKey(to)] === undefined);
          stillBusy = mayWait && failureCode(error) === 'session-busy';
          if (!stillBusy) throw error;
          if (!queued) {
            setDraftOf(queuedKey(to), text);
            clearDraft(to, text);
          }
          return false;
        }
        const sentIds = new Set(files.map(({ id }) => id));
        data.setState(({ held }) => ({
          held: { ...held, [to]: (held[to] ?? []).filter(({ id }) => !sentIds.has(id)) },
        }));
        return true;
      });
      if (queued && sessionId !== undefined && !stillBusy) {
        // Before the next send: waiting messages are on disk or back in the box.
        const { [sessionId]: begun = '' } = data.getState().drafts;
        setDraftOf(queuedKey(sessionId), '');
        if (sent !== true) setDraftOf(sessionId, begun === '' ? text : `${text}\n${begun}`);
      }
      data.setState({ sending: undefined });
      // Made, but not sent to: words that were not typed are not lost either.
      if (sent !== true && fresh && sessionId !== undefined && (data.getState().drafts[sessionId] ?? '') === '') {
        setDraftOf(sessionId, text);
      }
      // Keeps the draft if the message was not typed in the box (a chosen flight, a queued message).
      if (sent === true && sessionId !== undefined) clearDraft(sessionId, text);
      return sent ?? false;
    },
    stop: () => done((sessionId) => chat.stop({ sessionId })),
    retry: () => done((sessionId) => chat.retry({ sessionId })),
    bringBack: (seq) => done((sessionId) => chat.bringBack({ sessionId, seq })),
    edit: (seq, text) => done((sessionId) => chat.edit({ sessionId, seq, text })),
    approve: (callId, decision) => done((sessionId) => chat.approve({ sessionId, callId, decision })),
    async answerForm(callId, outcome, answers) {
      const sessionId = data.getState().selected;
      const sent = await done((session) => forms.answer({ sessionId: session, callId, outcome, answers }));
      if (sent && sessionId !== undefined) setDraftOf(formDraftKey(sessionId, callId), '');
      return sent;
    },
    keepForm(callId, answers) {
      const sessionId = data.getState().selected;
      if (sessionId === undefined) return;
      setDraftOf(formDraftKey(sessionId, callId), answers === undefined ? '' : JSON.stringify(answers));
    },
    keepQueued(text) {
      const sessionId = data.getState().selected;
      if (sessionId !== undefined) setDraftOf(queuedKey(sessionId), text ?? '');
    },
    records: () => attempt(() => cards.records({})),
    setDraft: (text) => setDraftOf(data.getState().selected ?? NEW_DRAFT, text),
    showContext: (at) => {
      const sessionId = data.getState().selected;
      return attempt(() => context.show(defined({ sessionId, at })));
    },
    readArtifact: (name, version) =>
      inSession((sessionId) => artifacts.read({ sessionId, name, ...defined({ version }) })),
    typeInto: (callId, text) => done((sessionId) => terminal.write({ sessionId, callId, data: text })),
    resizeTerminal: async (callId, columns, rows) => {
      const sessionId = data.getState().selected;
      if (sessionId !== undefined) await terminal.resize({ sessionId, callId, columns, rows }).catch(() => {});
    },
    readTerminal: async (callId) => (await inSession((sessionId) => terminal.read({ sessionId, callId })))?.data,
  };
}
