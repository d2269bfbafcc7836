/** `skilldeck sessions compact ID [--keep WORDS] [--undo SEQ]`: what is old becomes a summary, or comes back. */

import { type CommandContext, command, printJson, watchInterrupts, withCore } from '../../../main/hosts/cli/command.ts';
import {
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Options,
  UsageError,
} from '../../../main/hosts/cli/run-options.ts';

const OPTIONS = {
  '--keep <WORDS>': ({ help }) => help.keep,
  '--undo <SEQ>': ({ help }) => help.undo,
} as const satisfies Options;
type CompactFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

/** Longest wish, in characters (the contract's). */
const MAX_KEEP = 2_000;

/** Ctrl-C ends it as the stop button does: nothing is changed then. */
async function compact(context: CommandContext, sessionId: string, flags: CompactFlags): Promise<number> {
  const { deps, words, note, out } = context;
  const interrupts = watchInterrupts(deps, { stopping: () => note(words.run.stopping), timeUp: () => {} });
  try {
    return await withCore(context, 'write', flags, async (client) => {
      const stop = () => void client.chat.stop({ sessionId }).catch(() => {});
      interrupts.signal.addEventListener('abort', stop, { once: true });
      const wish = flags.keep === undefined ? {} : { instruction: flags.keep };
      const { before, after, messages } = await client.context.compact({ sessionId, ...wish });
      if (messages === 0) {
        note(words.compact.stopped);
        return EXIT.stopped;
      }
      if (flags.json === true) await printJson(out, { session: sessionId, before, after, messages });
      else {
        await out.line(words.compact.done(words.number(messages), words.number(before), words.number(after)));
        const last = (await client.sessions.events({ sessionId })).at(-1);
        const seq = last?.seq;
        if (typeof seq === 'number') note(words.compact.undo(sessionId, seq));
      }
      return EXIT.done;
    });
  } finally {
    interrupts.dispose();
  }
}

async function takeBack(context: CommandContext, sessionId: string, seq: number, flags: CompactFlags): Promise<number> {
  const { words, note, out } = context;
  const undone = await withCore(context, 'write', flags, (client) => client.context.undoCompaction({ sessionId, seq }));
  if (flags.json === true) await printJson(out, { session: sessionId, undoes: seq, ...undone });
  else await out.line(words.compact.undone(String(seq), words.number(undone.tokens ?? 0)));
  if (undone.compactsAgain === true) note(words.compact.again(words.number(undone.max ?? 0)));
  return EXIT.done;
}

export const compactCommand = command({
  name: 'sessions compact',
  help: ({ help }) => help.sessionsCompact,
  args: { '<ID>': ({ help }) => help.sessionId },
  options: OPTIONS,
  async run(context, [sessionId = ''], flags) {
    const { words } = context;
    const { keep, undo } = flags;
    if (undo !== undefined && !/^[1-9]\d{0,14}$/.test(undo)) {
      throw new UsageError(words.usage.wholeNumber('--undo', undo, 1));
    }
    if (undo !== undefined && keep !== undefined) throw new UsageError(words.compact.either);
    if (keep !== undefined && keep.length > MAX_KEEP) throw new UsageError(words.compact.longWish(MAX_KEEP));
    return undo === undefined ? compact(context, sessionId, flags) : takeBack(context, sessionId, Number(undo), flags);
  },
});
