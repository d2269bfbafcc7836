/** Indexes of the catalogs searched last: sessions of one environment have equal ones. */

import { createHash } from 'node:crypto';
import { lazily } from '../../shared/defined.ts';
import type { CatalogEntry } from '../../shared/events.ts';
import { createTimeSlice } from './discovery/time-slice.ts';

// Cuts a text into the words that a search compares: whole words, Chinese and Japanese by the platform's dictionary.

/** Characters that are looked at; longer texts add nothing that a search needs. */
const MOST = 10_000;
const WORD = /[\p{L}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Words of a request that say nothing about what it is for. */
const COMMON = new Set(
  [
    'a an and any are as at be been but by can could did do does for from get give go had has have help how i if in into is it',
    'its just let like make me more my need no not now of ok on one or our out please re show so some thank thanks that the',
    'their them then there these they this to too try up us use used user using want was we what when where which while will',
    'with work works would yes you your skill skills again also another bit continue first last longer many maybe much next only',
    'other previous same second shorter still sure third very',
    '我们 你们 他们 可以 一下 这个 那个 请问 谢谢 好的 需要 帮忙 怎么 什么 一个 使用 技能 用户 以及 或者 进行 时候 我的 帮我',
  ].flatMap((line) => line.split(' ')),
);

const segmenter = lazily(() => new Intl.Segmenter('zh', { granularity: 'word' }));

/** In the order of the text, with repetitions. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of text.slice(0, MOST).normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(run)) words.push(...segments(run));
    else if (!COMMON.has(run)) words.push(singular(run));
  }
  return words;
}

/** A single character is a particle more often than a word, unless it is alone. */
function segments(run: string): string[] {
  const parts = [...segmenter().segment(run)].map(({ segment }) => segment);
  return parts.length === 1 ? parts : parts.filter((part) => part.length > 1 && !COMMON.has(part));
}

/** `flights` finds `flight`, and `queries` `query`. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith('ies') && word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/**
 * Finds skills by words: BM25 over id, name, tags, `when_to_use` and description. Own code, as a search through 10,000
 * skills has to take less time than a frame (docs/decisions/0010).
 */
export interface FoundSkill {
  readonly id: string;
  /** Above 0; comparable within one search only. */
  readonly score: number;
}

export type SearchedSkill = Pick<CatalogEntry, 'id' | 'name' | 'description' | 'whenToUse' | 'tags'>;

/** Saturation of repeated words, and discount of long texts (BM25). */
const K1 = 1.2;
const B = 0.6;
/** Weight of a word by its field. */
const WEIGHTS = { name: 3, tags: 2, whenToUse: 1.5, description: 1 } as const;

interface Postings {
  readonly skills: number[];
  readonly counts: number[];
}

/** Gives way while it builds: 10,000 skills take a few hundred milliseconds. */
export async function indexSkills(skills: readonly SearchedSkill[]) {
  const ids = skills.map(({ id }) => id);
  const slice = createTimeSlice();
  const terms = new Map<string, Postings>();
  const lengths = new Float32Array(skills.length);
  for (const [at, skill] of skills.entries()) {
    const counts = weightedWords(skill);
    let length = 0;
    for (const [word, count] of counts) {
      length += count;
      const postings = terms.get(word) ?? { skills: [], counts: [] };
      terms.set(word, postings);
      postings.skills.push(at);
      postings.counts.push(count);
    }
    lengths[at] = length;
    if (slice.due()) await slice.pause();
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, skills.length);
  const norms = lengths.map((length) => K1 * (1 - B + (B * length) / Math.max(1, average)));
  return {
    /** Best first; ties keep the order of the skills. Skills without any of the words are left out. */
    search(text: string, limit: number): readonly FoundSkill[] {
      const scores = new Float64Array(ids.length);
      const found: number[] = [];
      for (const word of new Set(wordsOf(text))) {
        const postings = terms.get(word);
        if (postings !== undefined) addScores(postings, norms, scores, found);
      }
      const scored = found.map((at) => ({ at, id: ids[at] as string, score: scores[at] as number }));
      return scored
        .sort((a, b) => b.score - a.score || a.at - b.at)
        .slice(0, limit)
        .map(({ id, score }) => ({ id, score }));
    },
  };
}

function addScores({ skills, counts }: Postings, norms: Float32Array, scores: Float64Array, found: number[]): void {
  const rarity = Math.log(1 + (norms.length - skills.length + 0.5) / (skills.length + 0.5));
  for (let index = 0; index < skills.length; index += 1) {
    const at = skills[index] as number;
    const count = counts[index] as number;
    if (scores[at] === 0) found.push(at);
    scores[at] = (scores[at] as number) + (rarity * count * (K1 + 1)) / (count + (norms[at] as number));
  }
}

/** Least ratio of the best score to the next. */
const STANDS_OUT = 1.5;

/**
 * The skill that a message is obviously for: it stands out, and shares words of its name or several of its description.
 * Undefined where a person would doubt.
 */
export async function obviousSkill<T extends SearchedSkill>(
  skills: readonly T[],
  text: string,
): Promise<(FoundSkill & { readonly skill: T }) | undefined> {
  const [first, second] = (await skillIndexOf(skills)).search(text, 2);
  const skill = skills.find(({ id }) => id === first?.id);
  if (first === undefined || skill === undefined) return undefined;
  if (second !== undefined && first.score < STANDS_OUT * second.score) return undefined;
  const asked = new Set(wordsOf(text));
  const shared = [...weightedWords(skill).keys()].filter((word) => asked.has(word)).length;
  const isNamed = wordsOf(`${skill.id} ${skill.name}`).some((word) => asked.has(word));
  // A word of Chinese says more than one of English.
  const enough = isNamed || UNSPACED.test(text) ? 2 : 3;
  return shared >= enough ? { ...first, skill } : undefined;
}

function weightedWords({ id, name, description, whenToUse = '', tags = [] }: SearchedSkill): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (words: Iterable<string>, weight: number) => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  // A name that repeats the id counts once.
  add(new Set(wordsOf(`${id} ${name}`)), WEIGHTS.name);
  add(wordsOf(tags.join(' ')), WEIGHTS.tags);
  add(wordsOf(whenToUse), WEIGHTS.whenToUse);
  add(wordsOf(description), WEIGHTS.description);
  return counts;
}

/** An index of 10,000 skills takes about 15 MB. */
const KEPT = 3;

const digests = new WeakMap<readonly SearchedSkill[], string>();
/** Keyed by digest of what is searched; the one used last is at the end. */
const indexes = new Map<string, ReturnType<typeof indexSkills>>();

export function skillIndexOf(skills: readonly SearchedSkill[]) {
  const digest = digests.get(skills) ?? digestOf(skills);
  digests.set(skills, digest);
  const index = indexes.get(digest) ?? indexSkills(skills);
  indexes.delete(digest);
  indexes.set(digest, index);
  for (const oldest of [...indexes.keys()].slice(0, -KEPT)) indexes.delete(oldest);
  return index;
}

function digestOf(skills: readonly SearchedSkill[]): string {
  const hash = createHash('sha256');
  for (const { id, name, description, whenToUse = '', tags = [] } of skills) {
    hash.update([id, name, description, whenToUse, ...tags, '\n'].join('\0'));
  }
  return hash.digest('base64');
}
