/** Prompts and resources of servers, which the person names as `/server:prompt` and `@server:uri`. */
import { z } from 'zod';
import { visible } from '../../../main/lib/text.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { PromptView, ResourceView } from '../contract.ts';
import type { Connection } from './connection.ts';
import { readResult } from './server-tools.ts';
import { failureOf, faultText, type McpSession } from './session.ts';
import type { GivenServer } from './used-servers.ts';

/** One that has a blank in its name cannot be called. */
const promptSchema = z.object({
  name: z.string().regex(/^\S{1,200}$/),
  description: z.string().max(2_000).catch(''),
  arguments: z.array(z.object({ name: z.string().max(200), required: z.boolean().catch(false) })).catch([]),
});
const resourceSchema = z.object({
  uri: z.string().regex(/^\S{1,2000}$/),
  name: z.string().max(200).catch(''),
  title: z.string().max(200).optional().catch(undefined),
  description: z.string().max(2_000).catch(''),
});
/** Prompts, or resources, of one server. */
const MOST = 200;
/** Resources that one message names. */
const MOST_NAMED = 10;
/** Characters of a prompt, or of a resource, in a message. */
const LONGEST_PROMPT = 100_000;

/** `/server:prompt words`. */
const PROMPT_CALL = /^\/([^\s/:]+):(\S+)\s*(.*)$/su;

/** `@server:uri` between blanks; what ends a sentence is no part of it. */
const RESOURCE = /(?<=^|\s)@([^\s/:]+):(\S*[^\s.,;:!?。，；：！？）)])/gu;

/** `name=value` in the words after a prompt's name, also in quotes; what is left is the first that has no value. */
function argumentsIn(words: string, wanted: readonly { readonly name: string }[]): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  const take = (all: string, name: string, quoted: string | undefined, bare = ''): string => {
    if (!wanted.some((one) => one.name === name)) return all;
    values.set(name, quoted ?? bare);
    return '';
  };
  const rest = words.replaceAll(/(\S+?)=(?:"([^"]*)"|(\S*))/g, take).trim();
  const open = wanted.find(({ name }) => !values.get(name));
  if (open !== undefined) values.set(open.name, rest);
  return Object.fromEntries([...values].filter(([, value]) => value !== ''));
}

/** Text of a server's in an element, which it cannot close. @param name one of `BY_SERVER`. */
const inElement = (name: string, by: string, text: string): string =>
  `<${name}>\n${by}\n${text.replaceAll(`</${name}>`, `<\\/${name}>`)}\n</${name}>`;

/** @param given servers of an environment. */
export function createPrompts(
  given: (environment: string) => readonly GivenServer[],
  open: (environment: string, given: GivenServer) => Connection,
) {
  const never = new AbortController().signal;
  const on = (environment: string) => given(environment).filter((one) => one.on !== false);
  const prompts = async (session: McpSession) =>
    (await session.prompts()).flatMap((one) => promptSchema.safeParse(one).data ?? []).slice(0, MOST);

  const resources = async (session: McpSession) =>
    (await session.resources()).flatMap((one) => resourceSchema.safeParse(one).data ?? []).slice(0, MOST);
  /** Asks the servers that are on; one that cannot be asked has none. */
  const ofAll = async <T, V>(
    environment: string,
    signal: AbortSignal,
    ask: (session: McpSession) => Promise<readonly T[]>,
    view: (one: T, server: string) => V,
  ): Promise<V[]> => {
    const found = on(environment).map(async (server) => {
      const all = await open(environment, server)
        .ask(ask, signal)
        .catch(() => []);
      return all.map((one) => view(one, server.name));
    });
    return (await Promise.all(found)).flat();
  };
  const asker = (connection: Connection, name: string) =>
    function ask<T>(question: (session: McpSession) => Promise<T>): Promise<T> {
      return connection.ask(question, never).catch((error: unknown) => {
        throw detailed('bad-input', 'mcp-refused', { name, why: faultText(failureOf(error).fault) });
      });
    };
  const bounded = (text: string) => (text.length > LONGEST_PROMPT ? `${text.slice(0, LONGEST_PROMPT)} […]` : text);

  return {
    /** Never rejects. */
    prompts: (environment: string, signal = never): Promise<PromptView[]> =>
      ofAll(environment, signal, prompts, ({ name, description, arguments: wanted }, server) => {
        const wants = wanted.flatMap((one) => (one.required ? [one.name] : []));
        return { id: `${server}:${name}`, name, description, wants };
      }),
    /** Never rejects. */
    resources: (environment: string, signal = never): Promise<ResourceView[]> =>
      ofAll(environment, signal, resources, ({ uri, name, title, description }, server) => {
        const about = [title ?? name, description].filter((one) => one !== '').join(': ');
        return { id: `${server}:${uri}`, name, description: about };
      }),
    /**
     * The message with the resources that it names after it, each marked as its server's. Undefined where it names none of
     * a server that is on. @throws SkilldeckError `bad-input`.
     */
    async withResources(environment: string, text: string): Promise<string | undefined> {
      const servers = on(environment);
      const named = new Map(
        [...text.matchAll(RESOURCE)].flatMap(([whole, server, uri = '']) => {
          const found = servers.find(({ name }) => name === server);
          return found === undefined ? [] : [[whole, { found, uri }] as const];
        }),
      );
      const parts: string[] = [];
      for (const { found, uri } of [...named.values()].slice(0, MOST_NAMED)) {
        const connection = open(environment, found);
        const { contents } = await asker(connection, found.name)((session) => session.resource(uri));
        const read = contents.map((one) =>
          'text' in one ? visible(one.text) : `[${visible(one.mimeType ?? 'bytes')}: only text is sent with a message]`,
        );
        const by = `Text of the resource ${uri}, by the MCP server "${found.name}":`;
        parts.push(connection.mask(inElement('mcp-resource', by, bounded(read.join('\n\n')))));
      }
      const left = named.size - parts.length;
      if (left > 0) parts.push(`[${left} more resources were not read: a message can have ${MOST_NAMED}.]`);
      return parts.length === 0 ? undefined : [text.trim(), ...parts].join('\n\n');
    },
    /**
     * The message that `/server:prompt words` stands for: the words, then the server's, marked as its own. Undefined
     * where no server that is on has such a name. @throws SkilldeckError `bad-input`.
     */
    async promptOf(environment: string, text: string): Promise<string | undefined> {
      const [, server = '', word, words = ''] = PROMPT_CALL.exec(text) ?? [];
      const found = on(environment).find((one) => one.name === server);
      if (found === undefined) return undefined;
      const connection = open(environment, found);
      const ask = asker(connection, server);
      const name = `/${server}:${word}`;
      const all = await ask(prompts);
      const prompt = all.find((one) => one.name === word);
      if (prompt === undefined)
        throw detailed('bad-input', 'mcp-no-prompt', { name, names: all.map((one) => one.name).join(', ') });
      const values = argumentsIn(words, prompt.arguments);
      const [missing] = prompt.arguments.filter((one) => one.required && values[one.name] === undefined);
      if (missing !== undefined) throw detailed('bad-input', 'mcp-prompt-needs', { name, field: missing.name });
      const { messages } = await ask((session) => session.prompt(prompt.name, values));
      const said = messages.map(({ content }) => readResult({ content: [content] }, 'prompt').text).join('\n\n');
      const by = `Text of this prompt, by the MCP server "${server}":`;
      return connection.mask(`${text.trim()}\n\n${inElement('mcp-prompt', by, bounded(said))}`);
    },
  };
}
