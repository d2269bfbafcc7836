/** Prompts of servers, which the person calls as `/server:prompt`. */
import { z } from 'zod';
import { detailed } from '../../../shared/messages/detail.ts';
import type { PromptView } from '../contract.ts';
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
/** Prompts of one server. */
const MOST = 200;
/** Characters of a prompt as a message. */
const LONGEST_PROMPT = 100_000;

/** `/server:prompt words`. */
const PROMPT_CALL = /^\/([^\s/:]+):(\S+)\s*(.*)$/su;

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

export type Prompts = ReturnType<typeof createPrompts>;

/** @param given servers of an environment. */
export function createPrompts(
  given: (environment: string) => readonly GivenServer[],
  open: (environment: string, given: GivenServer) => Connection,
) {
  const never = new AbortController().signal;
  const on = (environment: string) => given(environment).filter((one) => one.on !== false);
  const prompts = async (session: McpSession) =>
    (await session.prompts()).flatMap((one) => promptSchema.safeParse(one).data ?? []).slice(0, MOST);

  return {
    /** Lists those of the servers that are on; one that cannot be asked has none. Never rejects. */
    async prompts(environment: string, signal = never): Promise<PromptView[]> {
      const found = on(environment).map(async (server) => {
        const all = await open(environment, server)
          .ask(prompts, signal)
          .catch(() => []);
        return all.map(({ name, description, arguments: wanted }) => {
          const wants = wanted.flatMap((one) => (one.required ? [one.name] : []));
          return { id: `${server.name}:${name}`, name, description, wants };
        });
      });
      return (await Promise.all(found)).flat();
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
      const ask = <T>(question: (session: McpSession) => Promise<T>) =>
        connection.ask(question, never).catch((error: unknown) => {
          throw detailed('bad-input', 'mcp-refused', { name: server, why: faultText(failureOf(error).fault) });
        });
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
      const shown = said.length > LONGEST_PROMPT ? `${said.slice(0, LONGEST_PROMPT)} […]` : said;
      return connection.mask(`${text.trim()}\n\nText of this prompt, by the MCP server "${server}":\n${shown}`);
    },
  };
}
