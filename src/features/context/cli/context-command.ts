/** `skilldeck context ID`: the exact request with its token table and manifest, and other views of it. */
import { type CommandContext, command, inJson, printJson, withCore } from '../../../main/hosts/cli/command.ts';
import {
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Options,
  repeatable,
  UsageError,
} from '../../../main/hosts/cli/run-options.ts';
import {
  brokenPart,
  changeTable,
  dollars,
  figureLines,
  manifestTables,
  prefixLine,
  share,
  tokenTable,
} from '../../../main/hosts/cli/text/context-tables.ts';
import { printTable } from '../../../main/hosts/cli/text/table.ts';
import { oneLine, visible } from '../../../main/hosts/cli/text/visible.ts';
import type {
  RequestAddress,
  RequestDiff,
  SentRequestView,
  WhatIf,
  WhatIfResult,
} from '../../../shared/context-views.ts';
import type { ContextView } from '../../../shared/contract.ts';
import { DIALECTS, PLACEMENTS } from '../../../shared/events.ts';
import type { CliWords } from '../../../shared/messages/en/cli.ts';

// `skilldeck context ID --requests` and `--placements`: a session's requests, all of them.

// `--what-if STEP`, read before anything is opened.

/** Allowed forms, listed when one is wrong. */
const FORMS = [
  'load=SKILL',
  'unload=SKILL',
  'reference=SKILL/PATH',
  'unload-reference=SKILL/PATH',
  'compact',
  `dialect=${DIALECTS.join('|')}`,
  `placement=${PLACEMENTS.join('|')}`,
  'model=ID',
  'max-context=TOKENS',
];

/** @throws UsageError with the list of steps there are. */
function readWhatIf(given: readonly string[], { views }: Pick<CliWords, 'views'>): WhatIf[] {
  return given.map((step) => {
    const read = readStep(step);
    if (read === undefined) throw new UsageError(views.usage.whatIf(step, FORMS));
    return read;
  });
}

function readStep(given: string): WhatIf | undefined {
  if (given === 'compact') return { do: 'compact' };
  const at = given.indexOf('=');
  const value = given.slice(at + 1);
  if (at < 0 || value === '') return undefined;
  switch (given.slice(0, at)) {
    case 'load':
      return { do: 'load', skill: value };
    case 'unload':
      return { do: 'unload', skill: value };
    case 'reference':
      return withReference('load-reference', value);
    case 'unload-reference':
      return withReference('unload-reference', value);
    case 'model':
      return { do: 'model', model: value };
    case 'dialect': {
      const dialect = DIALECTS.find((one) => one === value);
      return dialect === undefined ? undefined : { do: 'dialect', dialect };
    }
    case 'placement': {
      const placement = PLACEMENTS.find((one) => one === value);
      return placement === undefined ? undefined : { do: 'placement', placement };
    }
    case 'max-context': {
      const tokens = /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
      return tokens === undefined ? undefined : { do: 'max-context', tokens };
    }
    default:
      return undefined;
  }
}

/** `book-flight/references/api.md`: a skill's id has no slash. */
function withReference(what: 'load-reference' | 'unload-reference', value: string): WhatIf | undefined {
  const slash = value.indexOf('/');
  if (slash < 1 || slash === value.length - 1) return undefined;
  return { do: what, skill: value.slice(0, slash), path: value.slice(slash + 1) };
}

/** `skilldeck context ID [--at SEQ] --what-if STEP…`: the request that would result. Nothing is written. */
async function contextWhatIf(
  context: CommandContext,
  address: RequestAddress,
  given: readonly string[],
  options: GlobalOptions,
): Promise<number> {
  const { words, out } = context;
  const steps = readWhatIf(given, words);
  const result = await withCore(context, 'read', options, (client) => client.context.whatIf({ ...address, steps }));
  if (options.json === true) await printJson(out, result);
  else await out.write(resultText(result, given, address.sessionId, context));
  return EXIT.done;
}

function resultText(
  { before, after, steps, changes, prefix }: WhatIfResult,
  given: readonly string[],
  sessionId: string,
  context: CommandContext,
): string {
  const { views, number } = context.words;
  const said = steps.map(({ ok, message }, index) => {
    return `${oneLine(given[index] ?? '')}: ${ok ? views.ok : views.refused}. ${oneLine(message)}\n`;
  });
  return [
    ...said,
    `\n${tokenTable(after.tokens, context)}`,
    `${views.totals(number(before.tokens.total), number(after.tokens.total))}\n`,
    after.refused === undefined ? '' : `${views.notSent(after.refused)}\n`,
    prefixLine(prefix, after.tokens.total, context),
    `sha256: ${after.sha256}\n`,
    changes.length === 0 ? `\n${views.same}\n` : `\n${changeTable(changes, sessionId, context)}`,
  ].join('');
}

