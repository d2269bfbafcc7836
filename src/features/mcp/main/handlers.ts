/** MCP servers: defined, turned on, tested; their secrets. */

import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import packageJson from '../../../../package.json' with { type: 'json' };
import { changes, done, implementContract, inContractWords } from '../../../main/api.ts';
import { counting, toolTokens } from '../../../main/context/tokens/counter.ts';
import type { Core, ToolSource } from '../../../main/core/core.ts';
import { LEAST_LENGTH } from '../../../main/lib/mask-secrets.ts';
import { allowsName } from '../../../main/lib/patterns.ts';
import { sha256 } from '../../../main/lib/text.ts';
import type { Runner } from '../../../main/runner/runner.ts';
import { configFile } from '../../../main/settings/jsonc.ts';
import { type DefinedServer, type McpServers, mcpServers, unusableServer } from '../../../main/settings/servers.ts';
import type { SkillSecrets } from '../../../main/settings/skill-secrets.ts';
import { serversNeeded } from '../../../main/skills/requirements.ts';
import type { SkillLibrary } from '../../../main/skills/types.ts';
import { defined, isEqual } from '../../../shared/defined.ts';
import type { EventBody } from '../../../shared/events.ts';
import { isHttp, type McpServer, type StdioServer, wordsOf } from '../../../shared/mcp.ts';
import { invalidServer } from '../../../shared/mcp-faults.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { HIDDEN, keylessAddress, keylessText, namesSecret } from '../../../shared/models/keyless-address.ts';
import { variablesIn } from '../../../shared/models/model-options.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { type McpServersView, type McpServerView, mcpContract } from '../contract.ts';
import { createToolServers, type ServerView, type ToolServers } from './connections.ts';
import { failureOf, faultText, fetchesFrom } from './session.ts';
import { CLIENT_SECRET, SIGN_IN } from './sign-in.ts';
import type { GivenServer, ServerScope } from './used-servers.ts';

/** The owner of a server's secrets in the store of secrets; no skill has a slash in its id. */
const SERVER_SECRETS = 'mcp/';
const secretOwner = (environment: string, server: string): string => `${SERVER_SECRETS}${environment}/${server}`;

/** The program or address that a secret is given to: another one under the same name does not get it. */
function secretPlace({ server, source }: Pick<GivenServer, 'server' | 'source'>): string {
  if (isHttp(server)) return new URL(server.url).origin;
  const { command, args = [] } = server;
  return JSON.stringify([source === 'project', command, ...args]);
}

const secretOf = (skill: string, name: string, given: Pick<GivenServer, 'server' | 'source'>) => ({
  skill,
  name,
  dir: secretPlace(given),
  reach: [],
  at: new Date().toISOString(),
});

function openToolServers(
  home: string,
  parts: { readonly definitions: McpServers; readonly secrets: SkillSecrets; readonly runner: Runner },
): ToolServers {
  const { definitions, secrets, runner } = parts;
  return createToolServers({
    home,
    runner,
    version: packageJson.version,
    given: (environment) =>
      definitions
        .list(environment)
        .flatMap(({ name, source, read, on }) => ('fault' in read ? [] : [{ name, source, server: read.server, on }])),
    async secret(environment, given, variable) {
      const owner = secretOwner(environment, given.name);
      const known = secrets.list().find((one) => one.skill === owner && one.name === variable);
      return known?.dir === secretPlace(given) ? secrets.value(owner, variable) : undefined;
    },
    async keep(environment, given, variable, value) {
      const owner = secretOwner(environment, given.name);
      if (value === undefined) await secrets.remove(owner, variable);
      else await secrets.set(secretOf(owner, variable, given), value);
    },
    variable: (name) => process.env[name],
  });
}

