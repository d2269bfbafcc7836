/** `skilldeck skills improve NAME|DIR`: versions of a skill, tried by its cases, or of its description by its sentences. */
import path from 'node:path';
import {
  type CommandContext,
  type CoreClient,
  command,
  globalsOf,
  printJson,
  withCore,
} from '../../../main/hosts/cli/command.ts';
import {
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Options,
  repeatable,
  UsageError,
  whole,
} from '../../../main/hosts/cli/run-options.ts';
import { dollars } from '../../../main/hosts/cli/text/context-tables.ts';
import { oneLine, printTable, right, visible } from '../../../main/hosts/cli/text/print.ts';
import { defined } from '../../../shared/defined.ts';
import type { ImproveRequest, OptimiseRequest } from '../contract.ts';
import { filesOf, type Loop, type LoopVersion, type Optimised, type SentenceShare } from '../improving.ts';
import { isFolder, percent } from './eval-command.ts';
import { PAID_OPTIONS, paidRequest, paidWork, unlessStopped, WRITER_OPTIONS } from './paid-work.ts';

/** Results of improving a skill, for a person. */
const share = ({ interval: [low, high] }: { readonly interval: readonly [number, number] }) =>
  `${percent(low)}–${percent(high)}`;
const points = (value: number): string => `${value < 0 ? '−' : '+'}${Math.round(Math.abs(value) * 100)}`;

async function printVersions(
  context: Pick<CommandContext, 'words' | 'out' | 'columns'>,
  { versions, best }: Pick<Loop, 'versions' | 'best'>,
): Promise<void> {
  const { words } = context;
  const { improve } = words.evals;
  const rows = versions.map(({ number, parent, reason, figures }) => {
    const name = number === best ? `${number} (${improve.best})` : String(number);
    const from = parent === null ? '' : String(parent);
    if (figures === undefined) return [name, from, improve.unmeasured, '', '', '', oneLine(reason)];
    return [
      name,
      from,
      `${figures.passed}/${figures.of}`,
      share(figures),
      figures.difference === undefined ? '' : points(figures.difference.passed),
      words.number(Math.round(figures.tokens)),
      oneLine(reason),
    ];
  });
  const version = right(words.t('common.version').toUpperCase());
  await printTable(context, [version, 'madeOf', 'passed', 'interval', 'difference', 'tokens', 'reason'], rows);
}

/** Format of `diff -u`. */
export async function patchOf({ files }: Pick<LoopVersion, 'files'>): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  return files
    .map(({ path, before, text }) => {
      const old = before === null ? '/dev/null' : `a/${path}`;
      const patch = createTwoFilesPatch(old, `b/${path}`, before ?? '', text, undefined, undefined, { context: 3 });
      return visible(patch.replace(/^={5,}\n/, ''));
    })
    .join('');
}

async function printOptimised(context: CommandContext, found: Optimised): Promise<void> {
  const { words, out, note } = context;
  const { improve } = words.evals;
  const shown = (one: SentenceShare | undefined) => (one === undefined ? '' : `${one.right}/${one.of} (${share(one)})`);
  const rows = [found.current, ...found.proposals].map(({ description, training, heldOut }, index) => [
    index === 0 ? improve.current : index - 1 === found.best ? `${index} (${improve.best})` : String(index),
    shown(training),
    shown(heldOut),
    oneLine(description),
  ]);
  await printTable(context, ['version', 'training', 'heldOut', 'description'], rows);
  for (const message of found.errors) note(oneLine(message));
  const { difference, file } = found;
  if (difference === undefined || file === undefined) {
    await out.line(improve.noBest);
    return;
  }
  await out.write(await patchOf({ files: [file] }));
  const [low, high] = difference.interval;
  await out.line(improve.better(String(Math.round(difference.right * 100)), points(low), points(high)));
  await out.line(found.clear ? improve.clear : improve.unclear);
  if (found.sentencesNeeded !== undefined) await out.line(improve.needed(words.number(found.sentencesNeeded)));
}

const OPTIONS = {
  ...PAID_OPTIONS,
  ...WRITER_OPTIONS,
  '--description': ({ evals }) => evals.help.description,
  '--case <ID>': repeatable(({ evals }) => evals.help.case),
  '--rounds <N>': whole(({ evals }) => evals.help.rounds, 1, 50),
  '--continue': ({ evals }) => evals.help.continue,
  '--history': ({ evals }) => evals.help.history,
  '--show <VERSION>': ({ evals }) => evals.help.show,
  '--take <VERSION>': ({ evals }) => evals.help.take,
  '--take-best': ({ evals }) => evals.help.takeBest,
} as const satisfies Options;
type ImproveFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

async function latest({ words, note }: CommandContext, client: CoreClient, skill: string): Promise<Loop | undefined> {
  const [loop] = await client.evals.loops({ skill });
  if (loop === undefined) note(oneLine(words.evals.improve.noLoop(skill)));
  return loop;
}

function versionIn({ words }: CommandContext, { versions }: Loop, given: string): LoopVersion {
  const found = versions.find(({ number }) => String(number) === given.trim());
  if (found !== undefined) return found;
  throw new UsageError(words.evals.improve.noVersion(given, versions.map(({ number }) => number).join(', ')));
}

function look(context: CommandContext, skill: string, flags: ImproveFlags): Promise<number> {
  const { words, out, note } = context;
  return withCore(context, 'read', globalsOf(flags), async (client) => {
    const loop = await latest(context, client, skill);
    if (loop === undefined) return EXIT.error;
    const version = flags.show === undefined ? undefined : versionIn(context, loop, flags.show);
    if (flags.json === true) await printJson(out, version ?? loop);
    else if (version === undefined) await printVersions(context, loop);
    else if (version.files.length === 0) note(words.evals.improve.noDifference);
    else await out.write(await patchOf(version));
    return EXIT.done;
  });
}

