/** `skilldeck watches list|remove`. */
import { asking } from '../../main/hosts/cli/command.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import { textIn } from '../../shared/cards/card.ts';
import { watchNews, watchState } from '../../shared/messages/describe-event.ts';

export const watchesCommands = [
  asking({
    name: 'watches list',
    ask: (client) => client.watches.list({}),
    async say(found, context) {
      const { language, t } = context.words;
      const rows = found.map((watch) => [
        watch.id,
        oneLine(watch.ended ? watchNews(language, watch) : textIn(watch.title, language)),
        oneLine(watchState(language, watch, watch.nextAt)),
      ]);
      await printTable(context, ['id', 'title', 'state'], rows);
      if (rows.length === 0) context.note(t('watches.empty'));
    },
  }),
  asking({
    name: 'watches remove',
    args: { '<ID>': ({ watches }) => watches.id },
    access: 'write',
    ask: (client, [id = '']) => client.watches.remove({ id }),
    json: (_done, [id]) => ({ id }),
    say: (_done, { words }, [id]) => `${id}: ${words.t('event.watchEnded.stopped')}`,
  }),
];
