/** A message as the readers want it: one width, digits for numbers, known words in their spelling, pinyin as characters. */

import { editDistance } from '../../shared/text/text.ts';
import words from '../data/words.json' with { type: 'json' };
import { zhNumber } from './numbers.ts';
import { cityNames, isAirlineName, isPlace, placeNamed, placeSaid } from './places.ts';

/** Words of English that are codes of cities as well. */
const NO_CODE =
  /^(?:can|man|sin|was|the|for|get|not|you|del|mad|sea|her|him|san|los|las|new|rio|sao|el|per|tan|bud|pen|den|ham|cut|may|sun|mon|fri|sat|jan|mar|dec|one|two|our|see|his|how|let|add|yes|any|all|out|way|day)$/;
/** One width for digits and letters, one apostrophe, one kind of blank; capitals that only shout are small. */
export function normalise(message: string): string {
  const text = message
    .normalize('NFD')
    .replace(/(?<=[A-Za-z])\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff08\uff09\uff0b]/g, (char) =>
      String.fromCodePoint((char.codePointAt(0) ?? 0) - 0xfee0),
    )
    .replace(/[’‘]/g, "'")
    .replace(/[\t\r ]+/g, ' ')
    // A blank between Chinese phrases parts them as a comma does.
    .replace(
      /(?<=\p{Script=Han}{2}(?<![到去飞至往从和跟与或])|\d(?<=[月年点:/.-]\d{1,2})) (?=\d{1,2}[月年点:/.-]|(?![到去飞至往和跟与或月日号点个位张岁天晚万块元])\p{Script=Han})/gu,
      '，',
    )
    .replaceAll('\u0001', ' ')
    // A line break parts phrases as a comma does.
    .replace(/(?<![,，.。;；:：!！?？\s]) *\n+(?! *[(（]|\s*$)/g, () =>
      /\p{Script=Han}/u.test(message) ? '，' : ', ',
    );
  const shouts = /\b(?:FROM|FLIGHT|AND|PLEASE|WANT|TOMORROW|WITH)\b/.test(text) && !/[a-z]/.test(text);
  const isCode = (code: string) => placeNamed(code.toUpperCase()) !== undefined;
  // "mad-rom", "den to lax": two codes, whatever else one of them means.
  const joined = text.replace(
    /\b([a-z]{3})( ?-+>? ?| to )([a-z]{3})\b/g,
    (said, a: string, link: string, b: string) => {
      const isPair = isCode(a) && isCode(b) && (link !== ' to ' || !NO_CODE.test(a) || !NO_CODE.test(b));
      return isPair ? `${a.toUpperCase()}${link}${b.toUpperCase()}` : said;
    },
  );
  const coded = joined.replace(
    /\b([a-z]{3})(?=(?: to | ?-+>? ?)([a-z]{3})\b)|(?<=\b[a-zA-Z]{3}(?: to | ?-+>? ?)|\b(?:from|to) )([a-z]{3})\b/g,
    (code) => (NO_CODE.test(code) || !isCode(code) ? code : code.toUpperCase()),
  );
  // "From la", "depart cdg", "lax to tokyo".
  const single = coded.replace(
    /(?<=\b(?:from|to|via|into|depart(?:ing)?|leav(?:e|ing)) )(?:la|kl|sf|ny|hk|dc|[a-z]{3})(?=$|[,.;!?]| (?:to|on|at|for|in|next|this|tomorrow|and|by|\d))|(?<=^|[,.;] )[a-z]{3}(?= to )/g,
    (code) => (NO_CODE.test(code) || !isCode(code) ? code : code.toUpperCase()),
  );
  // "ams bcn fri": two codes to begin with.
  const pair = single.replace(/^\W*([a-z]{3})[ -]([a-z]{3})\b/, (said, a: string, b: string) =>
    isCode(a) && isCode(b) ? said.toUpperCase() : said,
  );
  if (pair !== text) return pair;
  return shouts
    ? text.replace(/[A-Z]{4,}|\b(?:TO|ON|IN|AND|FOR|THE|ME|MY|I|OUT)\b/g, (word) => word.toLowerCase())
    : text;
}

const GREETING =
  /^\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day))(?: there| all| everyone)?|[你您]好|嗨|哈喽|请问|在吗)[呀啊哦]?[\s,，.。!！~]+/i;
const THANKS =
  /[\s,，.。!！~]+(?:(?:many |a lot of )?thanks(?: a lot| so much| in advance| again)?|thank you(?: (?:so|very) much| in advance)?|cheers|(?:十分|非常)?(?:感谢|谢谢|多谢)(?:你|您)?|麻烦(?:你|您)?了|辛苦了?|拜托了?)[啦哦了~\s.。!！]*$/i;
