/** Runs of the words that wallets are recovered by (BIP 39). */

import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js';

const WORDS: ReadonlySet<string> = new Set(english);
const CHARACTERS: ReadonlySet<string> = new Set(chinese);
/** The shortest phrase. */
const LEAST = 12;
/** Numbers, commas, dots and breaks between words of a list. */
const RUN = /(?<![A-Za-z])[a-z]{3,8}(?:[\s,;|"'-]{1,6}(?:\d{1,2}[.):]?\s{0,3})?[a-z]{3,8}){11,2000}(?![A-Za-z])/gi;
const CHINESE_RUN = /(?<!\p{Script=Han})\p{Script=Han}(?:\s\p{Script=Han}){11,200}(?!\p{Script=Han})/gu;

export interface WordRun {
  readonly from: number;
  readonly to: number;
}

/** Twelve and more words in a row, each of the list: prose has articles and short words between. */
export function* recoveryWords(text: string): Generator<WordRun> {
  for (const { 0: run, index } of text.matchAll(RUN)) yield* longRuns(run, index, /[a-z]+/gi, WORDS);
  for (const { 0: run, index } of text.matchAll(CHINESE_RUN)) yield* longRuns(run, index, /\S/gu, CHARACTERS);
}

function* longRuns(run: string, offset: number, word: RegExp, list: ReadonlySet<string>): Generator<WordRun> {
  let [from, to, count] = [0, 0, 0];
  const spans = [...run.matchAll(word)].map(({ 0: one, index }) => ({
    one: one.toLowerCase(),
    index,
    end: index + one.length,
  }));
  for (const [index, span] of spans.entries()) {
    if (list.has(span.one)) {
      if (count === 0) from = span.index;
      count += 1;
      to = span.end;
    }
    if (list.has(span.one) && index < spans.length - 1) continue;
    if (count >= LEAST) yield { from: offset + from, to: offset + to };
    count = 0;
  }
}