/** @param granted true where the person allowed it, everywhere or in the session. */
function serverScope(
  state: SessionState,
  library: SkillLibrary,
  granted: (key: string, sessionId: string) => boolean,
): ServerScope {
  const { environment, tools, workspace, loadedSkills, messages } = state;
  const attached = messages.flatMap((message) =>
    'attachments' in message
      ? (message.attachments ?? []).flatMap((one) =>
          one.files === undefined ? [] : [path.join(workspace, 'work', one.path)],
        )
      : [],
  );
  const scope = { environment, tools, workspace, attached };
  if (loadedSkills.length === 0) return { ...scope, needed: [] };
  const { skills } = library.catalog();
  const needed = loadedSkills.flatMap(({ id, sha256: instructions }) => {
    const summary = skills.find((skill) => skill.id === id);
    return (summary === undefined ? [] : serversNeeded(summary)).map((need) => {
      const grantKey = (digest: string) =>
        `skill-server:${sha256(JSON.stringify([environment, id, instructions, need, digest]))}`;
      return { ...need, skill: id, grantKey, allowed: (digest: string) => granted(grantKey(digest), state.id) };
    });
  });
  return { ...scope, needed };
}

/** The servers as the core's tools and sessions use them. */
function toolSource(servers: ToolServers, { skills, isGranted }: Pick<Core, 'skills' | 'isGranted'>): ToolSource {
  const scopeOf = (state: SessionState) => serverScope(state, skills.of(state), isGranted);
  return {
    connect: (state, signal, again) => servers.connect(scopeOf(state), signal, again),
    find: (state, name) => servers.find(scopeOf(state), name),
    wish: (state, name) => servers.wish(scopeOf(state), name),
    fault(environment, name) {
      const { fault } = servers.view(environment, name);
      return fault === undefined ? undefined : faultText(fault);
    },
    words: (error) => faultText(failureOf(error).fault),
    // Within what its agent may use.
    definitions: (state) =>
      servers.definitions(scopeOf(state)).filter(({ name }) => allowsName(state.agent?.tools, name)),
    promptOf: ({ environment }, text) =>
      text.startsWith('/') ? servers.promptOf(environment, text) : servers.withResources(environment, text),
    async news(state, signal, again) {
      await servers.connect(scopeOf(state), signal, again);
      return servers.states(scopeOf(state)).flatMap(({ server, state: now, fault }): EventBody[] => {
        if (now !== 'ready' && now !== 'failed' && now !== 'restarting') return [];
        const told = state.toolServers?.find((one) => one.server === server);
        if (told?.state === now && isDeepStrictEqual(told.fault, fault)) return [];
        const tools =
          now === 'ready' ? servers.view(state.environment, server).tools.filter(({ on }) => on).length : undefined;
        return [{ type: 'tool-server-changed', server, state: now, ...defined({ tools, fault }) }];
      });
    },
  };
}

