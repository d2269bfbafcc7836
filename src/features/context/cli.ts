/** `skilldeck context ID [--at SEQ]`: the exact request with its token table and manifest. */
import { asking, type CommandContext } from '../../main/hosts/cli/command.ts';
import { whole } from '../../main/hosts/cli/run-options.ts';
import { figureLines, manifestTables, prefixLine, tokenTable } from '../../main/hosts/cli/text/context-tables.ts';
import { visible } from '../../main/hosts/cli/text/print.ts';
import type { ContextView } from '../../shared/contract.ts';
import { defined } from '../../shared/defined.ts';

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

export const contextCommand = asking({
  name: 'context',
  args: { '<ID>': ({ help }) => help.sessionId },
  options: { '--at <SEQ>': whole(({ help }) => help.at, 1) },
  async ask(client, [sessionId = ''], { at, json = false }) {
    const view = await client.context.show({ sessionId, ...defined({ at }), media: json });
    // `json` is the body byte for byte, over which `sha256` is taken; `request` is the same, to look into.
    return { request: JSON.parse(view.json) as unknown, ...view };
  },
  say: ({ request, ...view }, context) =>
    context.out.write(`${visible(JSON.stringify(request, null, 2))}\n\n${tables(view, context)}`),
});
