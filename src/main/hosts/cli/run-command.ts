/** `skilldeck run`: one message through the whole loop. */

import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import {
  ATTACHMENT_PIECE_BYTES,
  type Attachment,
  isLeftOutOfFolders,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_FOLDER_BYTES,
  MAX_FOLDER_FILES,
} from '../../../shared/attachments.ts';
import { MAX_MESSAGE_LENGTH } from '../../../shared/contract/chat.ts';
import type { SessionSettings } from '../../../shared/contract.ts';
import { parseEvent, type Route } from '../../../shared/events.ts';
import { MODEL_PRESETS } from '../../../shared/models/model-presets.ts';
import { askForm } from './ask-form.ts';
import {
  type CommandContext,
  type CoreClient,
  command,
  type Interrupts,
  interruptible,
  isThereSomebody,
  noteUntrusted,
  withCore,
} from './command.ts';
import { createApprovals, createPrinter, followRun, type Followed as Turn } from './follow-run.ts';
import { EXIT, RUN_OPTIONS, readRunFlags, runStatus, UsageError } from './run-options.ts';
import { oneLine } from './text/print.ts';

/** Reads a terminal up to its end of file, or all of a pipe. '' once interrupted. */
async function readStdin({ deps }: CommandContext, signal: AbortSignal): Promise<string> {
  const aborted = new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve(''), { once: true }));
  return Promise.race([readAll(deps.terminal.stdin), aborted]);
}

interface OpenedSession {
  readonly id: string;
  readonly lastSeq: number;
}

/** Stores settings given on a run with its session. */
async function openSession(
  { words }: CommandContext,
  client: CoreClient,
  id: string | undefined,
  settings: SessionSettings,
): Promise<OpenedSession> {
  if (id === undefined) {
    if (settings.baseUrl !== undefined && (await client.settings.get({})).model === '')
      throw new UsageError(words.usage.noModel);
    const { sessionId } = await client.sessions.create(settings);
    return { id: sessionId, lastSeq: 0 };
  }
  const last = (await client.sessions.events({ sessionId: id })).at(-1);
  if (Object.keys(settings).length > 0) await client.sessions.configure({ sessionId: id, settings });
  return { id, lastSeq: last === undefined ? 0 : parseEvent(last).seq };
}

/** By the log so far: a setting changed since takes effect with the message. */
function routeIn(events: Awaited<ReturnType<CoreClient['sessions']['events']>>): Route | undefined {
  for (const event of events.map(parseEvent).reverse()) {
    if ((event.type === 'session-created' || event.type === 'settings-changed') && event.route) return event.route;
  }
  return undefined;
}

/** Checks before anything is opened or stored. @throws UsageError for anything but a file, too large or too many. */
function checkFiles(files: readonly string[], context: CommandContext): void {
  const { attach } = context.words;
  if (files.length > MAX_ATTACHMENTS) throw new UsageError(attach.tooMany(files.length, MAX_ATTACHMENTS));
  for (const file of files) {
    const shown = oneLine(file);
    const info = statSync(file, { throwIfNoEntry: false });
    if (info === undefined) throw new UsageError(attach.notThere(shown));
    if (info.isDirectory()) {
      const { found, bytes } = filesIn(file);
      if (found.length === 0) throw new UsageError(attach.emptyFolder(shown));
      if (found.length > MAX_FOLDER_FILES || bytes > MAX_FOLDER_BYTES)
        throw new UsageError(attach.largeFolder(shown, MAX_FOLDER_FILES, MAX_FOLDER_BYTES / 1024 / 1024));
      checkFiles(found.map((inner) => path.join(file, inner)).filter(isTooLarge), context);
      continue;
    }
    if (!info.isFile()) throw new UsageError(attach.noFile(shown));
    if (info.size > MAX_ATTACHMENT_BYTES)
      throw new UsageError(attach.tooLarge(shown, String(MAX_ATTACHMENT_BYTES / 1024 / 1024)));
  }
}

