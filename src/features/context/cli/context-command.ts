/** `skilldeck context ID`: the exact request with its token table and manifest, and other views of it. */

import { command } from '../../../main/hosts/cli/command.ts';
import { type CommandContext, printJson, withCore } from '../../../main/hosts/cli/context.ts';
import { EXIT, UsageError } from '../../../main/hosts/cli/exit-status.ts';
import { type FlagsOf, type GlobalOptions, type Options, repeatable } from '../../../main/hosts/cli/run-options.ts';
import { figureLines, manifestTables, prefixLine, tokenTable } from '../../../main/hosts/cli/text/context-tables.ts';
import { visible } from '../../../main/hosts/cli/text/visible.ts';
import type { ContextView } from '../../../shared/contract.ts';
import { contextDiff, contextPlacements, contextRequests, contextWhatIf } from './context-commands.ts';

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
