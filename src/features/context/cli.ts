/** `skilldeck context ID [--at SEQ]`: the exact request with its token table and manifest. */
import { type CommandContext, command, printJson, withCore } from '../../main/hosts/cli/command.ts';
import { EXIT, UsageError } from '../../main/hosts/cli/run-options.ts';
import { figureLines, manifestTables, prefixLine, tokenTable } from '../../main/hosts/cli/text/context-tables.ts';
import { visible } from '../../main/hosts/cli/text/print.ts';
import type { ContextView } from '../../shared/contract.ts';

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

export const contextCommand = command({
  name: 'context',
  help: ({ help }) => help.context,
  args: { '<ID>': ({ help }) => help.sessionId },
  options: { '--at <SEQ>': ({ help }) => help.at },
  async run(context, [sessionId = ''], flags) {
    const { words, out } = context;
    const { at: given, json = false } = flags;
    if (given !== undefined && !/^[1-9]\d{0,14}$/.test(given)) {
      throw new UsageError(words.usage.wholeNumber('--at', given, 1));
    }
    const at = given === undefined ? {} : { at: Number(given) };
    const view = await withCore(context, 'read', flags, (client) =>
      client.context.show({ sessionId, ...at, media: json }),
    );
    const request: unknown = JSON.parse(view.json);
    // `json` is the body byte for byte, over which `sha256` is taken; `request` is the same, to look into.
    if (json) await printJson(out, { request, ...view });
    else await out.write(`${visible(JSON.stringify(request, null, 2))}\n\n${tables(view, context)}`);
    return EXIT.done;
  },
});
