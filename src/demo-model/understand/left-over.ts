/**
 * What a message says and nobody understood: the parts that no reader took, without the words at their edges that carry
 * no condition.
 */
import { EN_FILLERS, ZH_FILLERS } from './fillers.ts';
import { blank } from './normalise.ts';
import type { Range, Reading } from './reading.ts';

/** Phrases said back at most, and characters of each. */
const MOST_PHRASES = 5;
const LONGEST_PHRASE = 80;

const ZH_EDGES = ZH_FILLERS.join('|');
/** Fillers that are part of a word as often as not (行李, 退票, 没有): they go only where nothing else would be left. */
const ZH_PARTS = /(?:行|改|带|班|走|票|人|有|好|飞机|来|说|对|定|号)$/;
const ZH_SHOWN = ZH_FILLERS.filter((filler) => !ZH_PARTS.test(filler)).join('|');

interface Edges {
  readonly head: RegExp;
  readonly tail: RegExp;
}
const edges = (words: string): Edges => ({ head: new RegExp(`^(?:${words})`), tail: new RegExp(`(?:${words})$`) });
const ANY_FILLER = edges(ZH_EDGES);
const SHOWN = edges(ZH_SHOWN);

const NEGATION =
  /(?:\b(?:not|no|never|without|except|avoid|but|don't|isn't|won't)|不(?:想|要|能|坐|乘|喜欢|愿意|走|去|到)*|别|没有?|除了|避开)\s*$/iu;
/** "No, from Shanghai": a correction, which the reader of places has taken. */
const CORRECTION = /^(?:no|nope|not|but|不|不是|不对|没有|别)$/i;
const BREAK = /[,，。;；!！?？、:：()（）"“”「」\n…]|\.(?=\s|$)| [-–—/] /gu;

/** In the order of the text. */
export function leftOver(text: string, { used, refused }: Reading): string[] {
  const free = blank(
    text,
    [...used, ...refused].sort((a, b) => a.index - b.index),
  );
  const phrases = [...refused, ...gaps(text, free, used)]
    .sort((a, b) => a.index - b.index)
    .map(({ index, length }) => text.slice(index, index + length).trim());
  const each = [...new Set(phrases)];
  return each
    .filter((phrase) => !each.some((other) => other !== phrase && other.includes(phrase)))
    .slice(0, MOST_PHRASES)
    .map((phrase) => (phrase.length > LONGEST_PHRASE ? `${phrase.slice(0, LONGEST_PHRASE)}…` : phrase));
}

/** Where nothing was taken, between what was taken and marks that end a thought. */
function gaps(text: string, free: string, used: readonly Range[]): Range[] {
  const cuts = [...free.matchAll(BREAK)].map(({ index, 0: mark }) => ({ index, length: mark.length }));
  const walls = [...used, ...cuts].sort((a, b) => a.index - b.index);
  const found: Range[] = [];
  let at = 0;
  for (const wall of [...walls, { index: text.length, length: 0 }]) {
    if (wall.index > at) found.push(...trimmed(free, at, wall.index));
    at = Math.max(at, wall.index + wall.length);
  }
  return found.map((gap) => {
    const end = gap.index + gap.length;
    const next = used.find(({ index }) => index >= end && free.slice(end, index).trim() === '' && index - end < 3);
    // "not" alone says nothing: "not United" does.
    const isNegation = NEGATION.test(text.slice(gap.index, end)) && next !== undefined;
    return isNegation ? { index: gap.index, length: next.index + next.length - gap.index } : gap;
  });
}

/** Empty where only fillers stand there; else without those at its edges that are words of their own. */
function trimmed(free: string, from: number, to: number): Range[] {
  const core = without(ANY_FILLER, free, from, to);
  const rest = free.slice(core.index, core.index + core.length);
  if (!/[\p{L}\p{N}]/u.test(rest) || CORRECTION.test(rest)) return [];
  return [without(SHOWN, free, from, to)];
}

function without(fillers: Edges, free: string, from: number, to: number): Range {
  let [start, end] = [from, to];
  for (;;) {
    const part = free.slice(start, end);
    const head = fillerAt(part, 'head', fillers);
    if (head !== '') start += head.length;
    const tail = head === '' ? fillerAt(part, 'tail', fillers) : '';
    if (tail !== '') end -= tail.length;
    if (head === '' && tail === '') return { index: start, length: end - start };
  }
}

function fillerAt(part: string, where: keyof Edges, fillers: Edges): string {
  const at = (head: RegExp, tail: RegExp) => (where === 'head' ? head : tail).exec(part)?.[0];
  const word = at(/^[\p{Script=Latin}'’]+/u, /[\p{Script=Latin}'’]+$/u);
  if (word !== undefined) return EN_FILLERS.has(word.toLowerCase().replace('’', "'")) ? word : '';
  return at(/^[^\p{L}\p{N}]+/u, /[^\p{L}\p{N}]+$/u) ?? at(fillers.head, fillers.tail) ?? '';
}
