/** `skilldeck review list|add|queue|agreement|report|export|import|rubrics`. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { asking, type CommandContext, type CoreClient } from '../../main/hosts/cli/command.ts';
import { oneOf, repeatable, TerminalError, UsageError, whole } from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import { writeWhole } from '../../main/hosts/cli/text/whole-file.ts';
import { defined } from '../../shared/defined.ts';
import { messageOf } from '../../shared/errors.ts';
import { detailText } from '../../shared/messages/failure.ts';
import { type Score, VERDICTS, type Verdict } from '../../shared/review/reviews.ts';
import { REPORT_FORMATS } from './contract.ts';
import type { Rubric } from './rubric.ts';

async function rubricNamed({ words }: CommandContext, client: CoreClient, given: string): Promise<Rubric> {
  const isFile = /[\\/]|\.ya?ml$/i.test(given);
  const { rubrics, folder } = await client.judging.rubrics(isFile ? { file: path.resolve(given) } : {});
  // The last of a name is its newest version.
  const found = rubrics.findLast(({ name }) => isFile || name === given);
  if (found === undefined) throw new UsageError(words.judging.noRubric(given, folder));
  return found;
}

function scoreOf({ words: { judging } }: CommandContext, { criteria }: Rubric, given: string): Score {
  const [, criterion = '', points = ''] = /^([^=]+)=(-?\d{1,4})$/.exec(given) ?? [];
  if (criterion === '') throw new UsageError(judging.badScore(given));
  const found = criteria.find(({ id }) => id === criterion);
  const known = criteria.map(({ id }) => id);
  if (found === undefined) throw new UsageError(judging.noCriterion(criterion, known));
  const { min, max } = found;
  const score = Number(points);
  if (score < min || score > max) throw new UsageError(judging.outside(criterion, min, max));
  return { criterion, score, min, max };
}

/** Bytes of a file of reviews; one with a session is as large as that. */
const MAX_BYTES = 64 * 1024 * 1024;

function textIn(file: string, { words }: CommandContext): string {
  try {
    if (statSync(file).size > MAX_BYTES) {
      throw new TerminalError('import-refused', words.import.tooBig(file, words.number(MAX_BYTES)));
    }
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof TerminalError) throw error;
    throw new TerminalError('import-refused', words.import.cannotRead(file, messageOf(error)), { cause: error });
  }
}

const verdictWords = ({ t }: CommandContext['words'], verdict: Verdict): string =>
  t(`library.verdict.${verdict}`).toLowerCase();

/** Without an ID, all. */
const sessionsOf = (ids: readonly string[]) => (ids.length === 0 ? {} : { sessionIds: [...ids] });

/** Writes the text into the file that was asked for. @returns which of the two the answer has. */
function written({ text }: { readonly text: string }, output: string | undefined, context: CommandContext) {
  const file = output === undefined ? undefined : path.resolve(output);
  if (file !== undefined) writeWhole(file, text, context);
  return file === undefined ? { text, file } : { text: undefined, file };
}

