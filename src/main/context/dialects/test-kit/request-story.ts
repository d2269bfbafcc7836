/**
 * Posted requests as a text that a person can read and a diff can show: of each, what is not in an earlier one. The hash
 * over a request's whole body makes any other changed byte fail too.
 */
import { sha256 } from '../../../lib/sha256.ts';

interface WireMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string }[];
}

interface Posted {
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A title and the JSON of each request, in the order in which they were posted. */
type Flow = readonly [title: string, bodies: readonly string[]];

export function requestStory(flows: readonly Flow[]): string {
  const bodies = flows.flatMap(([title, ones]) =>
    ones.map((body, index) => ({ body, title: index === 0 ? title : '' })),
  );
  const posted = bodies.map(({ body }) => JSON.parse(body) as Posted);
  const sections = posted.map((request, index) => {
    const { messages, tools = [] } = request;
    const earlier = posted.slice(0, index);
    const { body = '', title = '' } = bodies[index] ?? {};
    return [
      ...(title === '' ? [] : [`##### ${title}\n`]),
      `=== request ${index + 1} sha256 ${sha256(body)}`,
      ...(restOf(request) === restOf(earlier.at(-1)) ? [] : [restOf(request)]),
      ...toolLines(tools, earlier),
      ...messageLines(messages, earlier),
    ].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}

/** All but messages and tools; told where the request before had other settings. */
const restOf = (request: Posted | undefined): string =>
  JSON.stringify({ ...request, messages: undefined, tools: undefined });

/** None where they are those of the request before. */
function toolLines(tools: NonNullable<Posted['tools']>, earlier: readonly Posted[]): string[] {
  const before = earlier.at(-1);
  if (before !== undefined && JSON.stringify(before.tools ?? []) === JSON.stringify(tools)) return [];
  if (tools.length === 0) return ['--- no tools'];
  const seen = new Set(earlier.flatMap((one) => one.tools ?? []).map((tool) => JSON.stringify(tool)));
  const texts = tools.map((tool) => [tool.function.name, JSON.stringify(tool)] as const);
  const names = texts.map(([name, text]) => (seen.has(text) ? name : `${name}*`)).join(' ');
  return [`--- tools ${names}`, ...texts.flatMap(([, text]) => (seen.has(text) ? [] : [text]))];
}

function messageLines(now: readonly WireMessage[], earlier: readonly Posted[]): string[] {
  const lines: string[] = [];
  let index = 0;
  for (let message = now[0]; message !== undefined; message = now[index]) {
    const lengths = earlier.map(({ messages }) => sameFrom(index, now, messages));
    const longest = Math.max(0, ...lengths);
    if (longest > 0) {
      const last = index + longest - 1;
      lines.push(
        `--- ${index === last ? index : `${index} to ${last}`} as in request ${lengths.lastIndexOf(longest) + 1}`,
      );
      index += longest;
      continue;
    }
    const { role, content, ...more } = message;
    const facts = typeof content === 'string' ? more : { content, ...more };
    lines.push(`--- ${index} ${role}${Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`}`);
    if (typeof content === 'string')
      lines.push(
        changed(
          content,
          role,
          earlier.map(({ messages }) => messages[index]),
        ),
      );
    index += 1;
  }
  return lines;
}

/** How many messages from `index` on are the same in both. */
function sameFrom(index: number, now: readonly WireMessage[], then: readonly WireMessage[]): number {
  let same = 0;
  while (index + same < now.length && JSON.stringify(now[index + same]) === JSON.stringify(then[index + same]))
    same += 1;
  return same;
}

/** Leaves out leading and trailing lines of the message in its place, of that role, that shares the most. */
function changed(content: string, role: string, earlier: readonly (WireMessage | undefined)[]): string {
  const now = content.split('\n');
  const shared = earlier.map((before) =>
    before?.role === role ? sharedLines(now, (before.content ?? '').split('\n')) : { head: 0, tail: 0 },
  );
  const most = Math.max(0, ...shared.map(({ head, tail }) => head + tail));
  const request = shared.findLastIndex(({ head, tail }) => head + tail === most);
  const { head, tail } = shared[request] ?? { head: 0, tail: 0 };
  return [
    ...(head === 0 ? [] : [`… its first ${head} lines as in request ${request + 1}`]),
    ...now.slice(head, now.length - tail),
    ...(tail === 0 ? [] : [`… its last ${tail} lines as in request ${request + 1}`]),
  ].join('\n');
}

function sharedLines(
  now: readonly string[],
  then: readonly string[],
): { readonly head: number; readonly tail: number } {
  const first = now.findIndex((line, index) => line !== then[index]);
  const head = first === -1 ? now.length : first;
  let tail = 0;
  while (tail < Math.min(now.length, then.length) - head && now.at(-1 - tail) === then.at(-1 - tail)) tail += 1;
  return { head, tail };
}

/** Calls without a result right behind them, and results without their call. */
export function orphans(body: string): readonly string[] {
  const found: string[] = [];
  let open: string[] = [];
  for (const message of (JSON.parse(body) as Posted).messages) {
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      if (!open.includes(id)) found.push(`result ${id}`);
      open = open.filter((call) => call !== id);
      continue;
    }
    found.push(...open.map((id) => `call ${id}`));
    open = (message.tool_calls ?? []).map(({ id }) => id);
  }
  return [...found, ...open.map((id) => `call ${id}`)];
}
