/** `skilldeck sessions verify ID|--all`: is this what was sent? */
import {
  type CommandContext,
  type CoreClient,
  command,
  inJson,
  printJson,
  told,
  withCore,
} from '../../../main/hosts/cli/command.ts';
import { EXIT, repeatable, UsageError } from '../../../main/hosts/cli/run-options.ts';
import { oneLine } from '../../../main/hosts/cli/text/visible.ts';
import { evidenceLines } from '../../../shared/messages/evidence.ts';
import type { Verification } from '../../../shared/review.ts';

// `skilldeck sessions fork|mark|note`: what a person does with sessions besides talking in them.

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
    options: { '--at <SEQ>': ({ review }) => review.help.at },
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
    options: { '--at <SEQ>': ({ review }) => review.help.noteAt },
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

/** Digits that tell two hashes apart; `--json` shows the whole hash. */
const HASH_DIGITS = 12;

/** `requests` as CONTRACT §11 has it. */
const asJson = (report: Verification) => ({
  ...report,
  requests: { checked: report.requests - report.notRebuilt, differ: report.differing },
});

function reportLines(report: Verification, { words: { verify, review, number, language } }: CommandContext): string {
  const { session, ok, requests, verified, notRebuilt, redacted } = report;
  const short = (hash: string) => hash.slice(0, HASH_DIGITS);
  const isBoundOnly = redacted || report.foreign === true;
  const sum = !isBoundOnly
    ? ok
      ? verify.ok(session, number(verified))
      : verify.bad(session, number(verified), number(requests - notRebuilt))
    : !ok
      ? verify.altered(session)
      : redacted
        ? verify.redacted(session)
        : review.foreignVerify(session);
  const lines = [
    sum,
    ...report.gaps.map(({ from, to }) => verify.gap(session, from, to)),
    ...report.damaged.map((seq) => verify.damaged(session, seq)),
    ...report.differing.map(({ seq, recorded, rebuilt }) =>
      verify.differs(session, seq, short(recorded), short(rebuilt)),
    ),
    ...(report.missing ?? []).map(({ seq, name, sha256 }) =>
      review.missingFile(session, seq, oneLine(name), short(sha256)),
    ),
    ...(notRebuilt === 0 ? [] : [verify.notRebuilt(session, number(notRebuilt))]),
    ...evidenceLines(language, report).map((line) => `${session}: ${line}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

export const verifyCommand = command({
  name: 'sessions verify',
  help: ({ help }) => help.sessionsVerify,
  args: { '[ID]': ({ help }) => help.sessionId },
  options: { '--all': ({ help }) => help.all },
  async run(context, [sessionId], flags) {
    const { words, out } = context;
    if ((sessionId === undefined) === (flags.all !== true)) throw new UsageError(words.verify.which);
    const ok = await withCore(context, 'read', flags, async (client) => {
      const ids = sessionId === undefined ? (await client.sessions.list({})).map(({ id }) => id) : [sessionId];
      const reports: ReturnType<typeof asJson>[] = [];
      let allOk = true;
      for (const id of ids) {
        const report = await client.review.verify({ sessionId: id });
        allOk &&= report.ok;
        if (flags.json === true) reports.push(asJson(report));
        else await out.write(reportLines(report, context));
      }
      if (flags.json === true)
        await printJson(out, sessionId === undefined ? { ok: allOk, sessions: reports } : reports[0]);
      return allOk;
    });
    return ok ? EXIT.done : EXIT.error;
  },
});
