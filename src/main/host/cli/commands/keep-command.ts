/** `skilldeck sessions fork|mark|note`: what a person does with sessions besides talking in them. */
import { command } from '../command.ts';
import { type CommandContext, type CoreClient, printJson, withCore } from '../context.ts';
import { EXIT, UsageError } from '../exit-status.ts';
import { repeatable } from '../options/option-types.ts';
import { inJson, told } from '../text/answer.ts';

/** Undefined where none is given: the last. */
function eventIn({ words }: CommandContext, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError(words.review.atEvent('--at', value));
  return Number(value);
}

/** Number of the last event: a session's events are numbered from 1 without gaps. */
const lastEvent = async (client: CoreClient, sessionId: string): Promise<number> =>
  (await client.sessions.events({ sessionId })).length;

const either = (yes: boolean | undefined, no: boolean | undefined): boolean | undefined =>
  yes === true ? true : no === true ? false : undefined;

export const keepCommands = [
  command({
    name: 'sessions fork',
    help: ({ review }) => review.help.fork,
    args: { '<ID>': ({ help }) => help.sessionId },
    options: {
      '--at <SEQ>': ({ review }) => review.help.at,
    },
    async run(context, [sessionId = ''], flags) {
      const { words, out, note } = context;
      const given = eventIn(context, flags.at);
      const { at, ...done } = await withCore(context, 'write', flags, async (client) => {
        const seq = given ?? (await lastEvent(client, sessionId));
        return { at: seq, ...(await client.sessions.fork({ sessionId, at: seq })) };
      });
      if (await inJson(context, flags, { session: done.sessionId, forkedFrom: { session: sessionId, seq: at } }))
        return EXIT.done;
      note(words.review.forked(words.number(at)));
      await out.line(done.sessionId);
      return EXIT.done;
    },
  }),
  command({
    name: 'sessions mark',
    help: ({ review }) => review.help.mark,
    args: { '<ID...>': ({ help }) => help.sessionId },
    options: {
      '--pin': ({ review }) => review.help.pin,
      '--unpin': ({ review }) => review.help.unpin,
      '--archive': ({ review }) => review.help.archive,
      '--unarchive': ({ review }) => review.help.unarchive,
      '--tag <TAG>': repeatable(({ review }) => review.help.tag),
      '--untag <TAG>': repeatable(({ review }) => review.help.untag),
    },
    async run(context, ids, flags) {
      const { words } = context;
      if (flags.pin && flags.unpin) throw new UsageError(words.review.either('--pin', '--unpin'));
      if (flags.archive && flags.unarchive) throw new UsageError(words.review.either('--archive', '--unarchive'));
      const pinned = either(flags.pin, flags.unpin);
      const archived = either(flags.archive, flags.unarchive);
      const marks = {
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
        ...(flags.tag === undefined ? {} : { addTags: [...flags.tag] }),
        ...(flags.untag === undefined ? {} : { removeTags: [...flags.untag] }),
      };
      if (Object.keys(marks).length === 0) throw new UsageError(words.review.nothingToMark);
      const sessionIds = [...new Set(ids)];
      await withCore(context, 'write', flags, (client) => client.sessions.mark({ sessionIds, ...marks }));
      return told(
        context,
        flags,
        { sessions: sessionIds, ...marks },
        words.review.marked(sessionIds.length, words.number(sessionIds.length)),
      );
    },
  }),
  command({
    name: 'sessions note',
    help: ({ review }) => review.help.note,
    args: { '<ID>': ({ help }) => help.sessionId, '<TEXT>': ({ review }) => review.help.noteText },
    options: {
      '--at <SEQ>': ({ review }) => review.help.noteAt,
    },
    async run(context, [sessionId = '', text = ''], flags) {
      const given = eventIn(context, flags.at);
      if (text.trim() === '') throw new UsageError(context.words.review.emptyNote);
      const done = await withCore(context, 'write', flags, async (client) => {
        const on = given ?? (await lastEvent(client, sessionId));
        return client.sessions.addNote({ sessionId, on, text });
      });
      if (flags.json === true) await printJson(context.out, done);
      else await context.out.line(done.note);
      return EXIT.done;
    },
  }),
];