/** `skilldeck context ID [--at A] --diff [ID:]B`: two requests, part by part. */
async function contextDiff(
  context: CommandContext,
  from: RequestAddress,
  given: string,
  options: GlobalOptions & { readonly texts?: boolean },
): Promise<number> {
  const { out } = context;
  const to = readAddress(given, from.sessionId, context);
  const texts = options.texts === true;
  const diff = await withCore(context, 'read', options, (client) => client.context.diff({ from, to, texts }));
  if (options.json === true) await printJson(out, diff);
  else await out.write(diffText(diff, context));
  return EXIT.done;
}

/** `12`, `next`, `ID:12`, `ID:next`. */
function readAddress(given: string, own: string, { words }: CommandContext): RequestAddress {
  const colon = given.lastIndexOf(':');
  const [sessionId, at] = colon < 0 ? [own, given] : [given.slice(0, colon), given.slice(colon + 1)];
  if (sessionId !== '' && at === 'next') return { sessionId };
  if (sessionId === '' || !/^[1-9]\d{0,14}$/.test(at)) throw new UsageError(words.views.usage.diff(given));
  return { sessionId, at: Number(at) };
}

function diffText({ from, to, changes, unchanged, prefix }: RequestDiff, context: CommandContext): string {
  const { words } = context;
  const { views, number } = words;
  if (changes.length === 0) return `${views.same}\n`;
  const texts = changes.flatMap(({ id, texts: both }) =>
    both === undefined ? [] : [`\n--- ${id}\n${visible(both.before)}\n+++ ${id}\n${visible(both.after)}\n`],
  );
  return [
    changeTable(changes, from.sessionId, context),
    `${views.difference(changes.length, unchanged)} ${views.totals(number(from.total), number(to.total))}\n`,
    prefixLine(prefix, to.total, context),
    ...texts,
  ].join('');
}

async function contextRequests(context: CommandContext, sessionId: string, options: GlobalOptions): Promise<number> {
  const { words, note } = context;
  const requests = await withCore(context, 'read', options, (client) => client.context.requests({ sessionId }));
  if (await inJson(context, options, { requests })) return EXIT.done;
  if (requests.length === 0) {
    note(words.views.noRequests);
    return EXIT.done;
  }
  const shape = ['seq', 'model', 'estimated', 'reported', 'ratio', 'cached', 'kept', 'cost', 'broke'] as const;
  await printTable(
    context,
    shape,
    requests.map((request) => row(request, context)),
  );
  return EXIT.done;
}

function row(request: SentRequestView, { words }: CommandContext): string[] {
  const { number, views } = words;
  const { seq, model, estimated, usage, prefix, cost, answered, purpose } = request;
  const optional = (value: number | undefined) => (value === undefined ? '' : number(value));
  const broke = prefix?.broke;
  const notes = [
    ...(purpose === 'summary' ? [views.summary] : []),
    ...(answered ? [] : [views.failed]),
    ...(broke === undefined ? [] : [brokenPart(broke) + (broke.seq === undefined ? '' : ` #${broke.seq}`)]),
  ];
  return [
    String(seq),
    oneLine(model),
    number(estimated),
    optional(usage?.promptTokens),
    usage === undefined ? '' : (usage.promptTokens / Math.max(1, estimated)).toFixed(2),
    optional(usage?.cachedPromptTokens),
    optional(prefix?.tokens),
    cost === undefined ? '' : `$${dollars(cost)}`,
    notes.join(', '),
  ];
}

async function contextPlacements(context: CommandContext, sessionId: string, options: GlobalOptions): Promise<number> {
  const { words, note } = context;
  const comparison = await withCore(context, 'read', options, (client) => client.context.placements({ sessionId }));
  if (await inJson(context, options, comparison)) return EXIT.done;
  const { number, views } = words;
  const shape = ['placement', 'requests', 'tokens', 'kept', 'largest', 'cost', { title: '' }] as const;
  const rows = comparison.placements.map(({ placement, requests, tokens, prefixKept, largest, cost }) => [
    placement,
    number(requests),
    number(tokens),
    share(prefixKept, tokens, number),
    number(largest),
    cost === undefined ? '' : `$${dollars(cost)}`,
    placement === comparison.current ? views.current : '',
  ]);
  await printTable(context, shape, rows);
  if (rows.length === 1) note(views.onePlacement);
  return EXIT.done;
}

