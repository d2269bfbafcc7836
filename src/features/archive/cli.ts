/** `skilldeck archive add|push|list|pull|remove|password`: sessions that a team shares in a database. */

import { asking, type CommandContext } from '../../main/hosts/cli/command.ts';
import { EXIT, repeatable } from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import { defined } from '../../shared/defined.ts';
import { detailText } from '../../shared/messages/failure.ts';
import { hasWords } from '../../shared/messages/translate.ts';
import type { ArchiveView, SharedSession } from '../../shared/review/archive.ts';
import { repositoryFaultWords } from '../../shared/skills/repositories.ts';

/** Off-line is no failure: it is pushed later. */
const LATER: ReadonlySet<string> = new Set(['unreachable', 'timeout']);

/** Says what keeps the archive from being reached. @returns the exit status. */
function statusOf(fault: ArchiveView['fault'], { note, words }: CommandContext): number {
  if (fault === undefined) return EXIT.done;
  note(oneLine(words.archive.fault(repositoryFaultWords(words.language, fault))));
  return LATER.has(fault.code) ? EXIT.done : EXIT.error;
}

function outcomeWords({ t }: CommandContext['words'], { outcome }: SharedSession): string {
  const key = `library.outcome.${outcome}`;
  return hasWords(key) ? t(key).toLowerCase() : oneLine(outcome);
}

export const archiveCommands = [
  asking({
    name: 'archive add',
    args: { '<ADDRESS>': ({ archive }) => archive.help.address },
    options: {
      '--as <NAME>': ({ archive }) => archive.help.as,
      '--tag <TAG>': ({ archive }) => archive.help.tag,
      '--skill <ID>': repeatable(({ archive }) => archive.help.skill),
      '--judged': ({ archive }) => archive.help.judged,
      '--password-env <NAME>': ({ repos }) => repos.help.passwordEnv,
    },
    ask: (client, [address = ''], { as, tag, skill: skills, judged, passwordEnv }) =>
      client.archive.add({ address, ...defined({ as, tag, skills, judged, passwordEnv }) }),
    json: () => ({}),
    say: (_done, { words }) => words.archive.added,
  }),
  asking({
    name: 'archive push',
    args: { '[ID...]': ({ archive }) => archive.help.ids },
    options: { '--unredacted': ({ archive }) => archive.help.unredacted },
    stops: true,
    ask: (client, ids, flags, { signal }) =>
      client.archive.push({ sessionIds: [...ids], redact: flags.unredacted !== true }, { signal }),
    say({ sessions }, { note, words: { archive } }) {
      for (const { session, state } of sessions) note(oneLine(archive.pushed[state](session)));
      return sessions.length === 0 ? archive.nothingWaits : undefined;
    },
    status: ({ fault }, context) => statusOf(fault, context),
  }),
  asking({
    name: 'archive list',
    stops: true,
    ask: async (client, _args, _flags, { signal }) =>
      (await client.archive.sync({}, { signal })).archive as ArchiveView,
    async say({ sessions }, context) {
      const { archive, when } = context.words;
      const shape = ['session', 'title', 'changed', 'sharedBy', 'outcome', 'model', 'here'] as const;
      const rows = sessions.map((one) => [
        one.session,
        oneLine(one.title),
        when(one.updatedAt),
        oneLine(one.by),
        outcomeWords(context.words, one),
        oneLine(one.model),
        archive.here[one.here],
      ]);
      await printTable(context, shape, rows, archive.none);
    },
    status({ fault, seenAt, waiting, failed, refused }, context) {
      const { note, words } = context;
      const { archive, when } = words;
      const why = ({ reason, detail }: (typeof failed)[number] | (typeof refused)[number]) =>
        detailText(words.language, detail, reason).text;
      for (const one of refused) note(oneLine(archive.refused(one.session, one.by, why(one))));
      for (const one of failed) note(oneLine(archive.failed(one.session, why(one))));
      if (waiting.length > 0) note(archive.waiting(waiting.length));
      const status = statusOf(fault, context);
      if (fault !== undefined && seenAt !== undefined) note(archive.seen(when(seenAt)));
      return status;
    },
  }),
  asking({
    name: 'archive pull',
    args: { '<ID>': ({ archive }) => archive.help.id },
    access: 'write',
    stops: true,
    async ask(client, [session = ''], _flags, { signal }) {
      const { archive } = await client.archive.get({});
      // The command line may have seen nothing yet.
      if (archive?.sessions.every((one) => one.session !== session) === true) await client.archive.sync({}, { signal });
      return client.archive.pull({ sessionId: session }, { signal });
    },
    async say(result, { note, out, words }, [session = '']) {
      const events = words.number(result.events);
      note(result.alreadyThere ? words.import.alreadyThere(session, events) : words.archive.pulled(session, events));
      await out.line(session);
    },
  }),
  asking({
    name: 'archive password',
    typed: ({ archive }) => archive.prompt,
    ask: (client, _args, _flags, { typed: value }) => client.archive.password({ value }),
    json: () => ({}),
    say: (_done, { words }) => words.archive.stored,
  }),
  asking({
    name: 'archive remove',
    ask: (client) => client.archive.remove({}),
    json: () => ({}),
    say: (_done, { words }) => words.archive.removed,
  }),
];
