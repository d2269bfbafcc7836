/** `skilldeck archive add|push|list|pull|remove|password`: sessions that a team shares in a database. */
import type { ArchiveView, SharedSession } from '../../../../shared/archive.ts';
import { defined } from '../../../../shared/defined.ts';
import { detailText } from '../../../../shared/messages/detail.ts';
import { repositoryFaultWords } from '../../../../shared/repository-words.ts';
import { watchInterrupts } from '../ask/interrupts.ts';
import { readValue } from '../ask/read-value.ts';
import { command } from '../command.ts';
import { type CommandContext, type CoreClient, printJson, withCore } from '../context.ts';
import { EXIT, UsageError } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { repeatable } from '../options/option-types.ts';
import { table } from '../text/table.ts';
import { oneLine } from '../text/visible.ts';

interface AddFlags extends GlobalOptions {
  readonly as?: string;
  readonly tag?: string;
  readonly skill?: readonly string[];
  readonly judged?: boolean;
  readonly passwordEnv?: string;
}

/** Ctrl-C ends a look: sessions that wait keep waiting. */
async function stoppable<T>(
  context: CommandContext,
  access: 'read' | 'write',
  flags: GlobalOptions,
  work: (client: CoreClient, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { deps, note, words } = context;
  const interrupts = watchInterrupts(deps, { stopping: () => note(words.run.stopping), timeUp: () => {} });
  try {
    return await withCore(context, access, flags, (client) => work(client, interrupts.signal));
  } catch (error) {
    if (interrupts.signal.aborted) return undefined;
    throw error;
  } finally {
    interrupts.dispose();
  }
}

async function archiveAdd(context: CommandContext, address: string, flags: AddFlags): Promise<number> {
  const { as, tag, skill: skills, judged, passwordEnv } = flags;
  await withCore(context, 'read', flags, (client) =>
    client.archive.add({ address, ...defined({ as, tag, skills: skills && [...skills], judged, passwordEnv }) }),
  );
  return changed(context, flags, context.words.archive.added);
}

interface PushFlags extends GlobalOptions {
  readonly unredacted?: boolean;
}

/** Off-line is no failure: it is pushed later. */
const LATER: ReadonlySet<string> = new Set(['unreachable', 'timeout']);

async function archivePush(context: CommandContext, ids: readonly string[], flags: PushFlags): Promise<number> {
  const { out, note, words } = context;
  const { archive } = words;
  const input = { sessionIds: [...ids], redact: flags.unredacted !== true };
  const done = await stoppable(context, 'read', flags, (client, signal) => client.archive.push(input, { signal }));
  if (done === undefined) return EXIT.stopped;
  const { sessions, fault } = done;
  if (flags.json === true) await printJson(out, done);
  else {
    for (const { session, state } of sessions) note(oneLine(archive.pushed[state](session)));
    if (sessions.length === 0) note(archive.nothingWaits);
  }
  if (fault === undefined) return EXIT.done;
  note(oneLine(archive.fault(repositoryFaultWords(words.language, fault))));
  return LATER.has(fault.code) ? EXIT.done : EXIT.error;
}

async function archiveList(context: CommandContext, flags: GlobalOptions): Promise<number> {
  const { out, note, columns, words } = context;
  const { archive, when } = words;
  const seen = await stoppable(context, 'read', flags, (client, signal) => client.archive.sync({}, { signal }));
  if (seen === undefined) return EXIT.stopped;
  const view = seen.archive as ArchiveView;
  const { fault, seenAt, waiting, failed, sessions, refused } = view;
  if (flags.json === true) await printJson(out, view);
  else {
    const titles = archive.columns;
    const shape = [titles.session, titles.title, titles.changed, titles.by, titles.outcome, titles.model, titles.here];
    const rows = sessions.map((one) => [
      one.session,
      oneLine(one.title),
      when(one.updatedAt),
      oneLine(one.by),
      outcomeWords(words, one),
      oneLine(one.model),
      archive.here[one.here],
    ]);
    if (rows.length === 0) await out.line(archive.none);
    else
      await out.write(
        table(
          shape.map((title) => ({ title })),
          rows,
          columns,
        ),
      );
  }
  const why = ({ reason, detail }: (typeof failed)[number] | (typeof refused)[number]) =>
    detailText(words.language, detail, reason).text;
  for (const one of refused) note(oneLine(archive.refused(one.session, one.by, why(one))));
  for (const one of failed) note(oneLine(archive.failed(one.session, why(one))));
  if (waiting.length > 0) note(archive.waiting(waiting.length));
  if (fault === undefined) return EXIT.done;
  note(oneLine(archive.fault(repositoryFaultWords(words.language, fault))));
  if (seenAt !== undefined) note(archive.seen(when(seenAt)));
  return LATER.has(fault.code) ? EXIT.done : EXIT.error;
}

const outcomeWords = ({ archive }: CommandContext['words'], { outcome }: SharedSession): string =>
  outcome in archive.outcomes ? archive.outcomes[outcome as keyof typeof archive.outcomes] : oneLine(outcome);

async function archivePull(context: CommandContext, session: string, flags: GlobalOptions): Promise<number> {
  const { out, note, words } = context;
  const result = await stoppable(context, 'write', flags, async (client, signal) => {
    const { archive } = await client.archive.get({});
    // The command line may have seen nothing yet.
    if (archive?.sessions.every((one) => one.session !== session) === true) await client.archive.sync({}, { signal });
    return client.archive.pull({ sessionId: session }, { signal });
  });
  if (result === undefined) return EXIT.stopped;
  if (flags.json === true) {
    await printJson(out, result);
    return EXIT.done;
  }
  const events = words.number(result.events);
  note(result.alreadyThere ? words.import.alreadyThere(session, events) : words.archive.pulled(session, events));
  await out.line(session);
  return EXIT.done;
}

/** @param said on stderr, where JSON was not asked for. */
async function changed(context: CommandContext, flags: GlobalOptions, said: string): Promise<number> {
  if (flags.json === true) await printJson(context.out, {});
  else context.note(said);
  return EXIT.done;
}

export const archiveCommands = [
  command({
    name: 'archive add',
    help: ({ archive }) => archive.help.add,
    args: { '<ADDRESS>': ({ archive }) => archive.help.address },
    options: {
      '--as <NAME>': ({ archive }) => archive.help.as,
      '--tag <TAG>': ({ archive }) => archive.help.tag,
      '--skill <ID>': repeatable(({ archive }) => archive.help.skill),
      '--judged': ({ archive }) => archive.help.judged,
      '--password-env <NAME>': ({ repos }) => repos.help.passwordEnv,
    },
    run: (context, [address = ''], flags) => archiveAdd(context, address, flags),
  }),
  command({
    name: 'archive push',
    help: ({ archive }) => archive.help.push,
    args: { '[ID...]': ({ archive }) => archive.help.ids },
    options: { '--unredacted': ({ archive }) => archive.help.unredacted },
    run: (context, ids, flags) => archivePush(context, ids, flags),
  }),
  command({
    name: 'archive list',
    help: ({ archive }) => archive.help.list,
    run: (context, _args, flags) => archiveList(context, flags),
  }),
  command({
    name: 'archive pull',
    help: ({ archive }) => archive.help.pull,
    args: { '<ID>': ({ archive }) => archive.help.id },
    run: (context, [session = ''], flags) => archivePull(context, session, flags),
  }),
  command({
    name: 'archive password',
    help: ({ archive }) => archive.help.password,
    async run(context, _args, flags) {
      const { words, deps } = context;
      const value = await readValue(deps.terminal, words.archive.prompt);
      if (value === '') throw new UsageError(words.secrets.empty);
      await withCore(context, 'read', flags, (client) => client.archive.password({ value }));
      return changed(context, flags, words.archive.stored);
    },
  }),
  command({
    name: 'archive remove',
    help: ({ archive }) => archive.help.remove,
    async run(context, _args, flags) {
      await withCore(context, 'read', flags, (client) => client.archive.remove({}));
      return changed(context, flags, context.words.archive.removed);
    },
  }),
];
