/** The phrases that say who flies. */
import { COUNT, readCount } from './numbers.ts';
import type { PartyWord } from './people.ts';
import type { Reader } from './places.ts';

const YEARS = '(?:\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen)';
const AGES = `${YEARS}(?:(?: and |, | & )${YEARS})*`;
const ZH_AGE = '(?:\\d{1,2}|十[一二三四五]?|[一两二三四五六七八九])岁半?';
const CHILD = '(?:kids?|child(?:ren)?|sons?|daughters?|boys?|girls?|little ones?)';
const ZH_CHILD = '(?:小孩儿?|小朋友|孩子|儿子|女儿|娃|儿童)';
const PARTNER = '(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse)';
const ZH_PARTNER = '(?:老婆|老公|太太|先生|丈夫|妻子|爱人|女朋友|男朋友|女友|男友|对象)';
const OTHERS = '(?:colleagues?|friends?|coworkers?|classmates?|teammates?)';
const ARTICLE = '(?:an?|one|my|our)';

const TEENS = ['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen'];
const number = (said: string): number => {
  const text = said.toLowerCase().trim();
  const teen = TEENS.indexOf(text);
  if (teen >= 0) return 11 + teen;
  if (/^十.$/.test(text)) return 10 + readCount(text.slice(1));
  return /^(?:an?|one|my|our|the)$/.test(text) || text === '' ? 1 : readCount(text);
};
const ages = (said: string): number[] => [...said.matchAll(new RegExp(YEARS, 'gi'))].map(([one]) => number(one));
const zhAges = (said: string): number[] =>
  [...said.matchAll(new RegExp(ZH_AGE, 'g'))].map(
    ([one]) => number(one.replace(/岁半?$/, '')) + (one.endsWith('半') ? 0.5 : 0),
  );

const reader = (source: string, read: (match: readonly (string | undefined)[]) => PartyWord[]): Reader => ({
  pattern: new RegExp(source, 'giu'),
  read: (match) => read(match).map((value) => ({ slot: 'party', value })),
});
const first = (match: readonly (string | undefined)[]): string =>
  match.slice(1).find((one) => one !== undefined && one !== '') ?? '';

