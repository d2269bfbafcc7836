/** `skilldeck watches list|remove`. */
import { command, inJson, told, withCore } from '../../main/hosts/cli/command.ts';
import { EXIT } from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import { textIn } from '../../shared/cards/card.ts';
import { watchNews, watchState } from '../../shared/messages/watch-words.ts';

export const watchesCommands = [
  command({
    name: 'watches list',
    help: ({ watches }) => watches.list,
    async run(context, _args, flags) {
      const { language, t } = context.words;
      const found = await withCore(context, 'read', flags, (client) => client.watches.list({}));
      if (await inJson(context, flags, found)) return EXIT.done;
      const rows = found.map((watch) => [
        watch.id,
        oneLine(watch.ended ? watchNews(language, watch) : textIn(watch.title, language)),
        oneLine(watchState(language, watch, watch.nextAt)),
      ]);
      await printTable(context, ['id', 'title', 'state'], rows);
      if (rows.length === 0) context.note(t('watches.empty'));
      return EXIT.done;
    },
  }),
  command({
    name: 'watches remove',
    help: ({ watches }) => watches.remove,
    args: { '<ID>': ({ watches }) => watches.id },
    async run(context, [id = ''], flags) {
      await withCore(context, 'write', flags, (client) => client.watches.remove({ id }));
      return told(context, flags, { id }, `${id}: ${context.words.t('event.watchEnded.stopped')}`);
    },
  }),
];
