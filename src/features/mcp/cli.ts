/** `skilldeck mcp list|test|add|remove|enable|disable|login|logout|secret`: MCP servers of an environment. */

import {
  type CommandContext,
  type CoreClient,
  command,
  inJson,
  printJson,
  readValue,
  told,
  withCore,
} from '../../main/hosts/cli/command.ts';
import { EXIT, UsageError } from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable, visible } from '../../main/hosts/cli/text/print.ts';
import { openBrowser } from '../../main/lib/processes.ts';
import { defined } from '../../shared/defined.ts';
import { type McpServer, mcpServerSchema, wordsOf } from '../../shared/mcp.ts';
import { faultWords, leftOutLines } from '../../shared/messages/tool-server-words.ts';
import { keylessAddress } from '../../shared/models/keyless-address.ts';

interface AddFlags {
  readonly url?: string;
  readonly var?: readonly string[];
  readonly header?: readonly string[];
  readonly clientId?: string;
  readonly callbackPort?: string;
  readonly cwd?: string;
  readonly host?: readonly string[];
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  readonly sandbox?: boolean;
}

function pairsOf(option: string, given: readonly string[], { words }: CommandContext): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.search(/[=:]/);
      if (at < 1) throw new UsageError(words.mcp.badPair(option, pair));
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

function definitionOf(context: CommandContext, words: readonly string[], flags: AddFlags): McpServer {
  const [program, ...args] = words;
  const isAddress = args.length === 0 && /^https?:\/\//i.test(program ?? '');
  const url = flags.url ?? (isAddress ? program : undefined);
  if ((program === undefined || isAddress) === (url === undefined) || (isAddress && url !== program))
    throw new UsageError(context.words.mcp.commandOrUrl);
  if (url !== undefined) {
    if (!mcpServerSchema.safeParse({ url }).success)
      throw new UsageError(context.words.usage.address(keylessAddress(url), '--url'));
    const headers = pairsOf('--header', flags.header ?? [], context);
    const { clientId, callbackPort } = flags;
    const port = callbackPort === undefined ? {} : { callbackPort: Number(callbackPort) };
    const found = mcpServerSchema.safeParse({
      url,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(clientId === undefined && callbackPort === undefined ? {} : { oauth: { clientId, ...port } }),
    });
    if (found.success) return found.data;
    throw new UsageError(context.words.mcp.badClient);
  }
  const env = pairsOf('--var', flags.var ?? [], context);
  const [hosts, reads, writes] = [flags.host, flags.read, flags.write].map((given) => given && [...given]);
  return {
    command: program ?? '',
    ...(args.length === 0 ? {} : { args }),
    ...(Object.keys(env).length === 0 ? {} : { env }),
    ...defined({ cwd: flags.cwd, hosts, reads, writes, sandbox: flags.sandbox === false ? false : undefined }),
  };
}

const NAME = { '<NAME>': ({ mcp }: CommandContext['words']) => mcp.help.name };

const act = (
  verb: 'remove' | 'logout' | 'enable' | 'disable',
  does: (client: CoreClient, name: string, tools: string[]) => Promise<unknown>,
  said: 'removed' | 'signedOut' | 'enabled' | 'disabled',
  args: Readonly<Record<string, (words: CommandContext['words']) => string>> = NAME,
) =>
  command({
    name: `mcp ${verb}`,
    help: ({ mcp }) => mcp.help[verb],
    args,
    async run(context, [name = '', ...tools], flags) {
      await withCore(context, 'read', flags, (client) => does(client, name, tools));
      return told(context, flags, { name }, context.words.mcp[said](name));
    },
  });

