/** `skilldeck sessions list|show`. */

import { command } from '../../main/hosts/cli/command.ts';
import { type CommandContext, withCore } from '../../main/hosts/cli/context.ts';
import { EXIT } from '../../main/hosts/cli/exit-status.ts';
import type { GlobalOptions } from '../../main/hosts/cli/run-options.ts';
import { inJson, progressLine } from '../../main/hosts/cli/text/progress.ts';
import { oneLine, visible } from '../../main/hosts/cli/text/visible.ts';
import { visibleJson } from '../../main/hosts/cli/text/visible-json.ts';
import { right, table } from '../../main/hosts/cli/text/write-whole.ts';
import { parseEvent, type SessionEvent, type SessionKind } from '../../shared/events.ts';
import { activeEvents } from '../../shared/reducer.ts';

export async function sessionsList(
  context: CommandContext,
  options: GlobalOptions,
  kind?: SessionKind,
): Promise<number> {
  const { words, out, note, columns } = context;
  const sessions = await withCore(context, 'read', options, (client) =>
    client.sessions.list(kind === undefined ? {} : { kind }),
  );
  if (await inJson(context, options, { sessions })) return EXIT.done;
  const kept = sessions.filter((session) => !session.deleted && session.archived !== true);
  if (kept.length === 0) {
    note(words.sessions.none);
    return EXIT.done;
  }
  const titles = words.columns;
  const isSeveral = new Set(kept.map(({ environment }) => environment)).size > 1;
  const shape = [
    titles.id,
    titles.updated,
    right(titles.turns),
    // The sum of all requests is what the filtered list calls tokens.
    right(titles.lastRequest),
    titles.state,
    ...(isSeveral ? [words.env.columns.environment] : []),
    titles.title,
  ];
  const rows = kept.map(({ id, updatedAt, turns, tokens, runState, environment, title }) => [
    id,
    words.when(updatedAt),
    words.number(turns),
    words.number(tokens),
    runState,
    ...(isSeveral ? [oneLine(environment)] : []),
    oneLine(title) || words.sessions.untitled,
  ]);
  await out.write(table(shape, rows, columns));
  return EXIT.done;
}

function transcript(event: SessionEvent, { words }: CommandContext, begun: boolean): string | undefined {
  const { you, agent } = words.sessions;
  if (event.type === 'user-message-added') return `\n${you}  ${words.when(event.at)}\n${visible(event.text)}\n`;
  if (event.type === 'model-responded') {
    if (event.purpose === 'summary' || event.text === '') return undefined;
    return `${agent}  ${words.when(event.at)}\n${visible(event.text)}\n`;
  }
  const line = progressLine(event, words, begun);
  return line === undefined ? undefined : `  · ${line}`;
}

export const sessionsCommand = command({
  name: 'sessions show',
  help: ({ help }) => help.sessionsShow,
  args: { '<ID>': ({ help }) => help.sessionId },
  /** `--json`: every stored event, as stored, one a line. Else what was said and done and still counts. */
  async run(context, [sessionId = ''], options) {
    const { out } = context;
    const raw = await withCore(context, 'read', options, (client) => client.sessions.events({ sessionId }));
    if (options.json === true) {
      for (const event of raw) await out.line(visibleJson(event, 0));
      return EXIT.done;
    }
    const events = activeEvents(raw.map((event) => parseEvent(event)));
    let begun = false;
    for (const event of events) {
      const text = transcript(event, context, begun);
      if (text !== undefined) await out.line(text);
      if (event.type === 'request-sent') begun = true;
    }
    return EXIT.done;
  },
});