export function mcpHandlers(core: Core) {
  const os = implementContract(mcpContract, core.reportBug);
  const { home, settings, secrets, runner, disposables } = core;
  const servers = mcpServers(configFile(home), (name) => settings.of(name).file, core.project);
  const toolServers = disposables.add(openToolServers(home, { definitions: servers, secrets, runner }), (open) =>
    open.close(),
  );
  settings.onChange(() => toolServers.settle());
  core.ports.toolSource = toolSource(toolServers, core);
  const named = (environment: string | undefined): string => {
    if (environment !== undefined) settings.folders.assertThere(environment);
    return environment ?? settings.environment();
  };
  const secretsOf = (environment: string, name: string): string[] =>
    secrets
      .list()
      .filter(({ skill }) => skill === secretOwner(environment, name))
      .map((one) => one.name);

  const view = async (environment: string, given: DefinedServer, seen?: ServerView): Promise<McpServerView> => {
    const { name, source, file, read, on } = given;
    const { state, fault, tools, leftOut, info, sandbox } = seen ?? toolServers.view(environment, name);
    const broken = 'fault' in read ? invalidServer(read.fault) : undefined;
    const counted = await counting(settings.modelId(), (counter) =>
      tools.map((tool) => toolTokens({ ...tool, name: tool.offered }, counter)),
    );
    return {
      name,
      source,
      file,
      on,
      state: broken === undefined ? state : 'failed',
      tools: tools.map(({ name: own, offered, description, on: isOn, hints }, index) => ({
        name: own,
        offered,
        description,
        on: isOn,
        tokens: counted[index] ?? 0,
        hints,
      })),
      repaired: tools.flatMap(({ name: tool, repaired }) =>
        repaired === undefined ? [] : [{ tool, what: [...repaired] }],
      ),
      leftOut: [...leftOut],
      secrets: secretsOf(environment, name).filter((one) => one !== SIGN_IN),
      signedIn: secretsOf(environment, name).includes(SIGN_IN),
      ...defined({
        fault: broken ?? fault,
        info,
        sandbox,
        definition: 'server' in read ? withoutValues(read.server) : undefined,
      }),
    };
  };
  const list = async (environment: string): Promise<McpServersView> => ({
    environment,
    servers: await Promise.all(servers.list(environment).map((given) => view(environment, given))),
  });

  return {
    list: os.list.handler(({ input }) => list(named(input.environment))),
    watch: os.watch.handler(({ signal }) =>
      changes(
        () => list(settings.environment()),
        (listener) => {
          const stops = [toolServers.onChange(listener), settings.onChange(listener)];
          return () => {
            for (const stop of stops) stop();
          };
        },
        signal,
      ),
    ),
    save: os.save.handler(async ({ input }) => {
      const environment = named(input.environment);
      const { name, isNew } = input;
      const fetches = isNew && canFetch(input.definition) ? [...(fetchesFrom(input.definition)?.hosts ?? [])] : [];
      const definition = fetches.length === 0 ? input.definition : { ...input.definition, hosts: fetches };
      const before = servers.list(environment).find((one) => one.name === name);
      if (isNew && before !== undefined) throw detailed('bad-input', 'mcp-exists', { name });
      if (before?.source === 'project') throw detailed('bad-input', 'mcp-elsewhere', { file: before.file, name });
      const earlier = before !== undefined && 'server' in before.read ? before.read.server : undefined;
      const { server, literal } = withStored(name, withHidden(name, definition, earlier), earlier);
      if (input.clientSecret !== undefined) literal[CLIENT_SECRET] = input.clientSecret;
      const owner = secretOwner(environment, name);
      for (const [variable, value] of Object.entries(literal))
        await secrets.set(secretOf(owner, variable, { server, source: 'environment' }), value);
      // Stored secrets go with the server to its new address only if they are entered again.
      servers.define(environment, name, server);
      await settings.notify();
      return { fetches };
    }),
    remove: os.remove.handler(async ({ input }) => {
      const environment = named(input.environment);
      servers.define(environment, input.name, undefined);
      for (const variable of secretsOf(environment, input.name))
        await secrets.remove(secretOwner(environment, input.name), variable);
      return done(await settings.notify());
    }),
    turn: os.turn.handler(async ({ input }) => {
      servers.turn(named(input.environment), input.name, input.on);
      return done(await settings.notify());
    }),
    test: os.test.handler(async ({ input, signal }) => {
      const environment = named(input.environment);
      const given = servers.find(environment, input.name);
      const seen = await toolServers.test(environment, input.name, signal ?? new AbortController().signal);
      return view(environment, given, seen);
    }),
    secret: os.secret.handler(async ({ input }) => {
      const environment = named(input.environment);
      const { name, source, read } = servers.find(environment, input.name);
      const owner = secretOwner(environment, name);
      if (input.value === null) await secrets.remove(owner, input.variable);
      else {
        if ('fault' in read) throw unusableServer(name, read.fault);
        if (input.value.length < LEAST_LENGTH) throw detailed('bad-input', 'secret-length', { least: LEAST_LENGTH });
        await secrets.set(secretOf(owner, input.variable, { server: read.server, source }), input.value);
      }
      return done(await settings.notify());
    }),
    signIn: os.signIn.handler(async function* ({ input, signal }) {
      const { name } = servers.find(named(input.environment), input.name);
      try {
        yield* toolServers.signIn(named(input.environment), name, signal ?? new AbortController().signal);
      } catch (error) {
        throw inContractWords(error);
      }
      await settings.notify();
    }),
    signOut: os.signOut.handler(async ({ input }) => {
      await toolServers.signOut(named(input.environment), servers.find(named(input.environment), input.name).name);
      return done(await settings.notify());
    }),
    prompts: os.prompts.handler(({ signal }) => toolServers.prompts(settings.environment(), signal)),
    resources: os.resources.handler(({ signal }) => toolServers.resources(settings.environment(), signal)),
    log: os.log.handler(({ input }) => ({ text: toolServers.log(named(input.environment), input.name) })),
  };
}

