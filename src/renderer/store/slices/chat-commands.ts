import {
  ATTACHMENT_PIECE_BYTES,
  type Attachment,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_FOLDER_BYTES,
  MAX_FOLDER_FILES,
} from '../../../shared/attachments.ts';
import { defined } from '../../../shared/defined.ts';
import type { Decision } from '../../../shared/events.ts';
import type { ChangedFact, FormAnswers, FormLanguage } from '../../../shared/forms/forms.ts';
import type { Client } from '../../client.ts';
import type { CommandContext } from '../command-context.ts';
import { failureCode } from './failures.ts';
import { inSelected } from './session.ts';
import { type HeldFile, NEW_DRAFT, type SessionData } from './session-state.ts';
import { formDraftKey, newSessionOf, queuedKey, type WindowData } from './window-state.ts';

// Files that wait beside the message box, and how they reach the core.

const draftKeyOf = ({ selected }: Pick<SessionData, 'selected'>): string => selected ?? NEW_DRAFT;

export function attachmentCommands({ data }: Pick<CommandContext<SessionData>, 'data'>) {
  const change = (to: (held: readonly HeldFile[]) => readonly HeldFile[]): void =>
    data.setState(({ held, selected }) => {
      const key = draftKeyOf({ selected });
      return { held: { ...held, [key]: to(held[key] ?? []) } };
    });
  return {
    /** Lays files and folders beside the message box; answers those that were too large or too many. */
    hold(files: readonly File[], folders: ReadonlyMap<string, ReadonlyMap<string, File>> = new Map()) {
      const { held } = data.getState();
      const room = MAX_ATTACHMENTS - (held[draftKeyOf(data.getState())]?.length ?? 0);
      const given = [
        ...files.map((file) => ({ id: crypto.randomUUID(), file })),
        ...[...folders].map(([name, inside]) => ({ id: crypto.randomUUID(), file: new File([], name), inside })),
      ];
      const taken = given.filter(fits).slice(0, Math.max(0, room));
      change((before) => [...before, ...taken]);
      return given.filter((one) => !taken.includes(one)).map(({ file }) => file);
    },
    letGo: (id: string) => change((before) => before.filter((held) => held.id !== id)),
  };
}

/** Bytes of a held file, or of all files in a held folder. */
const bytesOf = ({ file, inside }: HeldFile): number =>
  inside === undefined ? file.size : [...inside.values()].reduce((sum, { size }) => sum + size, 0);

function fits(held: HeldFile): boolean {
  const files = held.inside === undefined ? [held.file] : [...held.inside.values()];
  const isSmall = files.every(({ size }) => size <= MAX_ATTACHMENT_BYTES) && bytesOf(held) <= MAX_FOLDER_BYTES;
  return isSmall && files.length > 0 && files.length <= MAX_FOLDER_FILES;
}

/** Encodes in base64 without deep recursion on large files. */
async function base64Of(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}

/** Piece by piece: a connection takes only so much at once. */
async function upload(client: Client, sessionId: string, { id, file, inside }: HeldFile): Promise<Attachment> {
  if (inside === undefined) return uploadFile(client, sessionId, file, { name: file.name, upload: id });
  let folder: Attachment | undefined;
  for (const [at, one] of inside)
    folder = await uploadFile(client, sessionId, one, {
      name: `${file.name}/${at}`,
      upload: `${id}${at}`.slice(-100),
      folder: id,
    });
  if (folder === undefined) throw new Error('a folder without files is not held');
  return folder;
}

async function uploadFile(
  client: Client,
  sessionId: string,
  file: File,
  as: { readonly name: string; readonly upload: string; readonly folder?: string },
): Promise<Attachment> {
  for (let offset = 0; ; ) {
    const end = Math.min(file.size, offset + ATTACHMENT_PIECE_BYTES);
    const last = end === file.size;
    const base64 = await base64Of(file.slice(offset, end));
    const { attachment } = await client.chat.attach({ sessionId, ...as, offset, base64, last });
    if (attachment !== undefined) return attachment;
    offset = end;
  }
}