const OPTIONS = {
  '--at <SEQ>': ({ help }) => help.at,
  '--manifest': ({ views }) => views.help.manifest,
  '--part <PART>': ({ views }) => views.help.part,
  '--requests': ({ views }) => views.help.requests,
  '--placements': ({ views }) => views.help.placements,
  '--diff <[ID:]SEQ>': ({ views }) => views.help.diff,
  '--texts': ({ views }) => views.help.texts,
  '--what-if <STEP>': repeatable(({ views }) => views.help.whatIf),
} as const satisfies Options;
type ContextFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

/** Views of the session: one at a time. */
const VIEWS = ['manifest', 'part', 'requests', 'placements', 'diff', 'whatIf'] as const;
const OPTION = { whatIf: '--what-if' } as Readonly<Record<string, string>>;

async function print(context: CommandContext, view: ContextView, flags: ContextFlags): Promise<void> {
  const { out, columns } = context;
  const { json, part: wanted, manifest } = flags;
  if (wanted !== undefined) {
    const part = view.manifest.parts.find(({ id }) => id === wanted);
    const text = part?.text ?? '';
    // Byte for byte into a file or a pipe; a terminal shows what is hidden.
    if (json === true) await printJson(out, part);
    else await out.write(columns === undefined ? text : `${visible(text)}\n`);
    return;
  }
  // `json` is the body byte for byte, over which `sha256` is taken; `request` is the same, to look into.
  if (json === true) {
    await printJson(out, manifest === true ? view.manifest : { request: JSON.parse(view.json), ...view });
    return;
  }
  if (manifest === true) await out.write(manifestTables(view.manifest, context) + sumLine(view, context));
  else await out.write(`${visible(JSON.stringify(JSON.parse(view.json), null, 2))}\n\n${tables(view, context)}`);
}

function tables(view: ContextView, context: CommandContext): string {
  const { tokens, sha256, verified, manifest, prefix } = view;
  const { words } = context;
  return [
    tokenTable(tokens, context),
    tokens.approximate === true ? `${words.context.approximate}\n` : '',
    figureLines(view, context),
    prefix === undefined ? '' : prefixLine(prefix, tokens.total, context),
    `sha256: ${sha256}\n`,
    verified === undefined ? '' : `${verified ? words.context.verified : words.context.differs}\n`,
    manifest.parts.length === 0 ? '' : `\n${manifestTables(manifest, context)}`,
  ].join('');
}

function sumLine({ tokens: { total, max } }: ContextView, { words }: CommandContext): string {
  const { number, context: say } = words;
  const percent = ((100 * total) / Math.max(1, max)).toFixed(1);
  return `\n${say.total}: ${say.of(number(total), number(max), percent)}\n`;
}

export const contextCommand = command({
  name: 'context',
  help: ({ help }) => help.context,
  args: { '<ID>': ({ help }) => help.sessionId },
  options: OPTIONS,
  async run(context, [sessionId = ''], flags) {
    const { words } = context;
    const { at: given, diff, whatIf, part } = flags;
    const asked = VIEWS.filter((view) => flags[view] !== undefined).map((view) => OPTION[view] ?? `--${view}`);
    if (asked.length > 1) throw new UsageError(words.views.usage.onlyOne(asked));
    if (flags.texts === true && diff === undefined) throw new UsageError(words.views.usage.needs('--texts', '--diff'));
    if (given !== undefined && !/^[1-9]\d{0,14}$/.test(given)) {
      throw new UsageError(words.usage.wholeNumber('--at', given, 1));
    }
    const at = given === undefined ? undefined : Number(given);
    const address = { sessionId, ...(at === undefined ? {} : { at }) };
    if (flags.requests === true || flags.placements === true) {
      const option = flags.requests === true ? '--requests' : '--placements';
      if (at !== undefined) throw new UsageError(words.views.usage.without(option, '--at'));
      const show = flags.requests === true ? contextRequests : contextPlacements;
      return show(context, sessionId, flags);
    }
    if (diff !== undefined) return contextDiff(context, address, diff, flags);
    if (whatIf !== undefined) return contextWhatIf(context, address, whatIf, flags);
    const view = await withCore(context, 'read', flags, (client) =>
      client.context.show({ ...address, media: flags.json === true, ...(part === undefined ? {} : { part }) }),
    );
    await print(context, view, flags);
    return EXIT.done;
  },
});
