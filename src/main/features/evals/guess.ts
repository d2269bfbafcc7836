/** Guesses the skill that a sentence means, by words that it shares with names and descriptions. Asks no model. */
import type { TriggerReport } from '../../../shared/evals/benchmark.ts';
import type { TriggerCase } from '../../../shared/evals/cases.ts';
import type { CatalogEntry } from '../../../shared/events.ts';

const STOP_WORDS = new Set(
  (
    'a an and any are as at be by can could do does for from get give has have help how i if in into is it its let make me my need ' +
    'of on or our please so some that the their them then there these they this to up use used user want we what when where which ' +
    'who will with would you your 把 帮 我 你 他 她 它 的 了 和 与 或 在 是 要 想 请 给 个 这 那 些 张 去 来 有 用 当 时 为 一 两 几 吗 呢 吧 么 什么 怎么 如何 可以 需要 使用 用户'
  ).split(' '),
);
const WORDS = new Intl.Segmenter(['zh', 'en'], { granularity: 'word' });
/** Weight of a single Chinese character beside a whole word. */
const CHARACTER = 0.3;
const HAN = /\p{Script=Han}/u;

/** Words that carry meaning, by a form in which singular and plural, noun and verb mostly meet. */
function meaningfulWords(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { segment, isWordLike } of WORDS.segment(text.normalize('NFKC').toLowerCase())) {
    if (isWordLike !== true || STOP_WORDS.has(segment)) continue;
    const word = HAN.test(segment) ? segment : stem(segment);
    if (word.length > 1 && !found.has(word)) found.set(word, segment);
    // 订 of 订票, which occurs alone in 订张票.
    for (const character of HAN.test(segment) ? segment : '') {
      if (!STOP_WORDS.has(character) && !found.has(character)) found.set(character, character);
    }
  }
  return found;
}

/** Endings of English words, the longest first. */
function stem(word: string): string {
  for (const ending of ['ings', 'ing', 'ies', 'ers', 'ed', 'es', 'er', 's']) {
    if (word.endsWith(ending) && word.length - ending.length >= 3) {
      const base = word.slice(0, -ending.length);
      return ending === 'ies' ? `${base}y` : base.replace(/([^aeiou])\1$/, '$1').replace(/e$/, '');
    }
  }
  return word.length > 4 ? word.replace(/e$/, '') : word;
}

export function guess(
  { query, should_trigger }: TriggerCase,
  id: string,
  catalog: readonly CatalogEntry[],
): TriggerReport['queries'][number] {
  const said = meaningfulWords(query);
  const described = catalog.map((entry) => ({ entry, words: meaningfulWords(`${entry.name} ${entry.description}`) }));
  /** A word that few skills have says more. */
  const weight = (word: string) =>
    (word.length === 1 ? CHARACTER : 1) / described.filter(({ words }) => words.has(word)).length;
  const scored = described
    .map(({ entry, words }) => {
      const matched = [...said.keys()].filter((word) => words.has(word));
      return { entry, matched, score: matched.reduce((sum, word) => sum + weight(word), 0) };
    })
    .filter(({ matched }) => matched.length > 1 || matched.some((word) => word.length > 1))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.entry.id;
  return {
    query,
    should_trigger,
    runs: 1,
    triggered: best === id ? 1 : 0,
    instead: best === undefined || best === id ? {} : { [best]: 1 },
    matched: (scored.find(({ entry }) => entry.id === id)?.matched ?? []).map((word) => said.get(word) ?? word),
  };
}