export function chatCommands(commands: CommandContext<SessionData & WindowData>) {
  const { connection, data, open, attempt } = commands;
  const { sessions, chat, artifacts, terminal, forms } = connection.client;

  const setDraftOf = (key: string, text: string): void =>
    data.setState(({ drafts }) => {
      const { [key]: _old, ...others } = drafts;
      return { drafts: text === '' ? others : { ...others, [key]: text } };
    });

  const clearDraft = (key: string, sent: string): void => {
    if (data.getState().drafts[key] === sent) setDraftOf(key, '');
  };

  /** Moves the draft of the new conversation, and what waits behind its first message, to the session just created. */
  const followInto = (sessionId: string): void => {
    for (const keyOf of [(id: string) => id, queuedKey]) {
      setDraftOf(keyOf(sessionId), data.getState().drafts[keyOf(NEW_DRAFT)] ?? '');
      setDraftOf(keyOf(NEW_DRAFT), '');
    }
    data.setState(({ held: { [NEW_DRAFT]: files = [], ...held } }) => ({ held: { ...held, [sessionId]: files } }));
  };

  const { inSession, done } = inSelected(commands);

  return {
    /**
     * Sends to the selected session, or to a new one. A draft of the same text is cleared once on disk, otherwise kept.
     * `withFiles`: typed in the message box, sent with its files; queued during a run. `queued`: the queued message; it
     * returns to the box if it cannot be sent.
     */
    async send(
      text: string,
      {
        withFiles = false,
        queued = false,
        title,
        fact,
        note,
      }: {
        readonly withFiles?: boolean;
        readonly queued?: boolean;
        readonly title?: string;
        readonly fact?: ChangedFact;
        /** Said after the text, and no part of what was typed. */
        readonly note?: string | undefined;
      } = {},
    ) {
      if (data.getState().sending !== undefined || text.trim() === '') return false;
      data.setState({ sending: text });
      const noted = note === undefined ? text : `${text}\n${note}`;
      let { selected: sessionId } = data.getState();
      const fresh = sessionId === undefined;
      let stillBusy = false;
      const sent = await attempt(async () => {
        if (sessionId === undefined) {
          ({ sessionId } = await sessions.create(newSessionOf(data.getState())));
          if (title !== undefined) await sessions.rename({ sessionId, title });
          followInto(sessionId);
          if (data.getState().selected === undefined) open(sessionId, 'made');
        }
        const to = sessionId;
        const files = withFiles ? (data.getState().held[to] ?? []) : [];
        const attachments: Attachment[] = [];
        for (const file of files) attachments.push(await upload(connection.client, to, file));
        try {
          await chat.send({ sessionId: to, text: noted, attachments, ...defined({ fact }) });
        } catch (error) {
          // A run is under way, whether this page has heard of its start or not: the message waits for its end.
          const mayWait = queued || (withFiles && data.getState().drafts[queuedKey(to)] === undefined);
          stillBusy = mayWait && failureCode(error) === 'session-busy';
          if (!stillBusy) throw error;
          if (!queued) {
            setDraftOf(queuedKey(to), noted);
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
        const { [sessionId]: begun = '', [queuedKey(sessionId)]: waiting = '' } = data.getState().drafts;
        const begins = (whole: string) => `${whole}\n`.startsWith(`${text}\n`);
        // Sent next: words that joined it in the meantime, or took its place.
        const rest = begins(waiting) ? waiting.slice(text.length + 1) : waiting;
        setDraftOf(queuedKey(sessionId), sent === true ? rest : '');
        const all = [begins(begun) ? '' : text, rest, begun].filter((words) => words !== '');
        if (sent !== true) setDraftOf(sessionId, all.join('\n'));
      }
      data.setState({ sending: undefined });
      // No first message: it and what waited behind it return to the box, before what is there now.
      if (sent !== true && fresh) {
        const key = sessionId ?? NEW_DRAFT;
        const { [key]: typed = '', [queuedKey(key)]: waiting = '' } = data.getState().drafts;
        setDraftOf(queuedKey(key), '');
        setDraftOf(key, [typed === text ? '' : text, waiting, typed].filter((words) => words !== '').join('\n'));
      }
      // Keeps the draft if the message was not typed in the box (a chosen flight, a queued message).
      if (sent === true && sessionId !== undefined) clearDraft(sessionId, text);
      return sent ?? false;
    },
    stop: () => done((sessionId) => chat.stop({ sessionId })),
    /** Runs again from the last message that the person wrote. */
    retry: () => done((sessionId) => chat.retry({ sessionId })),
    /** Another version of an edited message, with all that followed it. */
    bringBack: (seq: number) => done((sessionId) => chat.bringBack({ sessionId, seq })),
    /** Goes back to before the message `seq` and sends `text` in its place. */
    edit: (seq: number, text: string) => done((sessionId) => chat.edit({ sessionId, seq, text })),
    approve: (callId: string, decision: Decision, answers?: FormAnswers) =>
      done((sessionId) => chat.approve({ sessionId, callId, decision, ...defined({ answers }) })),
    /** Words in place of a decision: the call does not run, and the model answers them first. */
    writeInstead: (callId: string, words: string, fact?: ChangedFact) =>
      done((sessionId) => chat.approve({ sessionId, callId, decision: 'denied', words, ...defined({ fact }) })),
    /** The form with the facts of a request to a skill; undefined if it has none, or cannot be read now. */
    async requestForm(skill: string, language: FormLanguage) {
      const sessionId = data.getState().selected;
      const found =
        sessionId === undefined
          ? undefined
          : await forms.request({ sessionId, skill, language }).catch(() => undefined);
      return found?.form ?? undefined;
    },
    /** Submits or skips a form; an answered one is answered again. Its draft is cleared once on disk. */
    async answerForm(callId: string, outcome: 'submitted' | 'skipped', answers: FormAnswers) {
      const sessionId = data.getState().selected;
      const sent = await done((session) => forms.answer({ sessionId: session, callId, outcome, answers }));
      if (sent && sessionId !== undefined) setDraftOf(formDraftKey(sessionId, callId), '');
      return sent;
    },
    /** Draft of an unsent form; `undefined` discards it. */
    keepForm(callId: string, answers: FormAnswers | undefined) {
      const sessionId = data.getState().selected;
      if (sessionId === undefined) return;
      setDraftOf(formDraftKey(sessionId, callId), answers === undefined ? '' : JSON.stringify(answers));
    },
    /** The one message that waits for the selected session's run to end, or for a new session; `undefined` forgets it. */
    keepQueued(text: string | undefined) {
      setDraftOf(queuedKey(data.getState().selected ?? NEW_DRAFT), text ?? '');
    },
    setDraft: (text: string) => setDraftOf(data.getState().selected ?? NEW_DRAFT, text),
    readArtifact: (name: string, version?: number) =>
      inSession((sessionId) => artifacts.read({ sessionId, name, ...defined({ version }) })),
    /** Into a call's program that is running. Enter is a carriage return. */
    typeInto: (callId: string, text: string) => done((sessionId) => terminal.write({ sessionId, callId, data: text })),
    /** Output of a call's script, from disk. */
    readTerminal: async (callId: string) =>
      (await inSession((sessionId) => terminal.read({ sessionId, callId })))?.data,
  };
}
