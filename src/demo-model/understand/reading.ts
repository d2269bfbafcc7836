/** A message while its phrases are read, and the words that connect or deny them. */

import words from '../data/words.json' with { type: 'json' };
import type { Facts } from './places.ts';
import type { Tokens } from './tokens.ts';

/** Words that say nothing of a trip: they are not said back as unused. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(words.common);
const ZH_COMMON = words.zhCommon.join('|');

/** Facts that are known before a message. */
export interface Known {
  readonly trip: Facts;
  /** A question that a bare answer answers. */
  readonly asks?: string | undefined;
}

export type Slots = { -readonly [K in keyof Facts]?: Facts[K] };
/** Stands where a phrase was read. */
export const TAKEN = '\u0001';
/** Words after which what was said before no longer holds. */
export const CORRECTION =
  /\b(?:no(?=[.!])|no,? wait|wait|sorry|i mean|i meant|rather|scratch that|make (?:that|it)|correction|actually|hang on|hold on|instead|oops|no,)(?!\w)|[，,]不[，,]|还是(?=[^，,。]{1,6}吧)|不对|不是|说错|错了|改成|改到|改为|应该是|等等|哦不|而是|算了|换成|[?？。！吧]那(?![天时个种])|[,，]那(?=[\ue000-\ue0ff从到去飞])/i;
/** Events that people travel to, on a day that need not be that of the flight. */
export const EVENT =
  /\b(?:wedding|married|anniversary|birthday|conference|meeting|concert|match|game|party|funeral|interview|exam|graduat\w+|(?:trade )?fair|expo|festival|tournament|summit|workshop|race|marathon|ceremony|reunion)\b|婚礼|葬礼|追悼会|聚会|同学会|仪式|结婚|生日|纪念日|会议|开会|演唱会|面试|考试|展会|展览|比赛|培训|年会|论坛|马拉松|典礼|有事|集合|团(?:是|期)/i;
export const OR = /\bor\b|或|还是(?!要|想|[^，,。]{1,6}吧)|要么/i;
export const BACK =
  /\b(?:back(?! to (?:economy|business|first|premium))|ret|rtn|return(?:ing|s|ed)?(?<!\ba return(?= (?:from|to|tickets?|trip|flights?)\b))|home(?! (?:to|in) [\ue000-\ue0ff])|inbound|in:|come back|coming back|fly(?:ing)? back|stay(?:ing)?(?: on)? (?:until|till))\b|(?<!往)返|(?<!来)回(?!族|头|复|答|民)|[待住玩]到/i;