/** A message without the greeting before it and the thanks behind it, unless it is nothing else. */
export function withoutCourtesy(text: string): string {
  const rest = text.replace(GREETING, '').replace(THANKS, '');
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** Words of the vocabulary are what is spelt right by distance; a traveller's own of four letters and fewer are left alone. */
const { numbers: WORDS, ordinals: ORDINALS, vocabulary: VOCABULARY } = words;
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const COUNTED =
  'adults?|grown|child|kids?|sons?|daughters?|boys?|girls?|babies|baby|infants?|toddlers?|people|persons?|passengers?|pax|travell?ers?|tickets?|seats?|nights?|days?|weeks?|months?|years?|stops?|bags?|suitcases?|cases?|checked|friends?|colleagues?|of us|hours?';

const WORDS_FROM_ONE = ['one', ...WORDS.slice(0, 11)];
const HALF_PAST = new RegExp(`\\bhalf past (?:${WORDS_FROM_ONE.join('|')})\\b`, 'gi');

/** "Half past seven": of a day that speaks of its evening, 19:30. */
function halfPast(said: string, whole: string): string {
  const hour = 1 + WORDS_FROM_ONE.indexOf(said.split(' ').at(-1)?.toLowerCase() ?? '');
  return `${hour + (/\b(?:evening|tonight|after work)\b/i.test(whole) && hour < 12 ? 12 : 0)}:30`;
}

/** Short forms and misspellings, and what they are short for. */
const REWRITES = words.rewrites.map(
  ([source = '', whole = '', flags = 'g']) => [new RegExp(source, flags), whole] as const,
);

/** Small numbers as digits: "two" always, "one" and "a" only before what is counted. */
export function withDigits(text: string): string {
  const named = (from: number) => ORDINALS.slice(from).reverse().join('|').replaceAll('-', '[- ]');
  const ordinal = new RegExp(
    `\\b(${named(0)})(?= of (?:${MONTHS})\\b)|(?<=\\b(?:${MONTHS}) (?:the )?)(${named(0)})\\b|(?<=\\bthe )(${named(10)})\\b`,
    'gi',
  );
  return REWRITES.reduce((said, [pattern, whole]) => said.replace(pattern, whole), text)
    .replace(HALF_PAST, (said, _at: number, whole: string) => halfPast(said, whole))
    .replace(ordinal, (said) => `${ORDINALS.indexOf(said.toLowerCase().replace(' ', '-')) + 1}th`)
    .replace(/\ba (?:couple|pair)(?: of\b|(?= (?:days?|nights?|weeks?)\b))/gi, '2')
    .replace(new RegExp(`\\b(${WORDS.join('|')})\\b`, 'gi'), (said) => String(WORDS.indexOf(said.toLowerCase()) + 2))
    .replace(new RegExp(`\\bone(?=[- ](?:${COUNTED})\\b)`, 'gi'), '1')
    .replace(
      /(?<!周|星期|礼拜|[第初十百])(?<![早晚快宜贵少多近有好大小高低久长超过](?=一点))(?<!(?<!一)下(?=[一两二三](?:个|周|星期|礼拜|月|班|次|趟)))([一二两三四五六七八九十百千万]+)(?=\s*(?:[到至~]\s*[二两三四五六七八九十\d]+(?:个?小时|[天晚个次人位])|[月号日点岁个位名人天晚周张件大小男女次口块元老]|分钟|小时|星期|礼拜|程))(?!家)/gu,
      (said, _ten, at: number, all: string) =>
        (/\d/.test(all[at - 1] ?? '') ? ' ' : '') + String(zhNumber(said) ?? said),
    )
    .replace(/(?<=\d月)([一二三四五六七八九十]+)(?=$|[^\p{Script=Han}\d]|[从去飞到])/gu, (said) =>
      String(zhNumber(said) ?? said),
    )
    .replace(/(?<=\d[点月])半/g, (said, at: number, all: string) => (all[at - 1] === '点' ? '30分' : said));
}

/** Syllables that a sentence typed in pinyin is made of. */
const SYLLABLES = words.pinyin.map(
  ([syllables = '', chars = '']) =>
    [new RegExp(`(?<![a-z])${syllables.replaceAll('-', ' ?')}(?![a-z])`, 'g'), chars] as const,
);
const IN_PINYIN =
  /(?<![a-z])(?:gai|cheng|dao|cong|qu|fei|ming ?tian|hou ?tian|ji ?piao|wo ?(?:yao|xiang)|ge ren|hao|yue|hui ?lai|hui ?cheng)(?![a-z])/gi;

const SIMPLE = new Map(words.traditional.map((pair) => [pair.slice(0, 1), pair.slice(1)]));
const TRADITIONAL = new RegExp(`[${[...SIMPLE.keys()].join('')}]`, 'g');

/** Chinese typed in Latin letters or traditional characters, in simplified ones. */
export function fromPinyin(said: string): string {
  const text = said.replace(TRADITIONAL, (char) => SIMPLE.get(char) ?? char);
  const isEnglish = /\b(?:to|from|the|on|for|flight|please|and|me|my|with)\b/i.test(text);
  if (
    isEnglish ||
    /\p{Script=Han}/u.test(text.replace(/[你您]?好|请问?|谢谢|多谢/g, '')) ||
    (text.match(IN_PINYIN) ?? []).length < 2
  )
    return text;
  const words = text.toLowerCase().split(/(?<![a-z'])(?=[a-z])|(?<=[a-z])(?![a-z'])/);
  const cityOf = (word: string) =>
    placeNamed(word) ?? placeNamed(word.replace(/[' ]/g, '')) ?? placeNamed(word.replace(' ', "'"));
  // Syllables that are written apart: "shang hai", "xi an".
  const cities = words
    .map((word, at) => {
      const pair = cityOf(`${word} ${words[at + 2] ?? ''}`);
      if (words[at + 1] === ' ' && pair?.mainland === true) {
        words[at + 1] = '';
        words[at + 2] = '';
        return pair.zh;
      }
      const place = words[at] === '' ? undefined : cityOf(word);
      return place?.mainland === true ? place.zh : (words[at] ?? '');
    })
    .join('');
  const split = cities.replace(/[a-z]+/g, (word) => placeSaid(word).zh);
  const written = SYLLABLES.reduce((rest, [syllables, chars]) => rest.replace(syllables, chars), split);
  return written.replace(/(?<=\p{Script=Han}) +(?=[\p{Script=Han}\d])|(?<=\d) +(?=\p{Script=Han})/gu, '');
}

/** Words that are spelt right by distance to these; a traveller's own words of four letters and fewer are left alone. */
/** Right as they are, though near to a name or a word of the vocabulary. */
const COMMON = new Set(words.rightAsTheyAre);

const HAN = cityNames.filter((name) => /^\p{Script=Han}{3,4}$/u.test(name));
/** Characters that are typed for another of the same sound. */
const SOUNDS: Readonly<Record<string, string>> = { 洲: '州', 板: '阪', 经: '京', 儿: '尔', 们: '门' };
/** A Chinese city with one wrong character. */
function respeltHan(text: string): string {
  const known = text.replace(
    /\p{Script=Han}([洲板经儿们])/gu,
    (said, wrong: string) => placeNamed(said.replace(wrong, SOUNDS[wrong] ?? wrong))?.zh ?? said,
  );
  return HAN.reduce((rest, name) => {
    if (rest.includes(name)) return rest;
    // 库斯科 is not 莫斯科: the first character is right.
    const wrong = [...name]
      .slice(1)
      .map((_, at) => `${name.slice(0, at + 1)}\\p{Script=Han}${name.slice(at + 2)}`)
      .join('|');
    return rest.replace(
      new RegExp(`(?<=[飞到去从回，,]|^)(?:${wrong})(?=$|[^\\p{Script=Han}]|[飞到去回出的玩旅开看探])`, 'u'),
      (said) => (isPlace(said) ? said : name),
    );
  }, known);
}

const DOUBLE = cityNames.filter((name) => /^[a-z]+ [a-z]+$/.test(name) && name.length > 8);
/** Names of two words, typed as one as well. */
const SINGLE = new Map([
  ...cityNames.filter((name) => /^[a-z]{5,}$/.test(name)).map((name) => [name, name] as const),
  ...DOUBLE.map((name) => [name.replace(' ', ''), name] as const),
]);

/** Puts right words that are a letter or two away from a city or a word of flights, where only one is. */
export function respelt(text: string): string {
  const pairs = respeltHan(text).replace(/(?<![\p{L}])[A-Za-z]{2,} [A-Za-z]{4,}(?![\p{L}])/gu, (said) => {
    if (isPlace(said)) return said;
    const near = DOUBLE.filter(
      (name) => name[0] === said[0]?.toLowerCase() && editDistance(said.toLowerCase(), name) <= 2,
    );
    return near.length === 1 ? (placeNamed(near[0] ?? '')?.en ?? said) : said;
  });
  return pairs.replace(/(?<![\p{L}@.'-])[A-Za-z]{5,}(?![\p{L}@.'-])/gu, (said) => {
    const word = said.toLowerCase();
    if (COMMON.has(word) || VOCABULARY.includes(word) || isPlace(said) || isAirlineName(said)) return said;
    const most = word.length >= 8 ? 2 : 1;
    const near = [...SINGLE.keys(), ...VOCABULARY]
      .map((name) => ({ name, far: editDistance(word, name) }))
      .filter(({ name, far }) => far <= most && (name[0] === word[0] || (far === 1 && word.length >= 7)))
      .sort((a, b) => a.far - b.far);
    const [first, second] = near;
    // One word and its plural are no two readings.
    const isPlural = first?.name === `${second?.name}s`;
    if (first === undefined || (first.far === second?.far && !isPlural)) return said;
    return placeNamed(SINGLE.get(first.name) ?? '')?.en ?? first.name;
  });
}
