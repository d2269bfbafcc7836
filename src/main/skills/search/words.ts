/** Cuts a text into the words that a search compares: whole words, Chinese and Japanese by the platform's dictionary. */
import { lazily } from '../../../shared/lazily.ts';

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