export const ARRIVE =
  /\b(?:arriv\w*|land(?:s|ed|ing)?|get(?:s|ting)? (?:there|in|to|home|back)|be (?:there|home|in|at|back|here)|touch\w* down|on the ground|there by|reach\w*|in by|(?<!\b(?:is|are|was|were|from) )there(?!'s))\b|到(?!底)|抵|落地|降落|赶到/i;
export const LEAVE =
  /\b(?:leav\w*|depart\w*|tak\w+ off|fly(?:ing)? out|set off|out|go(?:es)?(?= (?:before|after|by)\b))\b|出发|起飞|走|动身|飞/i;
export const NOT =
  /\b(?:as long as it(?: isn't| is not|'s not)|any(?:thing|one|body|where)?(?: airline)? but\b|not|no|never|without|avoid\w*|except(?: for)?|other than|apart from|hate|dislike|refuse|rather not|skip\w*|exclud\w*|instead of|rather than|nothing|none|bar|had it with|fed up with|sick of|rule out|ruling out)\b|n't\b|不|别(?!的)|除了|避开|排除|讨厌|除外|以外|之外|拒|非(?!常|洲)|免了/gi;
export const RATHER =
  /\b(?:ideally|preferably|prefer\w*|if (?:at all )?poss(?:ible)?|would be (?:nice|great|good|lovely)|if you can)\b|最好|尽量|尽可能|优先/i;

export const only = <T>(values: readonly T[]): T[] => [...new Set(values)];

export function lastOf(text: string, pattern: RegExp): number {
  return [...text.matchAll(new RegExp(pattern.source, 'gi'))].at(-1)?.index ?? -1;
}

/** The message while it is read: phrases that were understood are blotted out. */
export class Reading {
  text: string;
  readonly tokens: Tokens;
  /** The budget is for each traveller. */
  isPriceEach = false;
  constructor(tokens: Tokens) {
    this.tokens = tokens;
    this.text = tokens.text;
  }

  /** Every match is handed on; it stays where `read` returns false. */
  each({ raw }: TemplateStringsArray, ...parts: readonly string[]) {
    const source = String.raw({ raw }, ...parts);
    return (read: (match: readonly string[], index: number) => unknown): void => {
      this.text = this.text.replace(new RegExp(source, 'giu'), (...match) => {
        const at = match.findIndex((part) => typeof part === 'number');
        const said = match.slice(0, at).map((part) => (part as string | undefined) ?? '');
        const whole = said[0] ?? '';
        if (whole.trim() === '' || whole.includes(TAKEN)) return whole;
        return read(said, Number(match[at])) === false ? whole : TAKEN.repeat(whole.length);
      });
    };
  }

  /** The part of the sentence around an index: what belongs together. */
  clause(index: number): { readonly before: string; readonly after: string; readonly all: string } {
    const { text } = this.tokens;
    const ends = [
      ...text.matchAll(
        /[,，。;；!！?？\n、：]|\.(?=\s|$)| (?:and|then|so) |(?<![Aa]ny(?:thing|one|body)?|nothing|everything|all|airline) but |但是?|然后/gu,
      ),
    ];
    // "On Monday (the 30th, as I said) before eleven": punctuation in brackets is theirs alone.
    const asides = [...text.matchAll(/\([^()]*\)/g)];
    const asideAt = (at: number) => asides.find((one) => at > one.index && at < one.index + one[0].length);
    const breaks = ends.filter((one) => [undefined, asideAt(index)].includes(asideAt(one.index)));
    const start = breaks.filter((one) => one.index < index).at(-1);
    const end = breaks.find((one) => one.index > index);
    const from = start === undefined ? 0 : start.index + start[0].length;
    const before = text.slice(from, index);
    const after = text.slice(index + 1, end?.index ?? text.length);
    return { before, after, all: before + text.slice(index, index + 1) + after };
  }

  /** Words before an index in its part of the sentence, those that were read blotted out. */
  unread(index: number): string {
    return this.text.slice(index - this.clause(index).before.length, index);
  }

  leftOver(): string[] {
    const pieces = [...this.text.matchAll(new RegExp(`[^${TAKEN}]+`, 'g'))].flatMap(([piece]) =>
      piece.split(/[,，。;；!！?？\n、：:()（）"“”]|\.(?=\s|$)|(?<=\s)[-–—]+(?=\s)/u),
    );
    return pieces.flatMap((piece) => {
      const said = this.tokens.said(withoutCommon(piece)).trim();
      return said.replace(/[^\p{L}\p{N}]/gu, '').length < 2 ? [] : [said];
    });
  }
}

const isCommon = (word: string): boolean => {
  const said = word.toLowerCase().replaceAll('’', "'");
  return (
    /^'/.test(said) || COMMON_WORDS.has(said) || COMMON_WORDS.has(said.replace(/(?:n't|'(?:s|re|d|ll|ve|m))$/, ''))
  );
};

const ENDS = new RegExp(
  `^(?:${ZH_COMMON})|(?:${ZH_COMMON})$|^[^\\p{L}\\p{N}\\ue000-\\ue7ff]+|[^\\p{L}\\p{N}\\ue000-\\ue7ff]+$`,
  'u',
);
/** Removes the words that say nothing of a trip; empty where there are no others. */
function withoutCommon(piece: string): string {
  const words = piece.replace(/[A-Za-z'’-]+/g, (word) => (isCommon(word) ? '' : word));
  if (!/[A-Za-z]/.test(words)) {
    let rest = words;
    for (;;) {
      const shorter = rest.replace(ENDS, '');
      // A Chinese phrase is said back whole.
      if (shorter === rest)
        return /[\p{L}\p{N}\ue000-\ue7ff]/u.test(rest) ? piece.replace(/^[^\p{L}\p{N}\ue000-\ue7ff]+/u, '') : '';
      rest = shorter;
    }
  }
  // A phrase is said back whole, from its first word that counts to its last.
  const counts = [...piece.matchAll(/[A-Za-z'’-]+/g)].filter(([word]) => !isCommon(word));
  const [first, last] = [counts[0], counts.at(-1)];
  return first === undefined || last === undefined ? '' : piece.slice(first.index, last.index + last[0].length);
}
