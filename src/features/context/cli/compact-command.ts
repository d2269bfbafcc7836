/** `skilldeck sessions compact ID [--keep WORDS] [--undo SEQ,…]`: what is old becomes a summary, or comes back. */

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
  '--undo <SEQ,…>': ({ help }) => help.undo,
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
      const { before, after, messages, compactions = [] } = await client.context.compact({ sessionId, ...wish });
      if (messages === 0) {
        note(words.compact.stopped);
        return EXIT.stopped;
      }
      if (flags.json === true) await printJson(out, { session: sessionId, before, after, messages, compactions });
      else {
        await out.line(words.compact.done(words.number(messages), words.number(before), words.number(after)));
        note(words.compact.undo(sessionId, compactions.join(',')));
      }
      return EXIT.done;
    });
  } finally {
    interrupts.dispose();
  }
}

/** The latest first, as each was made from what the one before it left. */
async function takeBack(context: CommandContext, sessionId: string, seqs: readonly number[], flags: CompactFlags) {
  const { words, note, out } = context;
  const [latest = 0, ...others] = seqs.toSorted((a, b) => b - a);
  const undone = await withCore(context, 'write', flags, async (client) => {
    let now = await client.context.undoCompaction({ sessionId, seq: latest });
    for (const seq of others) now = await client.context.undoCompaction({ sessionId, seq });
    return now;
  });
  if (flags.json === true) await printJson(out, { session: sessionId, undoes: seqs, ...undone });
  else await out.line(words.compact.undone(seqs.join(', '), words.number(undone.tokens ?? 0)));
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
    const seqs = undo === undefined ? [] : undo.split(',');
    const wrong = seqs.find((seq) => !/^[1-9]\d{0,14}$/.test(seq));
    if (wrong !== undefined) throw new UsageError(words.usage.wholeNumber('--undo', wrong, 1));
    if (undo !== undefined && keep !== undefined) throw new UsageError(words.compact.either);
    if (keep !== undefined && keep.length > MAX_KEEP) throw new UsageError(words.compact.longWish(MAX_KEEP));
    return undo === undefined
      ? compact(context, sessionId, flags)
      : takeBack(context, sessionId, seqs.map(Number), flags);
  },
});
