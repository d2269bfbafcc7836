/** `skilldeck review list|add|queue|agreement|report|export|import|rubrics`. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type CommandContext,
  type CoreClient,
  command,
  inJson,
  printJson,
  withCore,
} from '../../main/hosts/cli/command.ts';
import { choiceIn, EXIT, oneOf, repeatable, TerminalError, UsageError } from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import { writeWhole } from '../../main/hosts/cli/text/whole-file.ts';
import { defined } from '../../shared/defined.ts';
import { messageOf } from '../../shared/errors.ts';
import { detailText } from '../../shared/messages/detail.ts';
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
  if (found === undefined) {
    throw new UsageError(
      judging.noCriterion(
        criterion,
        criteria.map(({ id }) => id),
      ),
    );
  }
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

export const judgingCommands = [
  command({
    name: 'review list',
    help: ({ judging }) => judging.help.list,
    options: {
      '--session <ID>': repeatable(({ judging }) => judging.help.ofSession),
      '--reviewer <NAME>': ({ judging }) => judging.help.ofReviewer,
    },
    async run(context, _args, flags) {
      const { words, note } = context;
      const { session, reviewer } = flags;
      const sessionIds = session === undefined ? undefined : [...session];
      const found = await withCore(context, 'read', flags, (client) =>
        client.judging.reviews(defined({ sessionIds, reviewer })),
      );
      if (await inJson(context, flags, found)) return EXIT.done;
      if (found.reviews.length + found.notes.length === 0) {
        note(words.judging.none);
        return EXIT.done;
      }
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
      return EXIT.done;
    },
  }),
  command({
    name: 'review add',
    help: ({ judging }) => judging.help.add,
    args: { '<ID>': ({ help }) => help.sessionId },
    options: {
      '--verdict <VERDICT>': oneOf(({ judging }) => judging.help.verdict, VERDICTS),
      '--score <SCORE>': repeatable(({ judging }) => judging.help.score),
      '--rubric <RUBRIC>': ({ judging }) => judging.help.rubric,
      '--text <TEXT>': ({ judging }) => judging.help.text,
      '--at <SEQ>': ({ judging }) => judging.help.at,
      '--as <NAME>': ({ judging }) => judging.help.as,
      '--remove': ({ judging }) => judging.help.remove,
    },
    async run(context, [session = ''], flags) {
      const { words, out } = context;
      const { verdict: given, score = [], text, at, remove, as: reviewer } = flags;
      if (at !== undefined && !/^[1-9]\d{0,8}$/.test(at)) throw new UsageError(words.review.atEvent('--at', at));
      if (score.length > 0 && flags.rubric === undefined) throw new UsageError(words.judging.needsRubric);
      const verdict = given === undefined ? undefined : choiceIn('--verdict', given, VERDICTS, words);
      if (verdict === undefined && score.length === 0 && text === undefined && remove !== true) {
        throw new UsageError(words.judging.saysNothing);
      }
      const review = await withCore(context, 'write', flags, async (client) => {
        const rubric = flags.rubric === undefined ? undefined : await rubricNamed(context, client, flags.rubric);
        const scores = rubric === undefined ? undefined : score.map((one) => scoreOf(context, rubric, one));
        return client.judging.write({
          session,
          seq: at === undefined ? 0 : Number(at),
          ...defined({ reviewer, verdict, text, scores }),
          ...(rubric === undefined ? {} : { rubric: { name: rubric.name, version: rubric.version } }),
          ...(remove === true ? { removed: true as const } : {}),
        });
      });
      if (flags.json === true) await printJson(out, review);
      return EXIT.done;
    },
  }),
  command({
    name: 'review queue',
    help: ({ judging }) => judging.help.queue,
    args: { '[ID...]': ({ judging }) => judging.help.queueIds },
    options: { '--why <TEXT>': ({ judging }) => judging.help.why, '--remove': ({ judging }) => judging.help.dequeue },
    async run(context, ids, flags) {
      const { words, note } = context;
      const sessionIds = [...new Set(ids)];
      const found = await withCore(context, ids.length === 0 ? 'read' : 'write', flags, async (client) => {
        if (ids.length > 0 && flags.remove === true) await client.judging.dequeue({ sessionIds });
        else if (ids.length > 0) await client.judging.enqueue({ sessionIds, ...defined({ why: flags.why }) });
        return client.judging.queue({});
      });
      if (await inJson(context, flags, found)) return EXIT.done;
      if (ids.length > 0 || found.queue.length === 0) {
        note(found.queue.length === 0 ? words.judging.queueEmpty : words.judging.queued(found.queue.length));
        return EXIT.done;
      }
      const shape = ['id', 'verdict', 'judged', 'remarks', 'why', 'title'] as const;
      const rows = found.queue.map((one) => [
        one.session,
        one.verdict === undefined ? '' : verdictWords(words, one.verdict),
        one.judgedBy.map(oneLine).join(', '),
        words.number(one.remarks),
        oneLine(one.why),
        oneLine(one.title) || words.sessions.untitled,
      ]);
      await printTable(context, shape, rows);
      return EXIT.done;
    },
  }),
  command({
    name: 'review agreement',
    help: ({ judging }) => judging.help.agreement,
    args: { '<A>': ({ judging }) => judging.help.reviewer, '<B>': ({ judging }) => judging.help.reviewer },
    async run(context, [a = '', b = ''], flags) {
      const { words, out, note } = context;
      const found = await withCore(context, 'read', flags, (client) => client.judging.agreement({ a, b }));
      if (await inJson(context, flags, found)) return EXIT.done;
      const { judging, number } = words;
      const { n, same, percent, kappa, tooFew, differing, criteria } = found;
      if (percent === null) {
        note(judging.noneShared(a, b));
        return EXIT.done;
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
      return EXIT.done;
    },
  }),
  command({
    name: 'review report',
    help: ({ judging }) => judging.help.report,
    args: { '[ID...]': ({ judging }) => judging.help.reportIds },
    options: {
      '--format <FORMAT>': oneOf(({ judging }) => judging.help.format, REPORT_FORMATS),
      '--output <FILE>': ({ judging }) => judging.help.output,
      '--no-redact': ({ judging }) => judging.help.noRedact,
    },
    async run(context, ids, flags) {
      const { words, out, note } = context;
      const format = choiceIn('--format', flags.format ?? 'html', REPORT_FORMATS, words);
      const report = await withCore(context, 'read', flags, (client) =>
        client.judging.report({
          ...(ids.length === 0 ? {} : { sessionIds: [...ids] }),
          format,
          redact: flags.redact !== false,
          language: words.language,
        }),
      );
      const file = flags.output === undefined ? undefined : path.resolve(flags.output);
      if (file !== undefined) writeWhole(file, report.text, context);
      const { text, mime: _mime, fileName: _name, ...figures } = report;
      if (flags.json === true)
        await printJson(out, { format, ...(file === undefined ? { text } : { file }), ...figures });
      else if (file === undefined) await out.write(text);
      else note(words.judging.reported(words.number(report.sessions), words.number(report.redacted)));
      return EXIT.done;
    },
  }),
  command({
    name: 'review export',
    help: ({ judging }) => judging.help.give,
    args: { '[ID...]': ({ judging }) => judging.help.reportIds },
    options: { '--output <FILE>': ({ judging }) => judging.help.output },
    async run(context, ids, flags) {
      const { out } = context;
      const { text, reviews } = await withCore(context, 'read', flags, (client) =>
        client.judging.give(ids.length === 0 ? {} : { sessionIds: [...ids] }),
      );
      const file = flags.output === undefined ? undefined : path.resolve(flags.output);
      if (file !== undefined) writeWhole(file, text, context);
      if (flags.json === true) await printJson(out, { ...(file === undefined ? { text } : { file }), reviews });
      else if (file === undefined) await out.write(text);
      return EXIT.done;
    },
  }),
  command({
    name: 'review import',
    help: ({ judging }) => judging.help.take,
    args: { '<FILE>': ({ judging }) => judging.help.takeFile },
    async run(context, [given = ''], flags) {
      const { words, note } = context;
      const file = path.resolve(given);
      const text = textIn(file, context);
      const taken = await withCore(context, 'write', flags, (client) => client.judging.take({ text }));
      if (await inJson(context, flags, taken)) return EXIT.done;
      const { number } = words;
      note(words.judging.took(number(taken.added), number(taken.reviews), number(taken.sessions.length)));
      return EXIT.done;
    },
  }),
  command({
    name: 'review rubrics',
    help: ({ judging }) => judging.help.rubrics,
    args: { '[FILE]': ({ judging }) => judging.help.rubricFile },
    async run(context, [file], flags) {
      const { words, note } = context;
      const found = await withCore(context, 'read', flags, (client) =>
        client.judging.rubrics(file === undefined ? {} : { file: path.resolve(file) }),
      );
      if (await inJson(context, flags, found)) return EXIT.done;
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
      return EXIT.done;
    },
  }),
];
