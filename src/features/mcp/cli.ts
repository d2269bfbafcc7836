/** `skilldeck mcp list|test|add|remove|enable|disable|login|logout|secret`: MCP servers of an environment. */

import { asking, type CommandContext } from '../../main/hosts/cli/command.ts';
import { EXIT, type FlagsOf, type Options, repeatable, UsageError } from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable, visible } from '../../main/hosts/cli/text/print.ts';
import { openBrowser } from '../../main/lib/processes.ts';
import { defined } from '../../shared/defined.ts';
import { type McpServer, mcpServerSchema, wordsOf } from '../../shared/mcp.ts';
import { faultWords, leftOutLines } from '../../shared/messages/describe-event.ts';
import { keylessAddress } from '../../shared/models/keyless-address.ts';

const ADD_OPTIONS = {
  '--url <URL>': ({ mcp }) => mcp.help.url,
  '--var <NAME=VALUE>': repeatable(({ mcp }) => mcp.help.env),
  '--header <HEADER>': repeatable(({ mcp }) => mcp.help.header),
  '--client-id <ID>': ({ mcp }) => mcp.help.clientId,
  '--callback-port <N>': ({ mcp }) => mcp.help.callbackPort,
  '--cwd <DIR>': ({ mcp }) => mcp.help.cwd,
  '--host <HOST>': repeatable(({ mcp }) => mcp.help.host),
  '--read <DIR>': repeatable(({ mcp }) => mcp.help.read),
  '--write <DIR>': repeatable(({ mcp }) => mcp.help.write),
  '--no-sandbox': ({ mcp }) => mcp.help.noSandbox,
} as const satisfies Options;

function pairsOf(option: string, given: readonly string[], { words }: CommandContext): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.search(/[=:]/);
      if (at < 1) throw new UsageError(words.mcp.badPair(option, pair));
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

function definitionOf(
  context: CommandContext,
  words: readonly string[],
  flags: FlagsOf<typeof ADD_OPTIONS>,
): McpServer {
  const [program, ...args] = words;
  const isAddress = args.length === 0 && /^https?:\/\//i.test(program ?? '');
  const url = flags.url ?? (isAddress ? program : undefined);
  if ((program === undefined || isAddress) === (url === undefined) || (isAddress && url !== program))
    throw new UsageError(context.words.mcp.commandOrUrl);
  const some = <T extends object>(given: T) => (Object.keys(given).length === 0 ? undefined : given);
  if (url !== undefined) {
    if (!mcpServerSchema.safeParse({ url }).success)
      throw new UsageError(context.words.usage.address(keylessAddress(url), '--url'));
    const headers = some(pairsOf('--header', flags.header ?? [], context));
    const { clientId, callbackPort } = flags;
    const oauth = some(
      defined({ clientId, callbackPort: callbackPort === undefined ? undefined : Number(callbackPort) }),
    );
    const found = mcpServerSchema.safeParse({ url, ...defined({ headers, oauth }) });
    if (found.success) return found.data;
    throw new UsageError(context.words.mcp.badClient);
  }
  const env = some(pairsOf('--var', flags.var ?? [], context));
  const { cwd, host: hosts, read: reads, write: writes } = flags;
  const sandbox = flags.sandbox === false ? false : undefined;
  return { command: program ?? '', ...defined({ args: some(args), env, cwd, hosts, reads, writes, sandbox }) };
}

const NAME = { '<NAME>': ({ mcp }: CommandContext['words']) => mcp.help.name };
/** A command that changes something about the server that it names. */
const ACTS = { args: NAME, json: (_done: unknown, [name]: readonly string[]) => ({ name }) };