export const judgingCommands = [
  asking({
    name: 'review list',
    options: {
      '--session <ID>': repeatable(({ judging }) => judging.help.ofSession),
      '--reviewer <NAME>': ({ judging }) => judging.help.ofReviewer,
    },
    ask: (client, _args, { session: sessionIds, reviewer }) =>
      client.judging.reviews(defined({ sessionIds, reviewer })),
    async say(found, context) {
      const { words } = context;
      const shape = ['id', 'event', 'reviewer', 'verdict', 'scores', 'remark', 'title'] as const;
      const rows = found.reviews.map((one) => [
        one.session,
        one.seq === 0 ? '' : `${one.seq}`,
        oneLine(one.reviewer),
        one.verdict === undefined ? '' : verdictWords(words, one.verdict),
        (one.scores ?? []).map(({ criterion, score }) => `${oneLine(criterion)}=${score}`).join(' '),
        oneLine(one.text ?? ''),
        oneLine(one.title) || words.sessions.untitled,
      ]);
      const notes = found.notes.map((one) => [
        one.session,
        `${one.seq}`,
        one.by === undefined ? words.judging.note : oneLine(one.by),
        '',
        '',
        oneLine(one.text),
        oneLine(one.title) || words.sessions.untitled,
      ]);
      await printTable(context, shape, [...rows, ...notes]);
      if (rows.length + notes.length === 0) context.note(words.judging.none);
    },
  }),
  asking({
    name: 'review add',
    args: { '<ID>': ({ help }) => help.sessionId },
    options: {
      '--verdict <VERDICT>': oneOf(({ judging }) => judging.help.verdict, VERDICTS),
      '--score <SCORE>': repeatable(({ judging }) => judging.help.score),
      '--rubric <RUBRIC>': ({ judging }) => judging.help.rubric,
      '--text <TEXT>': ({ judging }) => judging.help.text,
      '--at <SEQ>': whole(({ judging }) => judging.help.at, 1),
      '--as <NAME>': ({ judging }) => judging.help.as,
      '--remove': ({ judging }) => judging.help.remove,
    },
    access: 'write',
    input(_args, { verdict, score = [], rubric, text, remove }, { words }) {
      if (score.length > 0 && rubric === undefined) throw new UsageError(words.judging.needsRubric);
      if (verdict === undefined && score.length === 0 && text === undefined && remove !== true)
        throw new UsageError(words.judging.saysNothing);
    },
    async ask(client, [session = ''], flags, context) {
      const { verdict, score = [], text, at: seq = 0, remove, as: reviewer } = flags;
      const rubric = flags.rubric === undefined ? undefined : await rubricNamed(context, client, flags.rubric);
      const scores = rubric && score.map((one) => scoreOf(context, rubric, one));
      return client.judging.write({
        session,
        seq,
        ...defined({ reviewer, verdict, text, scores }),
        ...(rubric === undefined ? {} : { rubric: { name: rubric.name, version: rubric.version } }),
        ...(remove === true ? { removed: true as const } : {}),
      });
    },
    say: () => undefined,
  }),
  asking({
    name: 'review queue',
    args: { '[ID...]': ({ judging }) => judging.help.queueIds },
    options: { '--why <TEXT>': ({ judging }) => judging.help.why, '--remove': ({ judging }) => judging.help.dequeue },
    access: (ids) => (ids.length === 0 ? 'read' : 'write'),
    async ask(client, ids, { why, remove }) {
      const sessionIds = [...new Set(ids)];
      if (ids.length > 0 && remove === true) await client.judging.dequeue({ sessionIds });
      else if (ids.length > 0) await client.judging.enqueue({ sessionIds, ...defined({ why }) });
      return client.judging.queue({});
    },
    async say({ queue }, context, ids) {
      const { words, note } = context;
      if (queue.length === 0) note(words.judging.queueEmpty);
      else if (ids.length > 0) note(words.judging.queued(queue.length));
      else {
        const shape = ['id', 'verdict', 'judged', 'remarks', 'why', 'title'] as const;
        const rows = queue.map((one) => [
          one.session,
          one.verdict === undefined ? '' : verdictWords(words, one.verdict),
          one.judgedBy.map(oneLine).join(', '),
          words.number(one.remarks),
          oneLine(one.why),
          oneLine(one.title) || words.sessions.untitled,
        ]);
        await printTable(context, shape, rows);
      }
    },
  }),
  asking({
    name: 'review agreement',
    args: { '<A>': ({ judging }) => judging.help.reviewer, '<B>': ({ judging }) => judging.help.reviewer },
    ask: (client, [a = '', b = '']) => client.judging.agreement({ a, b }),
    async say(found, { words, out, note }, [a = '', b = '']) {
      const { judging, number } = words;
      const { n, same, percent, kappa, tooFew, differing, criteria } = found;
      if (percent === null) {
        note(judging.noneShared(a, b));
        return;
      }
      await out.line(judging.agree(number(same), number(n), `${Math.round(percent * 100)} %`));
      await out.line(kappa === null ? judging.noKappa : judging.kappa(kappa.toFixed(2)));
      for (const one of criteria) {
        const name = oneLine(`${one.rubric} ${one.version}, ${one.criterion}`);
        await out.line(judging.criterion(name, number(one.same), number(one.n), one.distance.toFixed(2)));
      }
      if (differing.length > 0) await out.line(judging.differing);
      for (const one of differing) {
        await out.line(`  ${one.session}  ${verdictWords(words, one.a)} / ${verdictWords(words, one.b)}`);
      }
      if (tooFew) note(judging.tooFew(number(n)));
    },
  }),
  asking({
    name: 'review report',
    args: { '[ID...]': ({ judging }) => judging.help.reportIds },
    options: {
      '--format <FORMAT>': oneOf(({ judging }) => judging.help.format, REPORT_FORMATS),
      '--output <FILE>': ({ judging }) => judging.help.output,
      '--no-redact': ({ judging }) => judging.help.noRedact,
    },
    async ask(client, ids, { format = 'html', output, redact = true }, context) {
      const { language } = context.words;
      const report = await client.judging.report({ ...sessionsOf(ids), format, redact, language });
      return { format, ...report, ...written(report, output, context) };
    },
    json: ({ mime: _mime, fileName: _name, ...report }) => report,
    async say({ text, file, sessions, redacted }, { words, out, note }) {
      if (file === undefined) await out.write(text ?? '');
      else note(words.judging.reported(words.number(sessions), words.number(redacted)));
    },
  }),
  asking({
    name: 'review export',
    args: { '[ID...]': ({ judging }) => judging.help.reportIds },
    options: { '--output <FILE>': ({ judging }) => judging.help.output },
    async ask(client, ids, { output }, context) {
      const given = await client.judging.give(sessionsOf(ids));
      return { ...given, ...written(given, output, context) };
    },
    say: ({ text = '' }, { out }) => out.write(text),
  }),
  asking({
    name: 'review import',
    args: { '<FILE>': ({ judging }) => judging.help.takeFile },
    access: 'write',
    ask: (client, [given = ''], _flags, context) => client.judging.take({ text: textIn(path.resolve(given), context) }),
    say: ({ added, reviews, sessions }, { words: { judging, number } }) =>
      judging.took(number(added), number(reviews), number(sessions.length)),
  }),
  asking({
    name: 'review rubrics',
    args: { '[FILE]': ({ judging }) => judging.help.rubricFile },
    ask: (client, [file]) => client.judging.rubrics(file === undefined ? {} : { file: path.resolve(file) }),
    async say(found, context) {
      const { words, note } = context;
      const shape = ['title', 'version', 'criteria', 'file'] as const;
      const rows = found.rubrics.map((one) => [
        oneLine(one.name),
        oneLine(one.version),
        one.criteria.map(({ id, min, max }) => `${id} ${min}–${max}`).join(', '),
        one.file,
      ]);
      await printTable(context, shape, rows);
      for (const { why, detail } of found.broken) note(oneLine(detailText(words.language, detail, why).text));
      if (rows.length + found.broken.length === 0) note(words.judging.noRubrics(found.folder));
    },
  }),
];
