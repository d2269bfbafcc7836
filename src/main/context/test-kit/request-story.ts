/**
 * Posted requests as a text that a person can read and a diff can show: of each, what is not in an earlier one. The hash
 * over a request's whole body makes any other changed byte fail too.
 */
import { sha256 } from '../../lib/text.ts';

interface WireMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[];
}

interface Posted {
  readonly messages: readonly WireMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** Fewer lines than these are repeated rather than referred to. */
const MIN_RUN = 3;

/** By title: the JSON of each request, in the order in which they were posted. */
export type Flows = readonly (readonly [title: string, bodies: readonly string[]])[];

/** One story per name; a later one refers to the texts of an earlier one. */
export function requestStories(named: readonly (readonly [name: string, flows: Flows])[]): [string, string][] {
  const told: Told = { texts: new Texts(), tools: new Set() };
  return named.map(([name, flows]) => [name, story(name, flows, told)]);
}

interface Told {
  readonly texts: Texts;
  /** Definitions, as JSON. */
  readonly tools: Set<string>;
}

function story(name: string, flows: Flows, told: Told): string {
  const earlier: { readonly body: string; readonly request: Posted }[] = [];
  const lines: string[] = [];
  for (const [title, bodies] of flows) {
    lines.push(`##### ${title}`);
    for (const body of bodies) {
      const request = JSON.parse(body) as Posted;
      const before = earlier.map((one) => one.request);
      const heading = `=== request ${earlier.length + 1}`;
      const twin = earlier.findIndex((one) => one.body === body);
      if (twin === -1) {
        lines.push(`${heading} sha256 ${sha256(body)}`, ...restLines(request, before));
        lines.push(...toolLines(request.tools ?? [], before.at(-1), told.tools));
        lines.push(...messageLines(request, before, told.texts));
      } else lines.push(`${heading} as request ${twin + 1}`);
      earlier.push({ body, request });
      told.texts.add(request.messages, `request ${earlier.length} of ${name}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** All but messages and tools; told where the request before had other settings. */
function restLines(request: Posted, earlier: readonly Posted[]): string[] {
  const restOf = (one?: Posted) => JSON.stringify({ ...one, messages: undefined, tools: undefined });
  return restOf(request) === restOf(earlier.at(-1)) ? [] : [restOf(request)];
}

/** None where they are those of the request before. A star marks new definitions, which follow. */
function toolLines(tools: NonNullable<Posted['tools']>, before: Posted | undefined, told: Set<string>): string[] {
  if (before !== undefined && JSON.stringify(before.tools ?? []) === JSON.stringify(tools)) return [];
  if (tools.length === 0) return ['--- no tools'];
  const texts = tools.map((tool) => [tool.function.name, JSON.stringify(tool)] as const);
  const names = texts.map(([name, text]) => (told.has(text) ? name : `${name}*`)).join(' ');
  const fresh = texts.flatMap(([, text]) => (told.has(text) ? [] : [text]));
  for (const text of fresh) told.add(text);
  return [`--- tools ${names}`, ...fresh];
}

/** Messages after those of the request before; where they changed, the ones that are those of an earlier request. */
function messageLines({ messages: now }: Posted, earlier: readonly Posted[], told: Texts): string[] {
  const lines: string[] = [];
  const before = earlier.at(-1)?.messages ?? [];
  let index = sameFrom(0, now, before) === before.length ? before.length : 0;
  for (let message = now[index]; message !== undefined; message = now[index]) {
    const lengths = earlier.map(({ messages }) => sameFrom(index, now, messages));
    const longest = Math.max(0, ...lengths);
    const [call, second] = message.tool_calls ?? [];
    const result = now[index + 1];
    if (longest > 0) {
      const last = index + longest - 1;
      lines.push(
        `--- ${index === last ? index : `${index} to ${last}`} as in request ${lengths.lastIndexOf(longest) + 1}`,
      );
      index += longest;
    } else if (call !== undefined && second === undefined && result?.tool_call_id === call.id && !message.content) {
      const { name, arguments: given } = call.function;
      lines.push(`--- ${index} and ${index + 1} ${call.id} ${name} ${given}`, ...told.folded(result.content ?? ''));
      index += 2;
    } else {
      const { role, content, ...more } = message;
      const facts = Object.keys(more).length === 0 ? '' : ` ${JSON.stringify(more)}`;
      lines.push(`--- ${index} ${role}${facts}`, ...(content ? told.folded(content) : []));
      index += 1;
    }
  }
  return lines;
}

/** Number of equal messages from `index` on. */
function sameFrom(index: number, now: readonly WireMessage[], then: readonly WireMessage[]): number {
  let same = 0;
  while (index + same < now.length && JSON.stringify(now[index + same]) === JSON.stringify(then[index + same]))
    same += 1;
  return same;
}

/** The texts of earlier messages, each with the place that had it first. */
class Texts {
  readonly #texts = new Map<string, { readonly place: string; readonly lines: readonly string[] }>();

  add(messages: readonly WireMessage[], request: string): void {
    for (const [index, { content }] of messages.entries()) {
      if (typeof content !== 'string' || this.#texts.has(content)) continue;
      this.#texts.set(content, { place: `message ${index} of ${request}`, lines: content.split('\n') });
    }
  }

  /** The lines of a text; those that stand together in an earlier one are named in place of told. */
  folded(content: string): string[] {
    const now = content.split('\n');
    const lines: string[] = [];
    for (let at = 0; at < now.length; ) {
      let best = { length: 0, from: 0, place: '' };
      for (const { place, lines: then } of this.#texts.values()) {
        for (let from = then.indexOf(now[at] ?? ''); from !== -1; from = then.indexOf(now[at] ?? '', from + 1)) {
          let length = 1;
          while (at + length < now.length && now[at + length] === then[from + length]) length += 1;
          if (length > best.length) best = { length, from, place };
        }
      }
      const { length, from, place } = best;
      if (length >= MIN_RUN) lines.push(`… lines ${from + 1} to ${from + length} of ${place}`);
      else lines.push(now[at] ?? '');
      at += length >= MIN_RUN ? length : 1;
    }
    return lines;
  }
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