const isTooLarge = (file: string): boolean => statSync(file).size > MAX_ATTACHMENT_BYTES;

/** Paths below a folder, links and what is left out of folders not among them; one more than fit ends the look. */
function filesIn(folder: string): { readonly found: readonly string[]; readonly bytes: number; readonly left: number } {
  const found: string[] = [];
  let [bytes, left] = [0, 0];
  const look = (below: string): void => {
    for (const one of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const at = path.join(below, one.name);
      if (found.length > MAX_FOLDER_FILES) return;
      if (isLeftOutOfFolders(one.name) || one.isSymbolicLink()) left += 1;
      else if (one.isDirectory()) look(at);
      else if (one.isFile()) {
        found.push(at);
        bytes += statSync(path.join(folder, at)).size;
      }
    }
  };
  look('');
  return { found, bytes, left };
}

async function attachFolder(
  { words, note }: CommandContext,
  client: CoreClient,
  sessionId: string,
  folder: string,
): Promise<Attachment[]> {
  const id = randomUUID();
  const name = path.basename(path.resolve(folder));
  const { found, left } = filesIn(folder);
  let attached: Attachment[] = [];
  for (const file of found) {
    const as = [name, ...file.split(path.sep)].join('/');
    attached = [await upload(client, sessionId, path.join(folder, file), { name: as, folder: id })];
  }
  note(words.attach.folder(oneLine(name), found.length, left));
  return attached;
}

/** Piece by piece, as the core takes them. */
async function attachFiles(
  context: CommandContext,
  client: CoreClient,
  id: string,
  files: readonly string[],
): Promise<readonly Attachment[]> {
  const attached: Attachment[] = [];
  for (const file of files) {
    if (statSync(file).isDirectory()) attached.push(...(await attachFolder(context, client, id, file)));
    else attached.push(await upload(client, id, file, { name: path.basename(file) }));
  }
  return attached;
}

/** Says of each picture or PDF that no model will be shown why. */
function noteUnshown({ words, note }: CommandContext, route: Route | undefined, attached: readonly Attachment[]): void {
  for (const { name, unshown, media } of attached) {
    if (media !== undefined && route?.sees?.includes(media.kind) !== true) note(words.attach.unseen(oneLine(name)));
    if (unshown !== undefined) note(words.attach.unshown[unshown](oneLine(name)));
  }
}