export const mcpCommands = [
  asking({
    name: 'mcp list',
    ask: async (client) => ({ servers: (await client.mcp.list({})).servers }),
    async say({ servers }, context) {
      const { mcp, t } = context.words;
      const rows = servers.map((server) => [
        oneLine(server.name),
        server.fault !== undefined
          ? oneLine(faultWords(t, server.fault))
          : Array.isArray(server.on)
            ? mcp.some(server.on.length)
            : server.on
              ? mcp.on
              : mcp.off,
        t(`mcp.source.${server.source}`),
        oneLine(wordsOf(server.definition).join(' ')),
      ]);
      await printTable(context, ['name', 'on', 'from', 'command'], rows, mcp.none);
    },
  }),
  asking({
    name: 'mcp test',
    args: NAME,
    ask: async (client, [name = '']) => ({
      server: await client.mcp.test({ name }),
      log: (await client.mcp.log({ name })).text,
    }),
    json: ({ server }) => ({ ok: server.info !== undefined, ...server }),
    async say({ server, log }, context, [name = '']) {
      const { note, words } = context;
      const { mcp, t, number } = words;
      if (server.fault !== undefined) {
        note(`${oneLine(name)}: ${oneLine(faultWords(t, server.fault))}`);
        if (log !== '') note(`${mcp.logged}\n${visible(log)}`);
        return;
      }
      note(mcp.works(oneLine(server.info?.name ?? name), oneLine(server.info?.version ?? '')));
      const rows = server.tools.map((tool) => [oneLine(tool.offered), number(tool.tokens)]);
      await printTable(context, ['tool', 'tokens'], rows);
      for (const line of leftOutLines(t, server)) note(oneLine(line));
    },
    status: ({ server }) => (server.fault === undefined && server.info !== undefined ? EXIT.done : EXIT.error),
  }),
  asking({
    ...ACTS,
    name: 'mcp add',
    args: { ...NAME, '[COMMAND...]': ({ mcp }) => mcp.help.command },
    options: ADD_OPTIONS,
    input: ([, ...given], flags, context) => definitionOf(context, given, flags),
    ask: (client, [name = ''], _flags, { input: definition }) => client.mcp.save({ name, definition, isNew: true }),
    say({ fetches }, { note, words: { mcp } }, [name = '']) {
      if (fetches.length > 0) note(oneLine(mcp.fetches(fetches.join(', '))));
      return mcp.added(name);
    },
  }),
  asking({
    ...ACTS,
    name: 'mcp remove',
    ask: (client, [name = '']) => client.mcp.remove({ name }),
    say: (_done, { words }, [name = '']) => words.mcp.removed(name),
  }),
  asking({
    ...ACTS,
    name: 'mcp enable',
    args: { ...NAME, '[TOOL...]': ({ mcp }) => mcp.help.tools },
    ask: (client, [name = '', ...tools]) => client.mcp.turn({ name, on: tools.length === 0 ? true : tools }),
    say: (_done, { words }, [name = '']) => words.skills.switched.on(name),
  }),
  asking({
    ...ACTS,
    name: 'mcp disable',
    ask: (client, [name = '']) => client.mcp.turn({ name, on: false }),
    say: (_done, { words }, [name = '']) => words.skills.switched.off(name),
  }),
  asking({
    ...ACTS,
    name: 'mcp login',
    async ask(client, [name = ''], _flags, { note, words }) {
      for await (const { url } of await client.mcp.signIn({ name })) {
        note(visible(words.mcp.signInAt(url)));
        openBrowser(url);
      }
      return {};
    },
    say: (_done, { words }, [name = '']) => words.mcp.signedIn(name),
  }),
  asking({
    ...ACTS,
    name: 'mcp logout',
    ask: (client, [name = '']) => client.mcp.signOut({ name }),
    say: (_done, { words }, [name = '']) => words.mcp.signedOut(name),
  }),
  asking({
    ...ACTS,
    name: 'mcp secret',
    args: { ...NAME, '<VARIABLE>': ({ mcp }) => mcp.help.variable },
    typed: ({ mcp }, [name = '', variable = '']) => mcp.prompt(oneLine(variable), oneLine(name)),
    ask: (client, [name = '', variable = ''], _flags, { typed: value }) => client.mcp.secret({ name, variable, value }),
    say: (_done, { words }, [name = '', variable = '']) => words.mcp.stored(variable, name),
  }),
];
