/** `skilldeck run`: one message through the whole loop. */

import { text as readAll } from 'node:stream/consumers';
import { MAX_MESSAGE_LENGTH } from '../../../shared/contract/chat.ts';
import type { SessionSettings } from '../../../shared/contract.ts';
import { parseEvent, type Route } from '../../../shared/events.ts';
import { MODEL_PRESETS } from '../../../shared/models/model-presets.ts';
import { askForm } from './ask-form.ts';
import {
  attachFiles,
  type CommandContext,
  type CoreClient,
  checkFiles,
  command,
  type Interrupts,
  isThereSomebody,
  noteUnshown,
  noteUntrusted,
  watchInterrupts,
  withCore,
} from './command.ts';
import { createApprovals, createPrinter, followRun, type Followed as Turn } from './follow-run.ts';
import { EXIT, RUN_OPTIONS, readRunFlags, runStatus, UsageError } from './run-options.ts';

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
  help: ({ help }) => help.run,
  args: { '<PROMPT>': ({ help }) => help.prompt },
  options: RUN_OPTIONS,
  async run(context, [prompt = ''], flags) {
    const { deps, words, note } = context;
    const { settings, timeoutMs } = readRunFlags(flags, deps.terminal.env, words);
    const files = flags.attach ?? [];
    checkFiles(files, context);
    const interrupts = watchInterrupts(deps, {
      stopping: () => note(words.run.stopping),
      timeUp: (ms) => note(words.run.timeUp(String(ms / 1000))),
    });
    try {
      if (timeoutMs !== undefined) interrupts.startTimer(timeoutMs);
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
        packages: flags.packages,
        trustProject: flags.trust,
      };
      return await withCore(context, 'write', core, async (client) => {
        if (timeoutMs === undefined) {
          const { timeout } = await client.settings.get({});
          if (timeout !== undefined) interrupts.startTimer(timeout * 1000);
        }
        await noteUntrusted(context, client);
        const unused = MODEL_PRESETS.find(({ id }) => deps.terminal.env[`${id.toUpperCase()}_API_KEY`]);
        if (unused !== undefined && !flags.session && baseUrl === undefined) {
          const { baseUrl: chosen } = await client.settings.get({});
          if (chosen === '') note(words.run.keyUnused(`${unused.id.toUpperCase()}_API_KEY`, unused.baseUrl));
        }
        const session = await openSession(context, client, flags.session, settings);
        const attached = await attachFiles(context, client, session.id, files);
        const route = routeIn(await client.sessions.events({ sessionId: session.id }));
        noteUnshown(context, route, attached);
        const attachments = attached.map(({ name, path }) => ({ name, path }));
        if (route?.rules?.tools === 'none') note(words.run.noTools);
        const said = { text: message, ...(attachments.length === 0 ? {} : { attachments }) };
        return converse(context, client, session, said, interrupts, flags.json === true);
      });
    } finally {
      interrupts.dispose();
    }
  },
});
