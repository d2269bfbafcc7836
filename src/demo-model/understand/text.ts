/** A message as the readers want it: one width, digits for numbers, known words in their spelling, pinyin as characters. */
import { cityNames, placeNamed } from './places.ts';

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
    .replaceAll('\u0001', ' ');
  const shouts = /\b(?:FROM|FLIGHT|AND|PLEASE|WANT|TOMORROW|WITH)\b/.test(text) && !/[a-z]/.test(text);
  const coded = text.replace(/\b([a-z]{3})(?= (?:to|-+>?) ([a-z]{3})\b)|(?<=\b[a-z]{3} (?:to|-+>?) )([a-z]{3})\b/g, (code) => (/^(?:can|man|sin|was|the|for|get|not|you|del|mad|sea|her|him)$/.test(code) || placeNamed(code.toUpperCase()) === undefined ? code : code.toUpperCase()));
  if (coded !== text) return coded;
  return shouts ? text.replace(/[A-Z]{4,}|\b(?:TO|ON|IN|AND|FOR|THE|ME|MY|I|OUT)\b/g, (word) => word.toLowerCase()) : text;
}

const WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth', 'twentieth', 'twenty-first', 'twenty-second', 'twenty-third', 'twenty-fourth', 'twenty-fifth', 'twenty-sixth', 'twenty-seventh', 'twenty-eighth', 'twenty-ninth', 'thirtieth', 'thirty-first'];
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
const COUNTED =
  'adults?|grown|child|kids?|sons?|daughters?|boys?|girls?|babies|baby|infants?|toddlers?|people|persons?|passengers?|pax|travell?ers?|tickets?|seats?|nights?|days?|weeks?|months?|years?|stops?|bags?|suitcases?|cases?|checked|friends?|colleagues?|of us|hours?';

/** What people shorten, in full. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/今[早晨]/g, '今天早上'],
  [/今晚/g, '今天晚上'],
  [/明[早晨]/g, '明天早上'],
  [/明晚/g, '明天晚上'],
  [/后天早(?!上)/g, '后天早上'],
  [/(?<!最)早班(?:飞机|机|航班)/g, '早上的航班'],
  [/(?<!最)晚班(?:飞机|机|航班)/g, '晚上的航班'],
  [/[俩](?=$|\P{Script=Han}|人|孩|大|小|娃)/gu, '2个'],
  [/仨/g, '3个人'],
  [/[两2]对(?:夫妻|夫妇|情侣)?/g, '4个大人'],
  [/\btonight\b/gi, 'today in the evening'],
  [/(?<!the )\bday after tomorrow\b/gi, 'the day after tomorrow'],
  [/\bppl\b/gi, 'people'],
  [/\b[rR]\b(?= \d)/g, 'are'],
  [/(?<=\d )n\b|\bn(?= (?:a|my|the|2|1)\b)/g, 'and'],
  [/\badlts?\b/gi, 'adults'],
  [/(?<=\d) ?pax\b/gi, ' people'],
  [/(?<=\p{Script=Han}) ?adults?\b/giu, '大人'],
  [/(?<=\p{Script=Han}) ?(?:kids?|child(?:ren)?)(?![a-z])/giu, '孩子'],
  [/\bu\b/gi, 'you'],
];

/** Small numbers as digits: "two" always, "one" and "a" only before what is counted. */
export function withDigits(text: string): string {
  const ordinal = new RegExp(`\\b(${[...ORDINALS].reverse().map((one) => one.replace('-', '[- ]')).join('|')})(?= of (?:${MONTHS})\\b)|(?<=\\b(?:${MONTHS}) (?:the )?)(${[...ORDINALS].reverse().map((one) => one.replace('-', '[- ]')).join('|')})\\b|(?<=\\bthe )(${ORDINALS.slice(10).reverse().map((one) => one.replace('-', '[- ]')).join('|')})\\b`, 'gi');
  return SHORT.reduce((said, [pattern, whole]) => said.replace(pattern, whole), text)
    .replace(ordinal, (said) => `${ORDINALS.indexOf(said.toLowerCase().replace(' ', '-')) + 1}th`)
    .replace(/\ba (?:couple|pair) of\b/gi, '2')
    .replace(new RegExp(`\\b(${WORDS.join('|')})\\b`, 'gi'), (said) => String(WORDS.indexOf(said.toLowerCase()) + 2))
    .replace(new RegExp(`\\bone(?=[- ](?:${COUNTED})\\b)`, 'gi'), '1')
    .replace(/(?<![周期拜第初十百])(?<!下)([一二两三四五六七八九十百千万]+)(?=\s*(?:[月号日点岁个位名人天晚周张件大小次口块元老]|分钟|小时|星期|礼拜|程))(?!家)/gu, (said) => String(zhNumber(said) ?? said))
    .replace(/(?<=\d月)([一二三四五六七八九十]+)(?=$|[^\p{Script=Han}\d]|[从去飞到])/gu, (said) => String(zhNumber(said) ?? said))
    .replace(/(?<=\d[点月])半/g, (said, at: number, all: string) => (all[at - 1] === '点' ? '30分' : said));
}

