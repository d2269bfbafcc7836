/** `skilldeck watches list|remove`. */
import { command, inJson, told, withCore } from '../../main/hosts/cli/command.ts';
import { EXIT } from '../../main/hosts/cli/run-options.ts';
import { printTable } from '../../main/hosts/cli/text/table.ts';
import { oneLine } from '../../main/hosts/cli/text/visible.ts';
import { textIn } from '../../shared/cards/card.ts';
import { readingIn, reasonIn } from '../../shared/messages/watch-words.ts';

export const watchesCommands = [
  command({
    name: 'watches list',
    help: ({ watches }) => watches.help.list,
    async run(context, _args, flags) {
      const { note, words } = context;
      const { language, watches } = words;
      const found = await withCore(context, 'read', flags, (client) => client.watches.list({}));
      if (await inJson(context, flags, found)) return EXIT.done;
      const when = (at: string | undefined): string => (at === undefined ? '' : words.when(at));
      const shape = [
        'id',
        'title',
        { title: watches.now },
        { title: watches.checked },
        { title: watches.next },
        'state',
      ] as const;
      const rows = found.map(({ id, title, reading = {}, checkedAt, nextAt, fault, ended }) => [
        id,
        oneLine(textIn(title, language)),
        oneLine(readingIn(language, reading)),
        when(checkedAt),
        when(nextAt),
        ended === undefined
          ? fault === undefined
            ? ''
            : oneLine(reasonIn(language, fault))
          : watches.ended[ended.reason],
      ]);
      await printTable(context, shape, rows);
      if (rows.length === 0) note(watches.none);
      return EXIT.done;
    },
  }),
  command({
    name: 'watches remove',
    help: ({ watches }) => watches.help.remove,
    args: { '<ID>': ({ watches }) => watches.help.id },
    async run(context, [id = ''], flags) {
      await withCore(context, 'write', flags, (client) => client.watches.remove({ id }));
      return told(context, flags, { id }, context.words.watches.removed(id));
    },
  }),
];