export const PARTY_READERS: readonly Reader[] = [
  // Babies before children: their ages are in months, or by a word.
  reader(
    `\\b(?:and |with |plus )*(${ARTICLE}|two|three|2|3)? ?(?:\\d{1,2}|${COUNT})[- ]months?[- ]old(?: (?:baby|infant|toddler|son|daughter|boy|girl|child))?\\b|\\b(?:and |with |plus )*(${ARTICLE}|two|2)? ?(?:baby|infant|toddler|child|son|daughter) (?:of|aged?) \\d{1,2} months\\b`,
    (match) => [{ says: 'infants', count: number(first(match)) }],
  ),
  reader(
    `(?:带着?|和|还有)*([一两二三])?[个名位]?(?:\\d{1,2}|十[一二]?|[一两二三四五六七八九])个(?:多|半)?月(?:大)?的?(?:宝宝|婴儿|孩子|小孩|娃|儿子|女儿)?`,
    ([, count]) => [{ says: 'infants', count: number(count ?? '') }],
  ),
  reader(
    `\\b(?:and |with |plus )*(${ARTICLE}|the|${COUNT}) (?:babies|baby|infants?|newborns?)\\b|(?:带着?|抱着?|和|还有)*(${COUNT})[个名位]?(?:婴儿|宝宝)|(?:婴儿|宝宝)(${COUNT})[个名位]`,
    (match) => [{ says: 'infants', count: number(first(match)) }],
  ),
  reader('(?:带着?|抱着?)个?(?:婴儿|宝宝)(?![\\d一二两三四五六七八九十]|今年|是|都|刚|才|[(（])', () => [
    { says: 'infants', count: 1 },
  ]),
  reader(
    '\\b(?:sitting )?on (?:my|our|a|the|her|his|their) laps?\\b|\\blap infants?\\b|\\bwithout (?:an? |its |her |his )?(?:own )?seat\\b|(?:婴儿|宝宝)?不占座(?:位)?',
    () => [{ says: 'place', place: 'lap' }],
  ),
  reader(
    '\\b(?:with|in|needs?|has) (?:its|her|his|their|an?) own seat\\b|(?:婴儿|宝宝)?(?:要|单独|需要|也)*占座(?:位)?',
    () => [{ says: 'place', place: 'seat' }],
  ),
  // Children with their ages.
  reader(
    `\\b(?:and |with |plus )*(?:(?:my|our|the|her|his) )?(${COUNT}|an?)? ?${CHILD}(?:,? (?:who (?:is|are)|is|are|aged?|ages))* ?\\(?(?:aged? |ages )?(${AGES})\\)?(?: years?(?: old)?| yo)?(?![\\d:])(?! (?:adults?|people|tickets?|bags?|nights?|weeks?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))`,
    ([, count, said = '']) => [
      { says: 'kids', count: count === undefined ? ages(said).length : number(count) },
      { says: 'ages', ages: ages(said) },
    ],
  ),
  reader(
    `\\b(?:and |with |plus )*(${ARTICLE}|the)? ?(${YEARS})[- ]years?[- ]old(?: (?:child|kid|son|daughter|boy|girl))?\\b`,
    ([, , said = '']) => [
      { says: 'kids', count: 1 },
      { says: 'ages', ages: ages(said) },
    ],
  ),
  reader(
    `\\bone(?: of (?:them|us|whom))? is (?:aged? |only )?(${YEARS})(?: years old)?\\b(?! (?:hours?|days?))`,
    ([, said = '']) => [{ says: 'ages', ages: ages(said) }],
  ),
  reader(`\\b(?:and )?(?:they are|ages|aged) (${AGES})(?: years old)?\\b`, ([, said = '']) => [
    { says: 'ages', ages: ages(said) },
  ]),
  reader(
    `(?:带着?|和|还有)*(${COUNT})?[个名位]?(${ZH_AGE}(?:[和、跟]${ZH_AGE})*)的?${ZH_CHILD}`,
    ([, count, said = '']) => [
      { says: 'kids', count: count === undefined ? zhAges(said).length : number(count) },
      { says: 'ages', ages: zhAges(said) },
    ],
  ),
  reader(
    `(?:带着?|和|还有)*(?:我|我们)?(?:(${COUNT})[个名位])?${ZH_CHILD}(?:今年|是|都|刚|才)?[(（]?(${ZH_AGE}(?:[和、跟]${ZH_AGE})*)[)）]?`,
    ([, count, said = '']) => [
      { says: 'kids', count: count === undefined ? zhAges(said).length : number(count) },
      { says: 'ages', ages: zhAges(said) },
    ],
  ),
  reader(
    `(?<![她他\\d])(?:一个|分别|[小大]的|老[大二])?(${ZH_AGE}(?:[和、跟](?:一个)?${ZH_AGE})*)`,
    ([, said = '']) => [{ says: 'ages', ages: zhAges(said) }],
  ),
  // The person and others.
  reader(
    `\\b(?:for )?(?:my ${PARTNER} and (?:i|me|myself)|(?:me|myself) and my ${PARTNER})\\b|我(?:和|跟|与)(?:我)?${ZH_PARTNER}`,
    () => [{ says: 'companions', count: 1 }],
  ),
  reader(
    `\\b(?:for )?(?:me|myself) and (?:my )?(${COUNT}|a) ${OTHERS}\\b|\\b(?:my )?(${COUNT}|a) ${OTHERS} and (?:i|me|myself)\\b|(?:给)?我(?:和|跟|与)(${COUNT})[个位名]?(?:同事|朋友|同学)`,
    (match) => [{ says: 'companions', count: number(first(match)) }],
  ),
  reader(
    '\\b(?:just |only )?(?:for )?(?:me only|just me|only me|by myself)\\b|(?:就|只有)(?:她|他|我)(?:自己)?一个人|(?:就)?我(?:自己)?一个人|就我自己|我自己',
    () => [{ says: 'total', count: 1 }],
  ),
  reader('\\b(?:and (?:me|i|myself)\\b|(?:for )?(?:me|myself) and)(?=\\s*(?:$|\\u0001))', () => [
    { says: 'companions', count: 0 },
  ]),
  // Counts.
  reader(
    `\\b(?:we are |we're |for )?(?:a |our )?family of (${COUNT})(?: people)?\\b|(?:我们|咱们)?(?:一家|全家)(${COUNT})口(?:人)?`,
    (match) => [{ says: 'family', count: number(first(match)) }],
  ),
  reader(`(${COUNT})大(${COUNT})小`, ([, adults = '', kids = '']) => [
    { says: 'adults', count: number(adults) },
    { says: 'kids', count: number(kids) },
  ]),
  reader(
    `\\b(?:we are |we're |there (?:are|will be) |for )?(${COUNT}) (?:adults?|grown[- ]?ups?)\\b|(?:[我咱]们)?(${COUNT})\\s*[个位名]?(?:成人|大人|成年人|老人)|(?:大人|成人|老人)(${COUNT})[个位名]`,
    (match) => [{ says: 'adults', count: number(first(match)) }],
  ),
  reader(`\\b(?:and |with |plus )*(${COUNT}|a) child(?:ren)?\\b|(?:带着?|和)*(${COUNT})\\s*[个位名]?儿童`, (match) => [
    { says: 'children', count: number(first(match)) },
  ]),
  reader(
    `\\b(?:and |with |plus )*(${COUNT}|a|the|my|our) (?:kids?|sons?|daughters?|boys?|girls?|toddlers?)\\b|(?:带着?|和)*(${COUNT})\\s*[个位名]?(?:小孩儿?|小朋友|孩子|娃)|(?:小孩儿?|小朋友|孩子)(${COUNT})[个位名]`,
    (match) => [{ says: 'kids', count: number(first(match)) }],
  ),
  reader(
    `\\b(?:we are |we're |for |(?:a |our )?(?:party|group) of )(${COUNT}) (?:people|persons?|passengers?|travell?ers?)\\b|\\b(${COUNT}) (?:people|persons?|passengers?|pax|travell?ers?|tickets|seats)\\b|\\b(?:a |our )?(?:party|group) of (${COUNT})\\b|\\b(?:for )?(?:the )?(${COUNT}) of us\\b|\\bfor (${COUNT})(?=\\s*(?:$|\\u0001|from\\b|to\\b))`,
    (match) => [{ says: 'total', count: number(first(match)) }],
  ),
  reader(
    `(?:[我咱]们)?(${COUNT})\\s*[个位名]?(?:乘客|旅客|人(?!民))|(${COUNT})位|([二两三四五六七八九2-9])张`,
    (match) => [{ says: 'total', count: number(first(match)) }],
  ),
  reader('\\ball (?:of us )?(?:adults|grown[- ]?ups?|grown up)\\b|(?:都|全)是(?:大人|成人|成年人)', () => []),
  reader('(?:我们|咱们)(?:俩|两口子)|我俩', () => [{ says: 'adults', count: 2 }]),
];