function take(context: CommandContext, skill: string, flags: ImproveFlags, given: string): Promise<number> {
  return withCore(context, 'write', globalsOf(flags), async (client) => {
    const loop = await latest(context, client, skill);
    if (loop === undefined) return EXIT.error;
    const files = filesOf(loop, versionIn(context, loop, given));
    const { changed } = await client.evals.take({ skill, files });
    await reportTaken(context, flags, changed);
    return EXIT.done;
  });
}

async function reportTaken({ words, out }: CommandContext, { json }: ImproveFlags, changed: readonly string[]) {
  const { improve } = words.evals;
  if (json === true) return printJson(out, { changed });
  await out.line(changed.length === 0 ? improve.already : oneLine(improve.taken(changed.join(', '))));
}

function work(context: CommandContext, given: string, skill: string, flags: ImproveFlags): Promise<number> {
  const { words, note, out } = context;
  const { improve } = words.evals;
  const request = requestOf(context, skill, flags);
  const stopped = async (client: CoreClient) => {
    await client.evals.stop({ skill });
    note(words.evals.stopped);
    return EXIT.stopped;
  };
  return paidWork(context, flags, request.settings, async (client, interrupts) => {
    const { signal } = interrupts;
    if (flags.description === true) {
      const found = await unlessStopped(interrupts, optimised(context, client, request, signal));
      if (found === undefined) return stopped(client);
      if (flags.json === true) await printJson(out, found);
      else await printOptimised(context, found);
      noteEnd(context, found);
      const { file } = found;
      if (flags.takeBest === true && file !== undefined) {
        const files = [{ path: file.path, text: file.text, known: [file.before] }];
        note(oneLine(improve.taken((await client.evals.take({ skill, files })).changed.join(', '))));
      } else note(improve.unchanged);
      return found.ended === 'model' ? EXIT.model : EXIT.done;
    }
    const found = await unlessStopped(interrupts, improved(context, client, request, signal));
    if (found === undefined) return stopped(client);
    if (flags.json === true) await printJson(out, found);
    else await printVersions(context, found);
    noteEnd(context, found);
    if (found.best !== null && found.best > 0)
      note(improve.takeIt(`skilldeck skills improve ${given} --take ${found.best}`));
    note(improve.unchanged);
    return found.ended === 'model' ? EXIT.model : EXIT.done;
  });
}

function requestOf(context: CommandContext, skill: string, flags: ImproveFlags): ImproveRequest {
  const { description = false, rounds = description ? 3 : 5 } = flags;
  if (description && rounds > 20) throw new UsageError(context.words.models.bounds('--rounds', String(rounds), 1, 20));
  return { skill, rounds, ...paidRequest(context, flags, 3) };
}

async function improved(
  { words, note }: CommandContext,
  client: CoreClient,
  request: ImproveRequest,
  signal: AbortSignal,
): Promise<Loop | undefined> {
  const { improve } = words.evals;
  for await (const item of await client.evals.improve(request, { signal })) {
    if (item.kind === 'began') note(oneLine(improve.began(item.loop.skill)));
    else if (item.kind === 'ran') note(improve.ran(item.number, item.done, item.of));
    else if (item.kind === 'unusable') note(oneLine(improve.unusable(item.why)));
    else if (item.kind === 'result') return item.loop;
    else {
      const { number, parent, reason, figures } = item.version;
      if (figures !== undefined) note(improve.measured(number, figures.passed, figures.of));
      else if (parent !== null) note(oneLine(improve.made(number, parent, reason)));
    }
  }
  return undefined;
}

async function optimised(
  { words, note }: CommandContext,
  client: CoreClient,
  { skill, runs, rounds, concurrency, settings, writer, maxCost, maxTokens }: ImproveRequest,
  signal: AbortSignal,
): Promise<Optimised | undefined> {
  const { improve } = words.evals;
  const budget = defined({ writer, maxCost, maxTokens });
  const request: OptimiseRequest = { skill, runs, rounds, concurrency, settings, ...budget };
  for await (const item of await client.evals.optimise(request, { signal })) {
    if (item.kind === 'began') note(improve.sentences(item.training, item.heldOut));
    else if (item.kind === 'tried') note(improve.tried(item.tried.training.right, item.tried.training.of));
    else return item.result;
  }
  return undefined;
}

/** Reason why it ended, and what it took. */
export function noteEnd({ words, note }: CommandContext, { ended, spent }: Pick<Loop, 'ended' | 'spent'>): void {
  const { improve } = words.evals;
  if (ended !== undefined) note(improve.ended[ended]);
  note(improve.spent(words.number(spent.tokens), spent.cost === undefined ? undefined : dollars(spent.cost)));
}

export const improveCommand = command({
  name: 'skills improve',
  args: { '<SKILL>': ({ evals }) => evals.help.skill },
  options: OPTIONS,
  async run(context, [given = ''], flags) {
    const { words } = context;
    const skill = isFolder(given) ? path.resolve(given) : given;
    const one = Object.entries({ '--history': flags.history, '--show': flags.show, '--take': flags.take });
    const looking = [...one, ['--description', flags.description] as const].filter(([, value]) => value !== undefined);
    if (looking.length > 1) throw new UsageError(words.evals.improve.one(looking.map(([name]) => name).join(', ')));
    if (flags.history === true || flags.show !== undefined) return await look(context, skill, flags);
    if (flags.take !== undefined) return await take(context, skill, flags, flags.take);
    return await work(context, given, skill, flags);
  },
});
