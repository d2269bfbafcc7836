/** Finds the skill of the catalog that fits, judged as any model would have to: by ids and descriptions. */
import type { CatalogSkill } from '../request/catalog.ts';
import type { Desk } from './desk.ts';

const ABOUT_FLIGHTS = /\bflights?\b|\bair(?:line|fare| ?tickets?)|机票|航班|航旅/i;
const COMMON =
  /^(?:the|and|for|with|that|this|when|use|used|using|user|users|person|from|into|about|your|their|have|will|can|any|all|not|are|was|were|what|which|please|help|want|need|would|like|some|make|get|give|tell|show|file|files|them|they|you|how|text|data|work|works)$/;

export function findFlightSkill(desk: Pick<Desk, 'catalog' | 'loaded'>): string | undefined {
  const about = (skill: { id: string; text: string }) =>
    ABOUT_FLIGHTS.test(`${skill.id.replace(/[-_]/g, ' ')} ${skill.text}`);
  const known = [
    ...desk.loaded.map((skill) => ({ id: skill.id, text: skill.instructions.slice(0, 1000) })),
    ...desk.catalog.map((skill) => ({ id: skill.id, text: skill.description })),
  ];
  return (known.find((skill) => skill.id === 'book-flight') ?? known.find(about))?.id;
}

/** The skill whose id is named, or whose description shares most with the words, where it shares enough. */
export function findFittingSkill(catalog: readonly CatalogSkill[], text: string): string | undefined {
  const wanted = terms(text);
  const scored = catalog.map((skill) => {
    if (text.toLowerCase().includes(skill.id.toLowerCase())) return { id: skill.id, score: 100 };
    const own = terms(skill.description);
    // The title before the first colon says more than what the rest mentions.
    const title = terms(
      `${skill.id.replace(/[-_]/g, ' ')} ${/^[^:：]{0,80}(?=[:：])/.exec(skill.description)?.[0] ?? ''}`,
    );
    const score = [...wanted].map((term) => (title.has(term) ? 2 : own.has(term) ? 1 : 0));
    return { id: skill.id, score: score.reduce<number>((sum, one) => sum + one, 0) };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best !== undefined && best.score >= 2 ? best.id : undefined;
}

/** English words of four letters and more without their endings, and pairs of Chinese characters. */
function terms(text: string): Set<string> {
  const english = (text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
    .filter((word) => !COMMON.test(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word));
  const chinese = (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) =>
    [...run].slice(1).map((char, index) => `${[...run][index] ?? ''}${char}`),
  );
  return new Set([...english, ...chinese]);
}
