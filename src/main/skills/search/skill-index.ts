/**
 * Finds skills by words: BM25 over id, name, tags, `when_to_use` and description. Own code, as a search through 10,000
 * skills has to take less time than a frame (docs/decisions/0010).
 */
import type { CatalogEntry } from '../../../shared/events.ts';
import { createTimeSlice } from '../discovery/time-slice.ts';
import { wordsOf } from './words.ts';

export interface FoundSkill {
  readonly id: string;
  /** Above 0; comparable within one search only. */
  readonly score: number;
}

export interface SkillIndex {
  /** Best first; ties keep the order of the skills. Skills without any of the words are left out. */
  search(text: string, limit: number): readonly FoundSkill[];
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
export async function indexSkills(skills: readonly SearchedSkill[]): Promise<SkillIndex> {
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
    search(text, limit) {
      const scores = new Float64Array(ids.length);
      const found: number[] = [];
      for (const word of new Set(wordsOf(text))) {
        const postings = terms.get(word);
        if (postings !== undefined) addScores(postings, norms, scores, found);
      }
      return best(found, scores, limit).map((at) => ({ id: ids[at] as string, score: scores[at] as number }));
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

/** Sorts only what can be among the best. */
function best(found: readonly number[], scores: Float64Array, limit: number): number[] {
  let among = found;
  if (found.length > limit) {
    const ordered = Float64Array.from(found, (at) => scores[at] as number).sort();
    const least = ordered[found.length - limit] as number;
    among = found.filter((at) => (scores[at] as number) >= least);
  }
  return [...among].sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b).slice(0, limit);
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
