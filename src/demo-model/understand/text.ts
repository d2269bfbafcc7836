/** A message as the readers want it: one width, digits for numbers, known words in their spelling, pinyin as characters. */

import { editDistance } from '../../shared/text/text.ts';
import { zhNumber } from './numbers.ts';
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
  const coded = text.replace(
    /\b([a-z]{3})(?=(?: to | ?-+>? ?)([a-z]{3})\b)|(?<=\b[a-zA-Z]{3}(?: to | ?-+>? ?)|\b(?:from|to) )([a-z]{3})\b/g,
    (code) =>
      /^(?:can|man|sin|was|the|for|get|not|you|del|mad|sea|her|him)$/.test(code) ||
      placeNamed(code.toUpperCase()) === undefined
        ? code
        : code.toUpperCase(),
  );
  if (coded !== text) return coded;
  return shouts
    ? text.replace(/[A-Z]{4,}|\b(?:TO|ON|IN|AND|FOR|THE|ME|MY|I|OUT)\b/g, (word) => word.toLowerCase())
    : text;
}

const WORDS =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  );
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
const COUNTED =
  'adults?|grown|child|kids?|sons?|daughters?|boys?|girls?|babies|baby|infants?|toddlers?|people|persons?|passengers?|pax|travell?ers?|tickets?|seats?|nights?|days?|weeks?|months?|years?|stops?|bags?|suitcases?|cases?|checked|friends?|colleagues?|of us|hours?';

const WORDS_FROM_ONE = ['one', ...WORDS.slice(0, 11)];
const HALF_PAST = new RegExp(`\\bhalf past (?:${WORDS_FROM_ONE.join('|')})\\b`, 'gi');

/** "Half past seven": of a day that speaks of its evening, 19:30. */
function halfPast(said: string, whole: string): string {
  const hour = 1 + WORDS_FROM_ONE.indexOf(said.split(' ').at(-1)?.toLowerCase() ?? '');
  return `${hour + (/\b(?:evening|tonight|after work)\b/i.test(whole) && hour < 12 ? 12 : 0)}:30`;
}

/** Short forms and misspellings, each with its right spelling. */
const SLANG = new Map(
  "comin coming, nite night, dont don't, doesnt doesn't, thats that's, whats what's, ppl people, xmas christmas, tix tickets, tkt ticket, eco economy, frm from, u you"
    .split(', ')
    .map((pair) => pair.split(' ') as [string, string]),
);
/** Short forms and what they are short for. */
const SHORT: readonly (readonly [RegExp, string | ((word: string, ...more: readonly unknown[]) => string)])[] = [
  [/(?<=[今明后])儿(?:个)?/g, '天'],
  [
    /(?:娘|爷|姐|哥|母子|母女|父子|父女|姐妹|兄弟|夫妻|婆媳|姐弟|兄妹|闺蜜)俩|[两2]公婆|老两口子?|小两口子?|[一1]男[一1]女/g,
    '2个大人',
  ],
  [/(?<=商务|公务|经济|头等)仓/g, '舱'],
  [/廿/g, '二十'],
  [/\b1[- ]?way\b/gi, 'one-way'],
  [
    new RegExp(`\\b(?:${[...SLANG.keys()].join('|')})\\b`, 'gi'),
    (word: string) => SLANG.get(word.toLowerCase()) ?? word,
  ],
  [/([今明])(?:[早晨]|(晚))/g, (_: string, day: unknown, late: unknown) => `${day}天${late ?? '早'}上`],
  [/后天早(?!上)/g, '后天早上'],
  [/(?<!最)([早晚])班(?:飞机|机|航班)/g, '$1上的航班'],
  [/\b(\d{1,2}(?:[:.]\d\d)?) ?(?:-?ish|or so)\b/gi, 'around $1'],
  [/[俩](?=$|\P{Script=Han}|人|孩|大|小|娃)/gu, '2个'],
  [/仨/g, '3个人'],
  [/[两2]对(?:夫妻|夫妇|情侣)?/g, '4个大人'],
  [/\btonight\b/gi, 'today in the evening'],
  [/(?<!the )\bday after tomorrow\b/gi, 'the day after tomorrow'],
  [/\b(?:budget|low[- ]?cost|no-frills) (?:airlines?|carriers?)\b/gi, 'low-cost airlines'],
  [/廉价?航(?:空(?:公司)?)?/g, '廉价航空'],
  [/\bone world\b/gi, 'oneworld'],
  [/十来天/g, '10天'],
  [/半个?月(?!前|后)/g, '15天'],
  [/(?<=\b(?:tmrw?|tomorrow|today)) (?=am\b)/gi, ' in the morning '],
  [/\b(?=(?:he|she)s\b)(\w+)s\b/gi, "$1's"],
  [/\b[rR]\b(?= \d)/g, 'are'],
  [/(?<=\d )n\b|\bn(?= (?:a|my|the|2|1)\b)/g, 'and'],
  [/\badlts?\b/gi, 'adults'],
  [/(?<=\d) ?pax\b/gi, ' people'],
  [/(?<=\p{Script=Han}) ?adults?\b/giu, '大人'],
  [/(?<=\p{Script=Han}) ?(?:kids?|child(?:ren)?)(?![a-z])/giu, '孩子'],
  [/\b(push|put|move|shift)((?: \w+){0,3}) back\b(?! to)/gi, '$1$2 later'],
  [HALF_PAST, (said: string, ...more: readonly unknown[]) => halfPast(said, String(more.at(-1)))],
];

