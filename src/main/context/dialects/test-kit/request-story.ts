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

/** @param bodies the JSON of each request, in the order in which they were posted. */
export function requestStory(bodies: readonly string[]): string {
  const posted = bodies.map((body) => JSON.parse(body) as Posted);
  const sections = posted.map((request, index) => {
    const { messages, tools = [], ...rest } = request;
    const before = closest(posted.slice(0, index), request);
    return [
      `=== request ${index + 1} ${JSON.stringify(rest)}`,
      `sha256 ${sha256(bodies[index] ?? '')}`,
      ...toolLines(tools, posted.slice(0, index)),
      ...messageLines(messages, before === undefined ? [] : (posted[before]?.messages ?? []), (before ?? 0) + 1),
    ].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}

/** The latest earlier request that begins with a system message of the same first line: a summary's has another. */
function closest(earlier: readonly Posted[], { messages }: Posted): number | undefined {
  const firstLine = (request: readonly WireMessage[]) => request[0]?.content?.split('\n')[0];
  const found = earlier.findLastIndex((one) => firstLine(one.messages) === firstLine(messages));
  return found === -1 ? undefined : found;
}

function toolLines(tools: NonNullable<Posted['tools']>, earlier: readonly Posted[]): string[] {
  if (tools.length === 0) return ['--- no tools'];
  const seen = new Set(earlier.flatMap((one) => one.tools ?? []).map((tool) => JSON.stringify(tool)));
  const texts = tools.map((tool) => [tool.function.name, JSON.stringify(tool)] as const);
  const names = texts.map(([name, text]) => (seen.has(text) ? name : `${name}*`)).join(' ');
  return [`--- tools ${names}`, ...texts.flatMap(([, text]) => (seen.has(text) ? [] : [text]))];
}

function messageLines(now: readonly WireMessage[], before: readonly WireMessage[], request: number): string[] {
  const text = (message: WireMessage | undefined) => JSON.stringify(message);
  const lines: string[] = [];
  let same = 0;
  const flush = (end: number) => {
    if (same > 0) lines.push(`--- ${end - same}${same === 1 ? '' : ` to ${end - 1}`} as in request ${request}`);
    same = 0;
  };
  for (const [index, message] of now.entries()) {
    if (text(message) === text(before[index])) {
      same += 1;
      continue;
    }
    flush(index);
    const { role, content, ...more } = message;
    lines.push(`--- ${index} ${role}${Object.keys(more).length === 0 ? '' : ` ${JSON.stringify(more)}`}`);
    if (typeof content === 'string') lines.push(changed(content, before[index], role, request));
    else lines.push(`(${content})`);
  }
  flush(now.length);
  return lines;
}

/** Leaves out leading and trailing lines that the message previously in its place had too. */
function changed(content: string, before: WireMessage | undefined, role: string, request: number): string {
  const now = content.split('\n');
  const then = before?.role === role ? (before.content ?? '').split('\n') : [];
  const first = now.findIndex((line, index) => line !== then[index]);
  const head = first === -1 ? now.length : first;
  let tail = 0;
  while (tail < Math.min(now.length, then.length) - head && now.at(-1 - tail) === then.at(-1 - tail)) tail += 1;
  return [
    ...(head === 0 ? [] : [`… its first ${head} lines as in request ${request}`]),
    ...now.slice(head, now.length - tail),
    ...(tail === 0 ? [] : [`… its last ${tail} lines as in request ${request}`]),
  ].join('\n');
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