/** 十二, 二十五, 一千五; undefined for what is none. */
export function zhNumber(text: string): number | undefined {
  let [sum, digit, unit] = [0, 0, 1];
  for (const char of text.replaceAll('两', '二')) {
    const value = '一二三四五六七八九'.indexOf(char) + 1;
    const scale = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 }[char];
    if (value > 0) digit = value;
    else if (scale === undefined) return undefined;
    else {
      sum += (digit === 0 ? 1 : digit) * scale;
      [digit, unit] = [0, scale];
    }
  }
  return sum + digit * (unit > 10 ? unit / 10 : 1);
}

/** Syllables that a sentence typed in pinyin is made of. */
const PINYIN: readonly (readonly [RegExp, string])[] = [
  [/\bming ?tian\b/g, '明天'], [/\bda ?hou ?tian\b/g, '大后天'], [/\bhou ?tian\b/g, '后天'], [/\bjin ?tian\b/g, '今天'],
  [/\bji ?piao\b/g, '机票'], [/\bhang ?ban\b/g, '航班'], [/\bzhi ?fei\b/g, '直飞'], [/\bdan ?cheng\b/g, '单程'],
  [/\bwang ?fan\b/g, '往返'], [/\bfan ?cheng\b/g, '返程'], [/\bhui ?lai\b/g, '回来'], [/\bchu ?fa\b/g, '出发'],
  [/\bqi ?fei\b/g, '起飞'], [/\bshang ?wu ?cang\b/g, '商务舱'], [/\btou ?deng ?cang\b/g, '头等舱'],
  [/\bshang ?wu\b/g, '上午'], [/\bxia ?wu\b/g, '下午'], [/\bwan ?shang\b/g, '晚上'], [/\bzao ?shang\b/g, '早上'],
  [/\bxia ?zhou ?(yi|er|san|si|wu|liu|ri|tian)\b/g, '下周$1'], [/\bzhou ?(yi|er|san|si|wu|liu|ri|tian)\b/g, '周$1'],
  [/\bda ?ren\b/g, '大人'], [/\bxiao ?hai\b/g, '小孩'], [/\bhai ?zi\b/g, '孩子'], [/\bpian ?yi\b/g, '便宜'], [/\bzui\b/g, '最'],
  [/\bwo ?men\b/g, '我们'], [/\bwo\b/g, '我'], [/\bxiang\b/g, '想'], [/\byao\b/g, '要'], [/\bding\b/g, '订'], [/\bmai\b/g, '买'],
  [/\bcong\b/g, '从'], [/\bdao\b/g, '到'], [/\bqu\b/g, '去'], [/\bfei\b/g, '飞'], [/\bhui\b/g, '回'], [/\bpiao\b/g, '票'],
  [/\bzhang\b/g, '张'], [/\bge\b/g, '个'], [/\bwei\b/g, '位'], [/\bren\b/g, '人'], [/\byue\b/g, '月'], [/\bhao\b/g, '号'], [/\bri\b/g, '日'], [/\bsui\b/g, '岁'], [/\bde\b/g, '的'],
  [/(?<=周)yi|\byi\b/g, '一'], [/(?<=周)er|\ber\b/g, '二'], [/\bliang\b/g, '两'], [/(?<=周)san|\bsan\b/g, '三'], [/(?<=周)si|\bsi\b/g, '四'], [/(?<=周)wu|\bwu\b/g, '五'],
  [/(?<=周)liu|\bliu\b/g, '六'], [/\bqi\b/g, '七'], [/\bba\b/g, '八'], [/\bjiu\b/g, '九'], [/\bshi\b/g, '十'], [/(?<=周)tian/g, '日'], [/(?<=周)ri/g, '日'],
  [/\bdong ?jing\b/g, '东京'], [/\bda ?ban\b/g, '大阪'], [/\bshou ?er\b/g, '首尔'], [/\bman ?gu\b/g, '曼谷'], [/\bxin ?jia ?po\b/g, '新加坡'],
  [/\blun ?dun\b/g, '伦敦'], [/\bba ?li\b/g, '巴黎'], [/\bniu ?yue\b/g, '纽约'], [/\bxiang ?gang\b/g, '香港'], [/\btai ?bei\b/g, '台北'], [/\bao ?men\b/g, '澳门'],
];
const IN_PINYIN = /\b(?:dao|cong|qu|fei|ming ?tian|hou ?tian|ji ?piao|wo (?:yao|xiang)|ge ren|hao|yue)\b/gi;