/** Small numbers as digits: "two" always, "one" and "a" only before what is counted. */
export function withDigits(text: string): string {
  const named = (from: number) => ORDINALS.slice(from).reverse().join('|').replaceAll('-', '[- ]');
  const ordinal = new RegExp(
    `\\b(${named(0)})(?= of (?:${MONTHS})\\b)|(?<=\\b(?:${MONTHS}) (?:the )?)(${named(0)})\\b|(?<=\\bthe )(${named(10)})\\b`,
    'gi',
  );
  return SHORT.reduce((said, [pattern, whole]) => said.replace(pattern, whole as string), text)
    .replace(ordinal, (said) => `${ORDINALS.indexOf(said.toLowerCase().replace(' ', '-')) + 1}th`)
    .replace(/\ba (?:couple|pair)(?: of\b|(?= (?:days?|nights?|weeks?)\b))/gi, '2')
    .replace(new RegExp(`\\b(${WORDS.join('|')})\\b`, 'gi'), (said) => String(WORDS.indexOf(said.toLowerCase()) + 2))
    .replace(new RegExp(`\\bone(?=[- ](?:${COUNTED})\\b)`, 'gi'), '1')
    .replace(
      /(?<![周期拜第初十百])(?<![早晚快宜贵少多近有](?=一点))(?<!(?<!一)下)([一二两三四五六七八九十百千万]+)(?=\s*(?:[月号日点岁个位名人天晚周张件大小次口块元老]|分钟|小时|星期|礼拜|程))(?!家)/gu,
      (said) => String(zhNumber(said) ?? said),
    )
    .replace(/(?<=\d月)([一二三四五六七八九十]+)(?=$|[^\p{Script=Han}\d]|[从去飞到])/gu, (said) =>
      String(zhNumber(said) ?? said),
    )
    .replace(/(?<=\d[点月])半/g, (said, at: number, all: string) => (all[at - 1] === '点' ? '30分' : said));
}

/** Syllables that a sentence typed in pinyin is made of. */
const PINYIN =
  'yi-ge 一个 liang-ge 两个 ming-tian 明天 da-hou-tian 大后天 hou-tian 后天 jin-tian 今天 ji-piao 机票 hang-ban 航班 zhi-fei 直飞 dan-cheng 单程 wang-fan 往返 fan-cheng 返程 hui-lai 回来 chu-fa 出发 qi-fei 起飞 shang-wu-cang 商务舱 tou-deng-cang 头等舱 shang-wu 上午 xia-wu 下午 wan-shang 晚上 zao-shang 早上 da-ren 大人 xiao-hai 小孩 hai-zi 孩子 pian-yi 便宜 zui 最 wo-men 我们 wo 我 xiang 想 yao 要 ding 订 mai 买 cong 从 dao 到 qu 去 fei 飞 hui 回 piao 票 zhang 张 ge 个 wei 位 ren 人 yue 月 hao 号 ri 日 sui 岁 de 的 liang 两 qi 七 ba 八 jiu 九 shi 十 dong-jing 东京 da-ban 大阪 shou-er 首尔 man-gu 曼谷 xin-jia-po 新加坡 lun-dun 伦敦 ba-li 巴黎 niu-yue 纽约 xiang-gang 香港 tai-bei 台北 ao-men 澳门 yi 一 er 二 san 三 si 四 wu 五 liu 六'.split(
    ' ',
  );