const canFetch = (server: McpServer): server is StdioServer =>
  !isHttp(server) && server.sandbox !== false && server.hosts === undefined;

type Pairs = Readonly<Record<string, string | null>>;

const isTemplate = (value: string | null): boolean => value !== null && variablesIn(value).length > 0;

/** Without literal values of variables and headers, and without keys in its address and in `--token=…` and the like. */
function withoutValues(server: McpServer): McpServer {
  const hidden = (pairs: Pairs): Record<string, string | null> =>
    Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, isTemplate(value) ? value : null]));
  if (isHttp(server)) {
    const { headers, url } = server;
    return { ...server, url: keylessAddress(url), ...defined({ headers: headers && hidden(headers) }) };
  }
  return {
    ...server,
    ...defined({ args: server.args && keylessWords(server.args), env: server.env && hidden(server.env) }),
  };
}

function keylessWords(words: readonly string[]): string[] {
  const nameIn = (word = '') => /^--?([\w-]+)/.exec(word)?.[1] ?? '';
  return words.map((word, at) => {
    if (isTemplate(word)) return word;
    if (word.startsWith('-'))
      return namesSecret(nameIn(word)) ? word.replace(/=.*$/s, `=${HIDDEN}`) : keylessText(word);
    return namesSecret(nameIn(words[at - 1])) ? HIDDEN : keylessText(word);
  });
}

/**
 * Restores the values that `withoutValues` hid in an address or a word.
 * @throws SkilldeckError `bad-input` where one would go to another address or program.
 */
function withHidden(name: string, server: McpServer, earlier: McpServer | undefined): McpServer {
  if (earlier !== undefined && isEqual(wordsOf(server), wordsOf(withoutValues(earlier))))
    return { ...server, ...(isHttp(earlier) ? { url: earlier.url } : defined({ args: earlier.args })) };
  if (wordsOf(server).some((word) => word.includes(HIDDEN))) throw detailed('bad-input', 'mcp-hidden', { name });
  return server;
}

/**
 * Splits a definition into the file's part and the key store's. A value written by hand that was not shown stays.
 * @throws SkilldeckError `bad-input` where it would go to another address or program.
 */
function withStored(
  name: string,
  server: McpServer,
  earlier: McpServer | undefined,
): { readonly server: McpServer; readonly literal: Record<string, string> } {
  const literal: Record<string, string> = {};
  const before: Pairs = (earlier === undefined ? undefined : isHttp(earlier) ? earlier.headers : earlier.env) ?? {};
  const placeOf = (one: McpServer) => secretPlace({ server: one, source: 'environment' });
  const isSamePlace = earlier !== undefined && placeOf(server) === placeOf(earlier);
  const stored = (pairs: Pairs): Record<string, string | null> =>
    Object.fromEntries(
      Object.entries(pairs).map(([variable, value]) => {
        const known = before[variable] ?? null;
        if (value === null && known !== null && !isSamePlace) throw detailed('bad-input', 'mcp-hidden', { name });
        // A value too short to be hidden is no secret.
        if (value === null || isTemplate(value) || value.length < LEAST_LENGTH) return [variable, value ?? known];
        literal[variable] = value;
        return [variable, null];
      }),
    );
  if (isHttp(server)) {
    return { server: server.headers === undefined ? server : { ...server, headers: stored(server.headers) }, literal };
  }
  return { server: server.env === undefined ? server : { ...server, env: stored(server.env) }, literal };
}