export const mcpCommands = [
  command({
    name: 'mcp list',
    help: ({ mcp }) => mcp.help.list,
    async run(context, _args, flags) {
      const { words } = context;
      const { servers } = await withCore(context, 'read', flags, (client) => client.mcp.list({}));
      const view = { servers };
      if (await inJson(context, flags, view)) return EXIT.done;
      const { mcp, t } = words;
      const rows = view.servers.map((server) => [
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
      return EXIT.done;
    },
  }),
  command({
    name: 'mcp test',
    help: ({ mcp }) => mcp.help.test,
    args: NAME,
    async run(context, [name = ''], flags) {
      const { out, note, words } = context;
      const { server, log } = await withCore(context, 'read', flags, async (client) => ({
        server: await client.mcp.test({ name }),
        log: (await client.mcp.log({ name })).text,
      }));
      const works = server.info !== undefined;
      if (flags.json === true) {
        await printJson(out, { ok: works, ...server });
        return works ? EXIT.done : EXIT.error;
      }
      const { mcp, t, number } = words;
      if (server.fault !== undefined) {
        note(`${oneLine(name)}: ${oneLine(faultWords(t, server.fault))}`);
        if (log !== '') note(`${mcp.logged}\n${visible(log)}`);
        return EXIT.error;
      }
      note(mcp.works(oneLine(server.info?.name ?? name), oneLine(server.info?.version ?? '')));
      const rows = server.tools.map((tool) => [oneLine(tool.offered), number(tool.tokens)]);
      await printTable(context, ['tool', 'tokens'], rows);
      for (const line of leftOutLines(t, server)) note(oneLine(line));
      return works ? EXIT.done : EXIT.error;
    },
  }),
  command({
    name: 'mcp add',
    help: ({ mcp }) => mcp.help.add,
    args: { ...NAME, '[COMMAND...]': ({ mcp }) => mcp.help.command },
    options: {
      '--url <URL>': ({ mcp }) => mcp.help.url,
      '--var <NAME=VALUE>': { help: ({ mcp }) => mcp.help.env, repeatable: true },
      '--header <HEADER>': { help: ({ mcp }) => mcp.help.header, repeatable: true },
      '--client-id <ID>': ({ mcp }) => mcp.help.clientId,
      '--callback-port <N>': ({ mcp }) => mcp.help.callbackPort,
      '--cwd <DIR>': ({ mcp }) => mcp.help.cwd,
      '--host <HOST>': { help: ({ mcp }) => mcp.help.host, repeatable: true },
      '--read <DIR>': { help: ({ mcp }) => mcp.help.read, repeatable: true },
      '--write <DIR>': { help: ({ mcp }) => mcp.help.write, repeatable: true },
      '--no-sandbox': ({ mcp }) => mcp.help.noSandbox,
    },
    async run(context, [name = '', ...given], flags) {
      const definition = definitionOf(context, given, flags);
      const { fetches } = await withCore(context, 'read', flags, (client) =>
        client.mcp.save({ name, definition, isNew: true }),
      );
      if (fetches.length > 0) context.note(oneLine(context.words.mcp.fetches(fetches.join(', '))));
      return told(context, flags, { name }, context.words.mcp.added(name));
    },
  }),
  act('remove', (client, name) => client.mcp.remove({ name }), 'removed'),
  act('enable', (client, name, tools) => client.mcp.turn({ name, on: tools.length === 0 ? true : tools }), 'enabled', {
    ...NAME,
    '[TOOL...]': ({ mcp }) => mcp.help.tools,
  }),
  act('disable', (client, name) => client.mcp.turn({ name, on: false }), 'disabled'),
  command({
    name: 'mcp login',
    help: ({ mcp }) => mcp.help.login,
    args: NAME,
    async run(context, [name = ''], flags) {
      await withCore(context, 'read', flags, async (client) => {
        for await (const { url } of await client.mcp.signIn({ name })) {
          context.note(visible(context.words.mcp.signInAt(url)));
          openBrowser(url);
        }
      });
      return told(context, flags, { name }, context.words.mcp.signedIn(name));
    },
  }),
  act('logout', (client, name) => client.mcp.signOut({ name }), 'signedOut'),
  command({
    name: 'mcp secret',
    help: ({ mcp }) => mcp.help.secret,
    args: { ...NAME, '<VARIABLE>': ({ mcp }) => mcp.help.variable },
    async run(context, [name = '', variable = ''], flags) {
      const { words, deps } = context;
      const value = await readValue(deps.terminal, words.mcp.prompt(oneLine(variable), oneLine(name)));
      if (value === '') throw new UsageError(words.secrets.empty);
      await withCore(context, 'read', flags, (client) => client.mcp.secret({ name, variable, value }));
      return told(context, flags, { name }, words.mcp.stored(variable, name));
    },
  }),
];
