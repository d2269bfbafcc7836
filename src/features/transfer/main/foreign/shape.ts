/**
 * Formats of programs that keep a document for each conversation, or a line for each message: where a file has them, and
 * what their messages say that the shared walk does not know. A format is one row.
 */
import type { ForeignAgent, ForeignTranscript, Format, FormatName, ParsedSource } from './format.ts';
import { isObject, objectIn, objectsIn, opened, type Raw, textIn, timeIn, timeOf, unopened } from './raw.ts';
import { Story } from './story.ts';

/** Value at a path of fields; undefined where there is none. */
export const at = (given: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), given);
export const valuesOf = (given: unknown): readonly Raw[] => objectsIn(isObject(given) ? Object.values(given) : given);

export interface Shape {
  readonly name: FormatName;
  /** True for a conversation. */
  is(one: Raw, rest: readonly unknown[]): boolean;
  /** True where each value of the file is an entry of the one conversation whose first entry `is` knows. */
  readonly lines?: true;
  /** Path of the entries, or what finds them. */
  readonly list?: string | ((one: Raw) => readonly unknown[]);
  /** Names of an entry's id and of the entry that it follows; path of the entry that the person saw last. */
  readonly tree?: readonly [id: string, parent: string, current?: string];
  /** Path of an entry's message. */
  readonly inner?: string;
  /** Path of the conversation's id. */
  readonly id?: string;
  /** Path of what is said of the whole. */
  readonly head?: string;
  readonly model?: string;
  readonly tools?: (one: Raw) => readonly unknown[];
  /** @returns false for an entry that it does not know. */
  say?(story: Story, message: Raw, entry: Raw): boolean | undefined;
  /** Agents that its calls started. */
  agents?(one: Raw): readonly ForeignAgent[];
}

/** Branches that were left come before the one that the person saw last. */
function ordered(list: readonly unknown[], [id, parent, current]: NonNullable<Shape['tree']>, whole: Raw): Raw[] {
  // Older versions have no ids: an entry follows the one before it.
  const nodes = new Map<unknown, Raw>(objectsIn(list).map((one, index) => [one[id] ?? index, one]));
  const below = Map.groupBy(nodes.values(), (one) => (nodes.has(one[parent]) ? one[parent] : undefined));
  const seen = new Set<unknown>();
  for (let key = current === undefined ? undefined : at(whole, current); nodes.has(key) && !seen.has(key); ) {
    seen.add(key);
    key = nodes.get(key)?.[parent];
  }
  const sorted: Raw[] = [];
  const waiting = (below.get(undefined) ?? []).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    sorted.push(next);
    const children = next[id] === undefined ? [] : (below.get(next[id]) ?? []);
    const last = children.filter((one) => seen.has(one[id]));
    waiting.push(...[...children.filter((one) => !last.includes(one)), ...last].toReversed());
  }
  return sorted;
}

/** Fields that name the kind of an entry that is left out. */
const KINDS = ['role', 'type', 'kind', 'observation', 'action'];
const kindOf = (one: Raw): string | undefined => KINDS.flatMap((name) => textIn(one[name]) ?? [])[0];

export function readOne(
  shape: Shape,
  one: Raw,
  entries: readonly unknown[],
  source: readonly unknown[],
): ForeignTranscript {
  const { tree, inner, head = '' } = shape;
  const story = new Story();
  for (const entry of tree === undefined ? entries : ordered(entries, tree, one)) {
    if (!isObject(entry)) {
      if (entry !== null) story.skip(entry, typeof entry);
      continue;
    }
    const message = inner === undefined ? entry : objectIn(at(entry, inner));
    if (tree !== undefined) {
      story.follows(entry[tree[1]]);
      story.begins(entry[tree[0]]);
    }
    const known = shape.say === undefined ? story.take(message) : (shape.say(story, message, entry) ?? true);
    if (!known) story.skip(entry, kindOf(message) ?? kindOf(entry) ?? 'entry');
    if (tree !== undefined) story.ends(entry[tree[0]]);
  }
  const about = objectIn(head === '' ? one : at(one, head));
  const title =
    story.title ?? textIn(about.title) ?? textIn(about.name) ?? textIn(about.summary) ?? textIn(about.description);
  return {
    id: shape.id === undefined ? undefined : textIn(at(unopened(one), shape.id)),
    messages: story.list,
    tools: shape.tools?.(one),
    model: (shape.model === undefined ? textIn(about.model) : textIn(at(one, shape.model))) ?? story.model,
    title: title?.slice(0, 200),
    at: timeOf(about) ?? timeIn(about.startTime ?? about.creationDate ?? objectIn(about.time).created),
    source,
    leftOut: story.leftOut,
    agents: shape.agents?.(one),
  };
}

const entriesOf = ({ list }: Shape, one: Raw): readonly unknown[] => {
  if (typeof list === 'function') return list(one);
  const found = list === undefined ? one : at(one, list);
  return Array.isArray(found) ? found : valuesOf(found);
};

/** Values of a file that say which format it is. */
const MOST_TRIED = 100;

interface FoundConversation {
  readonly one: Raw;
  readonly entries: readonly unknown[];
  readonly source: readonly unknown[];
}

/** Conversations of a file: itself, its list, those in a list below it, or the one that its lines are. */
function conversations(shape: Shape, { values, isLines }: ParsedSource, most?: number): readonly FoundConversation[] {
  const all = values.flat().slice(0, most);
  if (shape.lines) {
    const first = all.find((one) => isObject(one) && shape.is(one, all));
    return isObject(first) && (isLines || all.length > 1 || values[0] !== first)
      ? [{ one: first, entries: all, source: values }]
      : [];
  }
  return objectsIn(all).flatMap((file) => {
    if (shape.is(file, all)) return [{ one: file, entries: entriesOf(shape, file), source: [file] }];
    const fields = { ...file, ...objectIn(file.data) };
    const lists = Object.entries(fields).filter(([, list]) => some(list, (one) => shape.is(one, all)));
    // What is said of all of them is said of each.
    const rest = Object.entries(fields).filter(
      ([name, value]) => !Array.isArray(value) && !lists.some(([own]) => own === name),
    );
    return lists.flatMap(([, list]) =>
      objectsIn(list).map((one) => ({
        one,
        entries: entriesOf(shape, one),
        source: [one, opened(Object.fromEntries(rest))],
      })),
    );
  });
}

export const formatOf = (shape: Shape): Format => ({
  name: shape.name,
  recognises: (parsed) => conversations(shape, parsed, MOST_TRIED).length > 0,
  read: (parsed) =>
    conversations(shape, parsed).map(({ one, entries, source }) => readOne(shape, one, entries, source)),
});

export const has = (one: Raw, ...paths: string[]): boolean => paths.every((path) => at(one, path) !== undefined);
export const some = (list: unknown, test: (one: Raw) => boolean): boolean => objectsIn(list).some(test);
