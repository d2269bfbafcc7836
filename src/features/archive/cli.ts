/** `skilldeck archive add|push|list|pull|remove|password`: sessions that a team shares in a database. */

import {
  type CommandContext,
  command,
  inJson,
  printJson,
  readValue,
  stoppable,
  told,
  withCore,
} from '../../main/hosts/cli/command.ts';
import { EXIT, repeatable, UsageError } from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import { defined } from '../../shared/defined.ts';
import { detailText } from '../../shared/messages/detail.ts';
import { hasWords } from '../../shared/messages/translate.ts';
import type { ArchiveView, SharedSession } from '../../shared/review/archive.ts';
import { repositoryFaultWords } from '../../shared/skills/repositories.ts';

/** Off-line is no failure: it is pushed later. */
const LATER: ReadonlySet<string> = new Set(['unreachable', 'timeout']);

function outcomeWords({ t }: CommandContext['words'], { outcome }: SharedSession): string {
  const key = `library.outcome.${outcome}`;
  return hasWords(key) ? t(key).toLowerCase() : oneLine(outcome);
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
    async run(context, [address = ''], flags) {
      const { as, tag, skill: skills, judged, passwordEnv } = flags;
      await withCore(context, 'read', flags, (client) =>
        client.archive.add({ address, ...defined({ as, tag, skills: skills && [...skills], judged, passwordEnv }) }),
      );
      return told(context, flags, {}, context.words.archive.added);
    },
  }),
  command({
    name: 'archive push',
    help: ({ archive }) => archive.help.push,
    args: { '[ID...]': ({ archive }) => archive.help.ids },
    options: { '--unredacted': ({ archive }) => archive.help.unredacted },
    async run(context, ids, flags) {
      const { out, note, words } = context;
      const { archive } = words;
      const input = { sessionIds: [...ids], redact: flags.unredacted !== true };
      const done = await stoppable(context, 'read', flags, (client, { signal }) =>
        client.archive.push(input, { signal }),
      );
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
    },
  }),
  command({
    name: 'archive list',
    help: ({ archive }) => archive.help.list,
    async run(context, _args, flags) {
      const { out, note, words } = context;
      const { archive, when } = words;
      const seen = await stoppable(context, 'read', flags, (client, { signal }) => client.archive.sync({}, { signal }));
      if (seen === undefined) return EXIT.stopped;
      const view = seen.archive as ArchiveView;
      const { fault, seenAt, waiting, failed, sessions, refused } = view;
      if (flags.json === true) await printJson(out, view);
      else {
        const shape = ['session', 'title', 'changed', 'sharedBy', 'outcome', 'model', 'here'] as const;
        const rows = sessions.map((one) => [
          one.session,
          oneLine(one.title),
          when(one.updatedAt),
          oneLine(one.by),
          outcomeWords(words, one),
          oneLine(one.model),
          archive.here[one.here],
        ]);
        await printTable(context, shape, rows, archive.none);
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
    },
  }),
  command({
    name: 'archive pull',
    help: ({ archive }) => archive.help.pull,
    args: { '<ID>': ({ archive }) => archive.help.id },
    async run(context, [session = ''], flags) {
      const { out, note, words } = context;
      const result = await stoppable(context, 'write', flags, async (client, { signal }) => {
        const { archive } = await client.archive.get({});
        // The command line may have seen nothing yet.
        if (archive?.sessions.every((one) => one.session !== session) === true)
          await client.archive.sync({}, { signal });
        return client.archive.pull({ sessionId: session }, { signal });
      });
      if (result === undefined) return EXIT.stopped;
      if (await inJson(context, flags, result)) return EXIT.done;
      const events = words.number(result.events);
      note(result.alreadyThere ? words.import.alreadyThere(session, events) : words.archive.pulled(session, events));
      await out.line(session);
      return EXIT.done;
    },
  }),
  command({
    name: 'archive password',
    help: ({ archive }) => archive.help.password,
    async run(context, _args, flags) {
      const { words, deps } = context;
      const value = await readValue(deps.terminal, words.archive.prompt);
      if (value === '') throw new UsageError(words.secrets.empty);
      await withCore(context, 'read', flags, (client) => client.archive.password({ value }));
      return told(context, flags, {}, words.archive.stored);
    },
  }),
  command({
    name: 'archive remove',
    help: ({ archive }) => archive.help.remove,
    async run(context, _args, flags) {
      await withCore(context, 'read', flags, (client) => client.archive.remove({}));
      return told(context, flags, {}, context.words.archive.removed);
    },
  }),
];