async function upload(
  client: CoreClient,
  sessionId: string,
  file: string,
  as: { readonly name: string; readonly folder?: string },
): Promise<Attachment> {
  const id = randomUUID();
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    for (let offset = 0; ; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(ATTACHMENT_PIECE_BYTES), 0, undefined, offset);
      // A file that shrinks in the meantime ends where it ends.
      const last = bytesRead === 0 || offset + bytesRead >= size;
      const base64 = buffer.subarray(0, bytesRead).toString('base64');
      const { attachment } = await client.chat.attach({ sessionId, ...as, upload: id, offset, base64, last });
      if (attachment !== undefined) return attachment;
      offset += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

interface Said {
  readonly text: string;
  readonly attachments?: { readonly name: string; readonly path: string }[];
}

async function converse(
  context: CommandContext,
  client: CoreClient,
  session: OpenedSession,
  said: Said,
  interrupts: Interrupts,
  json: boolean,
): Promise<number> {
  const { words, note } = context;
  const sessionId = session.id;
  note(words.run.session(sessionId));
  if (interrupts.signal.aborted) return EXIT.stopped;

  const printer = createPrinter(context, json);
  const approvals = createApprovals(context, interrupts);
  let { lastSeq } = session;
  let next: () => Promise<unknown> = () => client.chat.send({ sessionId, ...said });
  for (;;) {
    const turn = await follow(next);
    if (turn === undefined) {
      note(words.run.lost);
      return EXIT.error;
    }
    lastSeq = turn.lastSeq;
    const status = runStatus(turn.end, turn.modelFailure);
    if (turn.asked === undefined || status !== EXIT.done || !isThereSomebody(context.deps.terminal)) return status;
    const { callId, form } = turn.asked;
    const reply = await askForm(context, form, interrupts);
    if (interrupts.signal.aborted) return EXIT.stopped;
    if (reply === undefined) {
      note(words.forms.left(sessionId));
      return status;
    }
    next = () => client.forms.answer({ sessionId, callId, ...reply });
  }

  /** One run, from what starts it to its end, with what comes right after it. Undefined where the stream ended first. */
  async function follow(begin: () => Promise<unknown>): Promise<Turn | undefined> {
    const reading = new AbortController();
    const stream = await client.sessions.stream({ sessionId, afterSeq: lastSeq }, { signal: reading.signal });
    const following = followRun(stream, printer, { context, client, sessionId, json, approvals });
    // A failed send is reported first; the abort below then ends the stream.
    following.catch(() => {});
    const stop = () => void client.chat.stop({ sessionId }).catch(() => {});
    try {
      await begin();
      if (interrupts.signal.aborted) stop();
      else interrupts.signal.addEventListener('abort', stop, { once: true });

      const followed = await following;
      if (followed === undefined) return undefined;
      // Events after the end of a run (a title) belong to the output too.
      const rest = (await client.sessions.events({ sessionId, afterSeq: followed.lastSeq })).map((event) =>
        parseEvent(event),
      );
      await printer.events(rest);
      return { ...followed, lastSeq: rest.at(-1)?.seq ?? followed.lastSeq };
    } finally {
      interrupts.signal.removeEventListener('abort', stop);
      reading.abort();
    }
  }
}

export const runCommand = command({
  name: 'run',
  args: { '<PROMPT>': ({ help }) => help.prompt },
  options: RUN_OPTIONS,
  async run(context, [prompt = ''], flags) {
    const { deps, words, note } = context;
    const settings = readRunFlags(flags, deps.terminal.env, words);
    const files = flags.attach ?? [];
    checkFiles(files, context);
    return interruptible(context, async (interrupts) => {
      if (flags.timeout !== undefined) interrupts.startTimer(flags.timeout * 1000);
      const message = (prompt === '-' ? await readStdin(context, interrupts.signal) : prompt).trim();
      if (interrupts.signal.aborted) return EXIT.stopped;
      if (message === '') throw new UsageError(words.usage.emptyPrompt);
      if (message.length > MAX_MESSAGE_LENGTH)
        throw new UsageError(words.usage.longPrompt(words.number(message.length), words.number(MAX_MESSAGE_LENGTH)));
      const { baseUrl, apiKeyEnv, model } = settings;
      const core = {
        ...flags,
        model: { baseUrl, apiKeyEnv, model },
        asks: isThereSomebody(deps.terminal),
        trustProject: flags.trust,
      };
      return withCore(context, 'write', core, async (client) => {
        const app = await client.settings.get({});
        if (flags.timeout === undefined && app.timeout !== undefined) interrupts.startTimer(app.timeout * 1000);
        await noteUntrusted(context, client);
        const unused = MODEL_PRESETS.find(({ id }) => deps.terminal.env[`${id.toUpperCase()}_API_KEY`]);
        if (unused !== undefined && !flags.session && baseUrl === undefined && app.baseUrl === '')
          note(words.run.keyUnused(`${unused.id.toUpperCase()}_API_KEY`, unused.baseUrl));
        const session = await openSession(context, client, flags.session, settings);
        const attached = await attachFiles(context, client, session.id, files);
        const route = routeIn(await client.sessions.events({ sessionId: session.id }));
        noteUnshown(context, route, attached);
        const attachments = attached.map(({ name, path }) => ({ name, path }));
        if (route?.rules?.tools === 'none') note(words.run.noTools);
        const said = { text: message, ...(attachments.length === 0 ? {} : { attachments }) };
        return converse(context, client, session, said, interrupts, flags.json === true);
      });
    });
  },
});