/** Chinese typed in Latin letters, in characters; the text itself where it is English or Chinese. */
export function fromPinyin(text: string): string {
  const isEnglish = /\b(?:to|from|the|on|for|flight|please|and|me|my|with)\b/i.test(text);
  if (isEnglish || /\p{Script=Han}/u.test(text) || (text.match(IN_PINYIN) ?? []).length < 2) return text;
  const cities = text.toLowerCase().replace(/[a-z]+(?:[' ][a-z]+)?/g, (word) => {
    const place = placeNamed(word.replace(/[' ]/g, '')) ?? placeNamed(word);
    return place?.mainland === true ? place.zh : word;
  });
  const split = cities.replace(/[a-z]+/g, (word) => placeNamed(word)?.zh ?? word);
  const written = PINYIN.reduce((rest, [syllables, chars]) => rest.replace(syllables, chars), split);
  return written.replace(/(?<=\p{Script=Han}) +(?=[\p{Script=Han}\d])|(?<=\d) +(?=\p{Script=Han})/gu, '');
}

/** Words that are spelt right by distance to these; a traveller's own words of four letters and fewer are left alone. */
const VOCABULARY =
  'flight flights return adults adult child children infant tomorrow business economy direct nonstop morning afternoon evening cheapest january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday leaving returning from please round cancel change booking'.split(' ');
/** Right as they are, though near to a name or a word of the vocabulary. */
const COMMON = new Set(
  'form forms house house\'s where there these those three their venue niece nieces round sound found pound bound ground returns returned adulthood childs childish infants direction directly mornings evenings market marched cheaper cheap friends friend fridays sundays changes changed cancels bookings booked books parts party paris perth person persons major lines limit lunch light lights night nights might right fight fights tight weight eight height sight bright delight dollars dealing telling melting rolling calling boston austin milan malta manual moral normal local total hotel hotels moment dinner denver never every even over lover other another brother mother father sister tokyo today turn true tried trial trail train trains brain drain grain plain plane place planes later latest least lease leaves least month months mouth south north youth tooth until uncle single signal signing seeing sending seating meeting setting getting letting cutting putting sitting waiting writing letter better matter water wanted winter wonder under order older elder holder border rather weather whether travel travels leave leaves living giving having making taking looking booking cooking coming home some come same game name names lima rome nice'.split(' '),
);

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      now.push(best);
    }
    [before, last] = [last, now];
  }
  return last[b.length] ?? most + 1;
}

const SINGLE = cityNames.filter((name) => /^[a-z]{5,}$/.test(name));

/** Puts right words that are a letter or two away from a city or a word of flights, where only one is. */
export function respelt(text: string): string {
  return text.replace(/(?<![\p{L}@.'-])[A-Za-z]{5,}(?![\p{L}@.'-])/gu, (said) => {
    const word = said.toLowerCase();
    if (COMMON.has(word) || VOCABULARY.includes(word) || placeNamed(word) !== undefined) return said;
    const most = word.length >= 8 ? 2 : 1;
    const near = [...SINGLE, ...VOCABULARY]
      .map((name) => ({ name, far: name[0] === word[0] || word.length >= 7 ? distance(word, name, most) : most + 1 }))
      .filter(({ far }) => far <= most)
      .sort((a, b) => a.far - b.far);
    const [first, second] = near;
    if (first === undefined || first.far === second?.far) return said;
    return SINGLE.includes(first.name) ? (placeNamed(first.name)?.en ?? said) : first.name;
  });
}
