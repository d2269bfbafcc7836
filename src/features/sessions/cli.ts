/** `skilldeck sessions list|show`. */

import { type CommandContext, command, withCore } from '../../main/hosts/cli/command.ts';
import { EXIT } from '../../main/hosts/cli/run-options.ts';
import { visible, visibleJson } from '../../main/hosts/cli/text/print.ts';
import { progressLine } from '../../main/hosts/cli/text/progress.ts';
import { parseEvent, type SessionEvent } from '../../shared/events.ts';
import { activeEvents } from '../../shared/reducer.ts';

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