const SYLLABLES = PINYIN.flatMap((syllables, at) =>
  at % 2 === 0 ? [[new RegExp(`\\b${syllables.replaceAll('-', ' ?')}\\b`, 'g'), PINYIN[at + 1] ?? ''] as const] : [],
);
/** After 周 the number of a weekday. */
const WEEK_SYLLABLES = ['yi', 'er', 'san', 'si', 'wu', 'liu', 'tian', 'ri'];
const IN_PINYIN = /\b(?:dao|cong|qu|fei|ming ?tian|hou ?tian|ji ?piao|wo (?:yao|xiang)|ge ren|hao|yue)\b/gi;

/** Chinese typed in Latin letters, in characters; the text itself where it is English or Chinese. */
export function fromPinyin(text: string): string {
  const isEnglish = /\b(?:to|from|the|on|for|flight|please|and|me|my|with)\b/i.test(text);
  if (isEnglish || /\p{Script=Han}/u.test(text) || (text.match(IN_PINYIN) ?? []).length < 2) return text;
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
  const split = cities.replace(/[a-z]+/g, (word) => placeNamed(word)?.zh ?? word);
  const weeks = split.replace(
    new RegExp(`\\b(xia ?)?zhou ?(${WEEK_SYLLABLES.join('|')})\\b`, 'g'),
    (_, next: string | undefined, day: string) =>
      `${next === undefined ? '' : '下'}周${'一二三四五六日日'[WEEK_SYLLABLES.indexOf(day)]}`,
  );
  const written = SYLLABLES.reduce((rest, [syllables, chars]) => rest.replace(syllables, chars), weeks);
  return written.replace(/(?<=\p{Script=Han}) +(?=[\p{Script=Han}\d])|(?<=\d) +(?=\p{Script=Han})/gu, '');
}

/** Words that are spelt right by distance to these; a traveller's own words of four letters and fewer are left alone. */
const VOCABULARY =
  'flight flights return adults adult child children infant tomorrow business economy direct nonstop morning afternoon evening cheapest january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday leaving returning from please round cancel change booking'.split(
    ' ',
  );
/** Right as they are, though near to a name or a word of the vocabulary. */
const COMMON = new Set(
  'adulthood another austin better booked booking bookings books border boston bound brain bright brother calling cancels changed changes cheap cheaper childish childs come coming cooking cutting dealing delight denver dinner direction directly dollars drain eight elder even evenings every father fight fights form forms found fridays friend friends game getting giving grain ground having height holder home hotel hotels house infants later latest lease least leave leaves letter letting light lights lima limit lines living local looking lover lunch major making malta manual marched market matter meeting melting might milan moment month months moral mornings mother mouth name names never nice niece nieces night nights normal north older order other over paris party person persons perth place plain plane planes pound putting rather returned returns right rolling rome round same seating seeing sending setting sight signal signing single sister sitting some sound south sundays taking telling their there these those three tight today tokyo tooth total trail train trains travel travels tried true turn uncle under until venue waiting wanted water weather weight where whether winter wonder writing youth'.split(
    ' ',
  ),
);

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
    const wrong = [...name].map((_, at) => `${name.slice(0, at)}\\p{Script=Han}${name.slice(at + 1)}`).join('|');
    return rest.replace(
      new RegExp(`(?<=[飞到去从回，,]|^)(?:${wrong})(?=$|[^\\p{Script=Han}]|[飞到去回出的])`, 'u'),
      (said) => (placeNamed(said) === undefined ? name : said),
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
    if (placeNamed(said) !== undefined) return said;
    const near = DOUBLE.filter(
      (name) => name[0] === said[0]?.toLowerCase() && editDistance(said.toLowerCase(), name) <= 2,
    );
    return near.length === 1 ? (placeNamed(near[0] ?? '')?.en ?? said) : said;
  });
  return pairs.replace(/(?<![\p{L}@.'-])[A-Za-z]{5,}(?![\p{L}@.'-])/gu, (said) => {
    const word = said.toLowerCase();
    if (COMMON.has(word) || VOCABULARY.includes(word) || placeNamed(word) !== undefined) return said;
    const most = word.length >= 8 ? 2 : 1;
    const near = [...SINGLE.keys(), ...VOCABULARY]
      .map((name) => ({ name, far: name[0] === word[0] || word.length >= 7 ? editDistance(word, name) : most + 1 }))
      .filter(({ far }) => far <= most)
      .sort((a, b) => a.far - b.far);
    const [first, second] = near;
    // One word and its plural are no two readings.
    const isPlural = first?.name === `${second?.name}s`;
    if (first === undefined || (first.far === second?.far && !isPlural)) return said;
    return placeNamed(SINGLE.get(first.name) ?? '')?.en ?? first.name;
  });
}
