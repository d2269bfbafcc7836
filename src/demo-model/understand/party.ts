/** Members, counts and ages that a message names, and their sum. */
import { zhNumber } from './numbers.ts';
import { AGE, AGES, CHILD, OLD, ONE, SOME, ZH_ADULT, ZH_AGE, ZH_CHILD, ZH_ONE, ZH_SOME, ZH_TWO } from './people.ts';
import type { Facts, Open } from './places.ts';

export interface Party {
  readonly adults?: number;
  readonly children?: number;
  readonly infantsLap?: number;
  readonly infantsSeat?: number;
  readonly babies?: number;
  /** Children's ages, in the form's format. */
  readonly ages?: string;
  /** Has to be asked. */
  readonly open: readonly Open[];
}

type Counts = 'total' | 'family' | 'more' | 'adults' | 'children' | 'some' | 'companions' | 'self' | 'we' | Infants;
type Infants = 'infants' | 'lap' | 'seat';
/** A phrase about people. `more`: one who comes on top of those known before. */
interface Member {
  readonly who: Counts | 'fewer' | 'among' | 'couple' | 'ages' | 'instead';
  readonly count?: number;
  readonly ages?: readonly number[];
}

const numbers = (said: string): number[] =>
  (/岁/.test(said) ? (said.match(/\d+(?=岁|周岁)/g) ?? []) : (said.match(/\d+/g) ?? [])).map(Number);
const count = (said: string | undefined): number =>
  said === undefined || !/\d/.test(said) ? 1 : Number(/\d+/.exec(said)?.[0]);

const aged = (ages: readonly number[]): Member[] => (ages.length === 0 ? [] : [{ who: 'ages', ages }]);

type Read = (match: readonly (string | undefined)[]) => readonly Member[];
const rules: { pattern: RegExp; read: Read }[] = [];
const rule =
  ({ raw }: TemplateStringsArray, ...parts: readonly string[]) =>
  (read: Read) =>
    rules.push({ pattern: new RegExp(String.raw({ raw }, ...parts), 'giu'), read });
/** A phrase that says one thing, in as many as its first group has. */
const counted =
  (who: Member['who'], given?: number) =>
  ({ raw }: TemplateStringsArray, ...parts: readonly string[]) =>
    rule`${String.raw({ raw }, ...parts)}`((match) => [{ who, count: given ?? count(match.slice(1).find(Boolean)) }]);
const WHO = 'total family more infants lap seat adults children some companions self we'.split(' ') as Counts[];
const says = Object.fromEntries(WHO.map((who) => [who, counted(who)])) as Record<Counts, ReturnType<typeof counted>>;
const [couple, pair] = [counted('couple', 2), counted('companions', 2)];
// People who are visited or spoken of do not fly; one of those counted is no count.
rule`\bmy (?:boss|manager|client|company) (?:just |has |has just )?(?:wants|needs|told|asked|sent|is sending) (?:me|us)\b|(?:老板|领导|公司|客户)(?:临时|突然|又)?(?:叫|让|要|派)我们?|\bto (?:my|our|his|her|the) (?:[\w-]+ )?(?:${ONE}|${CHILD}|(?:grand)?parents|family)(?= in\b|'s\b)|\bmy (?:${ONE}|${CHILD}) (?:needs|uses|will need|is in) an? (?:wheel ?chair|walking|stick|special|assistance)|\bmy (?:${ONE}|${CHILD}) (?:says?|said|told|thinks?|thought|suggest\w*|recommend\w*|taught|showed)\b|(?:${ZH_CHILD})?[他她]?(?:${ZH_ONE}|${ZH_TWO})想念?(?:${ZH_CHILD})了|孩子[她他]?(?=爸|妈|奶奶|爷爷)|\bthe twins\b(?<=\btwins\b[^]*\bthe twins)|有1[位个名]?人?(?:是)?(?=坐|用|需|行动|腿脚|怀孕|吃)|(?:我的?)?(?:${ZH_ONE}|${ZH_TWO})(?=坐轮椅|用轮椅|行动不便|腿脚|吃素|过敏|怀孕)|怀孕(?:了)?(?:已经|快)?\d+个?多?月了?|\d+个?多?月的?(?:身孕|孕)|\b\d+ months pregnant\b|\bpregnant[^,.]*\d+ months\b|\b(?:one|1) of us (?:is|has|needs|uses)\b(?! (?:an? )?(?:\d|kid|child|baby|infant|toddler))|\b(?:see|visit|visiting|meet|meeting|seeing|surprise) (?:my|our|his|her|the) (?:\w+ )?(?:${CHILD}|${ONE}|${SOME}|parents|family|grandparents)\b|(?:my|our|the) (?:\w+ )?(?:${CHILD}|${ONE}|parents)(?:'s)? (?:lives?|is in|are in|is getting married|wedding|graduat\w+|birthday)\b|来[^，,。]{0,6}[看找]我|[看探问](?:望|亲|问|一下)?(?:我的?)?(?:${ZH_TWO}|${ZH_ONE}|${ZH_CHILD})|(?:我的?)?(?:${ZH_ONE}|${ZH_TWO}|${ZH_CHILD})(?:在(?!.{0,2}(?:一起|内))|住院|要去.{0,6}读书|结婚|生孩子|生了|高考完?|毕业)|帮[她他]们?带(?:娃|孩子)`(
  () => [],
);
// Those of the number before who are children, and those who stay at home after all.
rule`\b(?:(\d|one)(?: of (?:those|these|them|us|whom|which|the \d|the (?:people|passengers|travell?ers|tickets|seats))|(?= (?:are|is) ))|the (?:second|other|last) (?:one|passenger|person))(?: (?:are|is|being|will be|for))* (?:an? |our |my )?(?:(?:small|young|little) )?(?:(?:${CHILD})(?:,? ?(?:aged?|of|who are|who is)? ?\(?(${AGES}))?|(${AGES})(?=${OLD}))${OLD}?|(?:其中)?(?:有)?(\d)(?:个|张|位|名)?(?:是)?(?:${ZH_AGE}的?)?(?:${ZH_CHILD}|小孩|儿童)票?[，,]?(?:是|都)?(?:${ZH_AGE.replace('(?:岁半?)', '')})?(?<=(?:其中|里面?有|(?<!还)有\d).*)`(
  ([said = '', n, ages, old, zh]) => [
    { who: 'among', count: count(n ?? zh) },
    ...aged(numbers(/岁/.test(said) ? said : (ages ?? old ?? ''))),
  ],
);
rule`[她他](?:今年|都|才|刚)*(\d{1,2}|十[一二三四五六七]?)岁?了`(([, age = '']) =>
  aged([Number(age) || (zhNumber(age) ?? 0)]),
);
rule`\b(?:has )?(?:just )?turned (\d{1,2})\b|刚满(\d{1,2})岁`(([, en, zh]) => [
  { who: 'instead', ages: [-1, Number(en ?? zh)] },
]);
rule`(?<=[,:] |\b(?:and|plus|with) )\p{Lu}\p{Ll}+(?: [(](\d{1,2})[)]|,? who(?:'s| is) (\d{1,2})\b(?! months))`(
  ([, age, who]) => [
    { who: 'children', count: 1 },
    { who: 'ages', ages: [Number(age ?? who)] },
  ],
);
rule`\b(?:the )?(?:younger|older|little|big|other)?(?: (?:one|kid|child))?(?: is|'s)? ?(\d{1,2}),? not (\d{1,2})\b(?! (?:people|adults|of us|[ap]m))|是?(\d{1,2})岁?[，,]?不是(\d{1,2})岁|不是(\d{1,2})岁[，,]?(?:是|而是)(\d{1,2})岁?`(
  ([, a, b, c = a, d = b, was = d, now = c]) => [{ who: 'instead', ages: [Number(was), Number(now)] }],
);
rule`(?:就|只有?)[我咱]们2个(?:大?人)?(?![和跟带大小])|\bjust (?:the 2 of us|us 2)\b`(() => [
  { who: 'total', count: 2 },
]);
says.total`\bonly (\d) (?:can|of us|will|are)\b|\bso (?:(?:it's|that's|we're|just|only) )?(\d)(?=\W*$| (?:of us|in all|now|then)\b)|\bwe(?: are|'re) only (\d)\b`;
says.adults`(?<![\d俩](?:个|位|名)?)(?:大人|成人)(\d)(?:个|位|名)(?=[,，、和]?(?:儿童|小孩|孩子|婴儿|宝宝)\d)`;
says.infants`(?<!\d(?:个|位|名)?)(?:婴儿|宝宝)(\d)(?:个|位|名)(?!月)`;
rule`1张(?:是)?给(?=我)|(?<=${ZH_TWO}[^。]{0,20}[，,])2[位个名]老人`(() => []);
says.total`[我咱]们(?:一共|总共|公司|部门|班|这边)?(\d+)(?:个|位|名)(?:好)?${ZH_SOME}`;
rule`\b(?:me|myself|I) (?:and|plus|with|\+|&) (?:my )?(\d)(?: (?!adults?|kids?|child|bab|infant|year)[a-z]+){0,2}? (?:others?|more|[a-z]+s)\b(?! old)(?: of mine)?|(?<=[和跟带]|，)(\d)(?:个|位|名)(?:我的?)?${ZH_SOME}(?=[，,。]|[1一]起|从|去|飞|要|想|$)`(
  ([said = '', n, zh]) =>
    new RegExp(CHILD, 'i').test(said)
      ? []
      : [
          ...(/^\p{Script=Han}|^\d/u.test(said) ? [] : [{ who: 'self' } as const]),
          { who: 'companions', count: count(n ?? zh) },
        ],
);
rule`有(\d)个?(?:人)?(?:不去了?|去不了了?|来不了了?)|少(\d)个?人|\b(\d|one) of (?:us|them|(?:the|my|our) [a-z]+) (?:can't|cannot|isn't|is not|won't|will not|no longer|(?:has )?dropped|drops)[^,.;\u0001]*|\b(\d|one) (?:fewer|less)\b|\b(?:isn't|not|no longer) coming(?: (?:after all|any ?more))?\b|我?(?:爸|妈|老公|老婆|朋友|同事)(?:不去了?|去不了)`(
  ([said = '', some, n, of, en]) => [
    { who: 'fewer', count: some === undefined && /不去|去不了|coming/.test(said) ? 0 : count(some ?? n ?? of ?? en) },
  ],
);
rule`(?:没有?|不带)(?:小孩|孩子|儿童)|(?:孩子|小孩|宝宝|娃)们?(?:也)?(?:不去了?|去不了)|\b(?:without|no) (?:the )?(?:kids|children|child)\b`(
  () => [{ who: 'fewer', count: -1 }],
);
says.more`(?:再加|再多|多加|加上?|多)(\d)?(?:个|位|名)(?:人|乘客|旅客)|再加(\d)(?:个|位|名)(?=$|[，,。吧])|\b(?:one|(\d)) (?:more|extra) (?:person|people|passenger|traveller)s?\b|\badd (?:one|an?|another|(\d)) (?:person|people|passenger|traveller)s?\b`;
rule`\btwins?(?:,? \(?(?:of|aged?|who are|both|they're|they are))* \d+ months?(?: old)?|(?:双|龙凤)胞胎(?:都|才|刚)*\d+个?多?月大?|\b\d+[- ]months?(?:[- ]old)? twins?|\d+个月大?的?(?:双|龙凤)胞胎`(
  () => [{ who: 'infants', count: 2 }],
);
rule`\btwins?\b(?:,? ?(?:aged? |\()?(\d{1,2}))?|(?:双|龙凤)胞胎(?:[(（,，]?(?:都|才|今年)*(\d{1,2})岁)?`(
  ([, en, age = en]) => [{ who: 'children', count: 2 }, ...aged(age === undefined ? [] : [Number(age), Number(age)])],
);
// Infants first: their ages are in months, or their word says it.
rule`\b(\d|an?|one) lap (?:infants?|bab(?:y|ies))\b`(([, n]) => [{ who: 'infants', count: count(n) }, { who: 'lap' }]);
says.infants`(?:(\d|an?|my|our|the|her|his) )?(?:\d{1,2}[- ]months?(?:[- ]old)?|(?:baby|infant|son|daughter|child|boy|girl|kid|toddler|little one),? (?:of|aged?|who(?: is|'s)|is)? ?\d{1,2} months?(?: old)?)(?: (?:baby|infant|son|daughter|boy|girl))?\b|(?:(\d)(?:个|位)?(?!\d))?(?:${ZH_CHILD}|宝宝|婴儿|小宝|宝贝)?[(（]?(?:才|刚)?\d{1,2}个?多?月(?:大|的)*[)）]?的?(?:${ZH_CHILD}|宝宝|婴儿)?(?!\d*[日号])(?<=个月.*|月大.*|月的.*宝.*)`;
says.infants`\b(?:(\d|an?|my|our|the|her|his) )?(?:new)?(?:bab(?:y|ies)|infants?|newborns?)(?: (?:son|daughter|boy|girl))?\b|(\d)?(?:个|位|名)?(?:新生儿|婴儿|宝宝|小宝(?!贝)|宝贝|小婴儿)`;
says.lap`\b(?:(?:sits?|sitting|travel\w*|is|will be|goes|stays?) )?on (?:(?:my|our|a|the|her|his|their) )?(?:\w+'s )?(?:laps?|knees?)\b|\blap infants?\b|\bin arms\b|[(]lap[)]|[(]抱着?[)]|\bno (?:extra |own )?seat\b|\bwithout (?:an? |its |her |his )?(?:own )?seat\b|不(?:用|需要|要)?(?:单独)?[占买](?:1?个)?座位?|不(?:用|要|需要)(?:单独)?要?座位|(?:我们?|大人|妈妈|爸爸)?抱[着住](?:就行|就好|坐)?|坐(?:在)?(?:我|妈妈|爸爸|大人)?(?:的)?(?:腿|怀)[上里]|(?:1人)?抱(?:1个|着)`;
says.seat`\b(?:(?:with|in|needs?|has|gets?|takes?|wants?|have) )?(?:(?:its|her|his|their|an?) )?own seats?\b|\b(?:in|with) a seat of (?:its|her|his) own\b|(?:要|单独|需要|也|得)*占(?:1?个)?座位?|(?<!不)要(?:有)?座位|(?:单独|自己)(?:要|坐|买)?(?:1个)?(?:的)?座(?:位(?!吗)|(?!位))|(?:给(?:娃|宝宝|孩子))?(?:单独)?买(?:1?个)?座位?|要自己的座位`;
rule`^\W*(${AGE}(?:, ?${AGE})*(?:,? and ${AGE}))\W*$`(([, said = '']) => [{ who: 'ages', ages: numbers(said) }]);
// Children with their ages.
rule`\b(?:my|our|his|her) (?:\w+ )?(?:brother|sister|cousin),? ?(?:\(|who(?:'s| is) |aged? )?(\d{1,2})\)?(?! (?:of|people|nights?|bags?))|(?:我的?)?(?:[弟妹]{1,2}|表[弟妹])[(（,，]?(?:今年|才|刚)*(\d{1,2})岁[)）]?`(
  ([, en, zh]) => [
    { who: 'children', count: 1 },
    { who: 'ages', ages: [Number(en ?? zh)] },
  ],
);
rule`\b(?:(\d+|an?|my|our|the|her|his) )?(?:\w+ )?(${CHILD})(?:'s)?,? ?(?:\(|: ?|of |who(?:'s| is| are)? |(?:is|are|she's|he's|they're|they are)? ?(?:both )?(?:aged? |ages )?)(${AGES})${OLD}?\)?(?! (?:adults?|people|tickets?|bags?|nights?|of us))(?![:\d])`(
  ([, n, , said = '']) => [
    { who: 'children', count: n !== undefined && /\d/.test(n) ? Number(n) : numbers(said).length },
    { who: 'ages', ages: numbers(said) },
  ],
);
rule`\b(?:(\d+|an?|my|our|the|her|his) )?(${AGES})${OLD}(?: (?:twins?|${CHILD}))?`(([said = '', n, ages = '']) => {
  const each = /twins/i.test(said) ? [...numbers(ages), ...numbers(ages)] : numbers(ages);
  const many =
    n !== undefined && /\d/.test(n) && each.length === 1 ? Array.from({ length: Number(n) }, () => each[0] ?? 0) : each;
  return [
    { who: 'children', count: many.length },
    { who: 'ages', ages: many },
  ];
});
rule`\b(?:ages?|aged|they(?:'re| are)|(?:he|she)(?:'s| is)|(?:one|the (?:older|younger|other)(?: one)?) is) (?:both )?(${AGES})(?:${OLD})?(?![:\d])(?! (?:adults?|people|tickets?|bags?|nights?|hours?|of us))`(
  ([, said = '']) => [{ who: 'ages', ages: numbers(said) }],
);
rule`(?:(\d)(?:个|位|名))?(?<!\d)(${ZH_AGE}(?:[和、跟,，](?:1个)?${ZH_AGE})*)的?${ZH_CHILD}`(([, n, said = '']) => [
  { who: 'children', count: n === undefined ? numbers(said).length : Number(n) },
  { who: 'ages', ages: numbers(said) },
]);
rule`(\d)?(?:个|位|名)?${ZH_CHILD}(?:(?:今年|是|都|刚|才|满|分别|1个|,|，)*[(（]?(${ZH_AGE}(?:[和、跟,，]?(?:另?1个)?${ZH_AGE})*)[)）]?)?`(
  ([, n, said = '']) => [
    { who: 'children', count: n === undefined ? Math.max(1, (said.match(/\d+(?=岁|周岁)/g) ?? []).length) : Number(n) },
    ...aged(numbers(said)),
  ],
);
rule`[他她](?:今年|才|刚|已经)+(\d{1,2})(?![\d岁月号日点])|(?:(?:[小大]的|老[大二]|1个|分别|都)(?:是|才|今年)?)?(${ZH_AGE}(?:[和、跟,，]?(?:(?:另?1个|老二|小的)(?:是)?)?${ZH_AGE})*)`(
  ([, age, said = age ?? '']) => [{ who: 'ages', ages: numbers(said) }],
);
// Counts.
says.total`\b(\d) (?:in all|all together|altogether|in total)\b|\b(\d) in (?=\u0001)|\b(\d{1,2}) (?!hours|dollars|euros|layovers|transfers|letters|quarters|corners|euros)(?:[a-z]+(?:ers|ors|ists|ents|ants|mates)|partners|nurses|blokes|lads|ladies|nuns|monks|coaches)\b`;
says.family`\b(?:a )?family of (\d+)\b|(?:一|全)家(\d+)口(?:人)?|(\d+)口之家`;
rule`(\d+)\s*大\s*(\d+)\s*(?:婴|宝)(?!宝)`(([, big, small]) => [
  { who: 'adults', count: count(big) },
  { who: 'infants', count: count(small) },
]);
rule`(\d)个?男(?:生|的)?[、和]?(\d)个?女(?:生|的)?`(([, men, women]) => [
  { who: 'adults', count: count(men) + count(women) },
]);
says.adults`(\d+)\s*大(?=$|[^\p{Script=Han}\d\s])`;
rule`(\d+)\s*大\s*(\d+)\s*小|\b(\d) ?\+ ?(\d)\b(?! ?(?:days?|nights?))`(([, a, b, big = a, small = b]) => [
  { who: 'adults', count: count(big) },
  { who: 'children', count: count(small) },
]);
rule`\b(\d+|an?|one|another) (?:more )?(?:adults?|grown-?ups?|men|man|women|woman|ladies|lady|guys?|seniors?|pensioners?)\b|(\d+)\s*${ZH_ADULT}|(?:大人|成人)(\d+)(?:个|位|名)?`(
  (match) => [
    { who: /another|more/i.test(match[0] ?? '') ? 'more' : 'adults', count: count(match.slice(1).find(Boolean)) },
  ],
);
says.children`\b(\d+) ${CHILD}\b|\b(?:an?|my|our|the|her|his) (?:\w+ )?(?:kid|child|son|daughter|boy|girl|little one|toddler|grandson|granddaughter|niece|nephew|teenager)\b`;
says.some`\b(?:my|our|the|her|his) (?:kids|children|sons|daughters|boys|girls|little ones|grandchildren|nieces|nephews)\b|\b(?:kids|children)\b`;
says.total`\b(?:(?:just|only) )?(?:we(?: are|'re)|there (?:are|will be|'s|is)|for|party of|group of|all|the)? ?(?:the )?(\d+) (?:(?:(?!of\b|and\b|with\b|or\b)[a-z-]+ ){0,2}(?:people|persons?|passengers?|pax|travell?ers?|tickets?|seats?|students?)|of us|(?:will be |are )?(?:travell?ing|flying|going))\b(?: in total)?|\b(?:party|group|team|crew|band|bunch|class) of (\d+)\b|\bwe(?: are|'re) (\d+)\b(?! (?:flexible|hours?))|\bus (\d+)\b|\bx ?(\d)\b|\b(\d) ?x(?= )|(?<=, ?)(?:(\d)|one)(?=[.!]?\s*$)|\bmake (?:it|that|us) (\d)\b(?![:.\d]| ?(?:[ap]m|o'clock|days?|nights?|weeks?|hours?|stops?|bags?|children|kids|adults?)\b)|\bfor (\d)(?=\s*(?:$|[,.;!?\u0001])| (?:from|to|on|please|in)\b)`;
says.total`(?:一共|总共|共)?(\d+)\s*(?:个|位|名)?(?:乘客|旅客|人(?!民|均))|(?:一共|总共|共)(\d+)口|(\d+)[位名](?!\p{Script=Han}{0,2}(?:岁|月大|小|婴|宝|孩|儿))(?:老人|老太太|女士|先生|学生)?|(?<!我[和跟])(\d+)个(?:女生|男生|女孩子|男孩子|姑娘|小伙子?|哥们儿?|姐妹|兄弟|留学生|老太太|老头|老人|学生|员工|旅客|游客|队员|年轻人|成员|老师)|(\d+)张(?:机?票)?|(?<=^|[，,。\s]|(?:还是|就|改成))(\d)个(?=[吧的]?(?:$|[，,。\s]))|1个(?:老太太|老头|老人|学生)`;
says.total`\b(?:just|only) (?:me|myself|one|1|her|him)\b(?!,? (?:and|plus|\+|my))|\b(?:me|her|him|myself) (?:only|alone)\b|\bby (?:myself|herself|himself)\b|\bsolo\b|\bsingle travell?er\b|\balone\b|\bon my own\b|\b1 (?:person|ticket|seat|passenger)\b|(?:就|只有|只)?(?:我|她|他|您|你)?(?:自己|本人)?1?个?人(?=去|走|飞|坐|出差|$|[,，。])(?<=1个人|自己.*)|就我(?:自己)?(?![们2跟和])|我自己(?!不)`;
couple`双人(?![房床间])|\b(?:both|the pair) of us\b|\bas a couple\b|\b(?:an? )?(?:old|elderly|retired|married)? ?couple\b|\bhoneymoon\b|蜜月|(?:我们?|咱们?)?(?:俩|两口子|夫妻俩?|夫妇俩?|情侣|老?2口子?)|(?:[我咱]们?|[他她]们)2个?(?!大|小|孩|月|晚|儿|女|\d)(?:人)?|(?:爸爸妈妈|爸妈|父母)(?:都|[一1]起)去|\b(?:a|as a) family (?=with|plus|and)`;
rule`\b(\d) couples\b`(([, n]) => [{ who: 'adults', count: 2 * count(n) }]);
rule`\b(?:me|myself) (?:plus|\+) ?(\d|one|a (?:guest|friend))\b`(([, n]) => [
  { who: 'self' },
  { who: 'companions', count: count(n) },
]);
pair`\b(?:my|our|both|his|her|the) (?:[\w-]+ )?(?:grand)?parents(?:-in-law)?\b|\b(?:m[uo]m and dad|my folks|in-laws)\b|${ZH_TWO}`;
says.companions`\b(\d+) (?:of my |[a-z]+ )?${SOME}\b|\b(?:my|a|the|our|his|her|another) (?:\w+ )?(${ONE})(?!['-]?\w)(?! (?:lives|is in))|\b(?:my|our) (${ONE})(?='s (?:coming|joining|flying))|(?<![\w'-])(?:dad|mum|mom|husband|wife|hubby|grandma|grandpa|grandad|granny|missus|girlfriend|boyfriend)(?![\w'’-]|'(?!s \d)| (?:uses|can't|doesn't|likes|hates|prefers|is (?:in|over|\d)|has )\b)|(\d+)(?:个|位|名)?(?:${ZH_SOME}|${ZH_ONE})|${ZH_SOME}(\d)(?:个|位)|(?:(?:我|他|她|您)(?:的)?)?${ZH_ONE}(?!们|家)(?:的)?|(?:我的?|[一1]个)(?:同事|朋友|同学|闺蜜|室友)(?=也|[和跟]我|[一1]起)`;
says.some`\b(?:some |my |a few |several |the |our )${SOME}\b|\b(?:my|our|the|whole|entire|all the) family\b|${ZH_SOME}们?|(?:一|全)家(?:人|都)?(?!\d)|家人`;
rule`\b(?:visit|join|see|meet|to) (?:us|me)\b`(() => []);
says.self`\b(?:me|myself)\b|\band I\b|\bI (?=and my\b)|(?:^|[,，、;；\s])我(?=[、和跟与及])|[和跟与]我(?!们|的)|(?<=^|[，,。])(?:就)?我(?=带|陪|想带|要带|自己带)|(?:想|要)?带(?:着|上)?(?=(?:我的?)?(?:爸妈|父母|爷爷|奶奶|2?个?儿子|女儿|孩子|老|媳妇|爱人))|(?<=^|[，,。])[和跟](?=闺蜜|同事|朋友|老板|领导|老婆|老公|女朋友|男朋友|爸|妈)|跟老板1起|就我[和跟]|加上?我|我也要|和我1起`;
says.we`\b(?:we|us|our|ours|we'd|we'll|we're)\b|[我咱]们`;
export interface PartyFound {
  readonly members: readonly (Member & { readonly index: number })[];
  readonly rest: string;
}
/** Reads who flies. @param taken replaces each phrase that was read. */
export function findParty(text: string, taken: string): PartyFound {
  const members: (Member & { index: number })[] = [];
  let rest = text;
  for (const { pattern, read } of rules) {
    rest = rest.replace(pattern, (...match) => {
      const at = match.findIndex((part) => typeof part === 'number');
      const said = match.slice(0, at) as (string | undefined)[];
      const whole = said[0] ?? '';
      if (whole.trim() === '' || whole.includes(taken)) return whole;
      members.push(...read(said).map((one) => ({ ...one, index: Number(match[at]) })));
      return taken.repeat(whole.length);
    });
  }
  return { members, rest };
}

const MORE_ADULTS =
  /(?:大人|成人)(?:还)?(?:要|想)?再加|(?:[再多]加?|加上?)\d*(?:个|位|名)?(?:大人|成人)|\b(?:add|another|more)(?: \d+)? adults?\b/i;

const SPOUSE =
  /^(?:(?:my|our|his|her|the) )?(?:\w+ )?(?:wife|husband|hubby|partner|girlfriend|boyfriend|fianc|spouse|missus)|^[我他她]?的?(?:老婆|老公|太太|媳妇|先生|丈夫|妻子|爱人|老伴|对象|女朋友|男朋友|女友|男友)/i;
const ZH_KIN = `${ZH_TWO}|${ZH_ONE}|${ZH_CHILD}`;
/** Words of one who books for others, and stays at home. */
const FOR_OTHERS = new RegExp(
  String.raw`\b(?:for|get|fly|send|book) (?:my|our|the|her|his)\b|\b(?:visit(?:ing)? (?:us|me)|they'd like)\b|\b(?:she|he|they|my (?:boss|mother|father|m[uo]m|dad|sister|brother|son|daughter|colleague|wife|husband|grand\w+|parents))(?:,? ?\(?both in their \w+\)?,?)? (?:flies|fly|is flying|are flying|wants?|needs?|has to|would like)\b|(?:帮|替|给)(?:我)?的?(?:${ZH_KIN}|客户)|(?:老公|老婆|太太)[^，,。我们和跟]{0,6}要去|[她他]1?个?人|[她他](?:自己|要|想|从|和他|和她)|(?:爸妈|父母|爷爷奶奶|公婆)(?:想|要|从)|来[^，,。]{0,6}[看找](?:我|你)|(?:^|[，,。\s])我的?(?:${ZH_KIN})(?!${ZH_KIN}|[婆爷奶妈爸]|也|和|跟|与|、|生|[过住在]|1起)`,
  'i',
);
/** @param text the message, for the words between its members. @param before who flew before this message. */
export function addUp({ members }: PartyFound, text: string, before: Facts): Party {
  const of = (who: Member['who']) => members.filter((one) => one.who === who);
  const sum = (who: Member['who']) => of(who).reduce((all, one) => all + (one.count ?? 0), 0);
  const ages = of('ages').flatMap((one) => one.ages ?? []);
  const between = (least: number, below: number) => ages.filter((age) => age >= least && age < below);
  const [babies, small, grown] = [between(0, 2), between(2, 12), between(12, 18)];
  const open: Open[] = [];
  const unsure =
    /(?:\b(?:possibly|maybe|perhaps|might|either|\d or)|可能|也许|或者?(?![\ue000-\ue7ff])|说不定)[^，,.。\n]{0,12}$/i;
  const isUnsure = members.some(({ who, index }) => who !== 'we' && unsure.test(text.slice(0, index + 3)));
  if (isUnsure && before.adults === undefined) return { open: ['adults'] };
  // "With my kid …, the kid is 4": the same one, named again with an age.
  const nouns = of('children').map(
    ({ index }) => /孩子|儿子|女儿|宝宝|娃|\b(?:son|daughter|kid|child)\b/i.exec(text.slice(index, index + 12))?.[0],
  );
  const again =
    ages.length > 0 && of('children').every(({ count: n }) => n === 1) ? nouns.length - new Set(nouns).size : 0;
  // 2大2小，娃7岁和10岁: the ages are those of the children that were counted.
  const beside = ages.length === 0 ? 0 : of('infants').length;
  const isSame = ages.length + beside > 1 && of('children').some(({ count: n }) => n === ages.length + beside);
  const named = isSame ? ages.length : Math.max(sum('children') - again, ages.length);
  const isAgedUp = ages.length > 0 && (isSame || ages.length >= sum('children') - again);
  const children = isAgedUp ? small.length : named - grown.length - babies.length;
  const counted = of('infants').map((one) => one.count ?? 1);
  const infants = Math.max(0, ...counted) + (of('infants').length > 0 && babies.length === 1 ? 0 : babies.length);
  const isAdding =
    /\b(?:coming(?: too)?|also|too|as well|add|plus|another|more|coming (?:too|along)|joins?|joining)\b|再加|加上?|也(?:去|要|一起|来|坐)|还有|多(?:了|一|1)/i.test(
      text,
    );
  const forOthers = FOR_OTHERS.test(text) && !/\b(?:with|and) (?:me|i)\b|我们|我也|带/i.test(text);
  const goesAlong = /(?:^|[，,。\s想要还也\ue300-\ue3ff])(?:带|陪|[和跟](?!我))/.test(text);
  const self =
    of('self').length > 0 ||
    (goesAlong && !forOthers && (of('companions').length > 0 || children + infants > 0)) ||
    (!forOthers &&
      (of('we').length > 0 || /\b(?:i|i'm|i'd|i'll|my)\b|我|咱/i.test(text)) &&
      (of('companions').length > 0 || children + infants + grown.length > 0 || of('some').length > 0))
      ? 1
      : 0;
  const known = numbers(before.ages ?? '');
  const [said, now] = of('instead')[0]?.ages ?? [];
  // "He has just turned 4": the one whose age is nearest.
  const was =
    said === -1 && now !== undefined ? known.toSorted((a, b) => Math.abs(a - now) - Math.abs(b - now))[0] : said;
  if (was !== undefined && now !== undefined && known.includes(was) && now > 1 && now < 12)
    return { ages: known.map((age) => (age === was ? now : age)).join(', '), open: [] };
  // "My parents, dad is 71 and mum 68": the same two, named again.
  const isParent = ({ index, count: n }: (typeof members)[number]) =>
    n !== 2 &&
    /^\W*(?:my )?(?:m[uo]m|dad|mother|father)\b|^[^\p{L}]*我?(?:妈|爸|父亲|母亲)/iu.test(text.slice(index, index + 14));
  const parents =
    of('companions').some(({ count: n }) => n === 2) && /\bparents\b|爸妈|父母/i.test(text)
      ? of('companions').filter(isParent).length
      : 0;
  const companions = sum('companions') - parents;
  const spouses = of('companions').filter(({ index }) => SPOUSE.test(text.slice(index, index + 24))).length;
  const [family, counts] = [of('family').at(-1)?.count, of('total').at(-1)?.count];
  const isInAll = /[一总]共|\bin (?:total|all)\b|\baltogether\b/.test(text);
  const isTotalRaised = counts !== undefined && of('more').length > 0 && !isInAll;
  const sumOf = isTotalRaised ? counts + sum('more') : counts;
  const total = family === undefined ? sumOf : Math.max(family, sumOf ?? 0);
  const inAll = Number(/[一总]共(\d+)(?:个|位|名)?(?:大人|成人)/.exec(text)?.[1] ?? 0);
  const adultsSaid =
    inAll > 0
      ? inAll
      : of('adults').length > 0
        ? new Set(of('adults').map(({ count: n }) => n)).size === 1
          ? of('adults')[0]?.count
          : sum('adults')
        : of('couple').length > 0
          ? 2 + companions - spouses
          : undefined;
  // 全家六口，爷爷奶奶、我们夫妻俩和两个娃: those who are named may not be all.
  const young = children + infants + grown.length;
  const isOfFamily = family !== undefined && young > 0 && family > (adultsSaid ?? family) + young;
  const says = members.some(({ who }) => who !== 'we' && who !== 'self');
  const isWhole = (adultsSaid !== undefined && !isAdding) || total !== undefined || of('ages').length > 0;
  // "Two of those are kids", and those who were counted before and stay at home.
  const among = sum('among');
  if (among > 0) {
    const whole = total ?? adultsSaid ?? (before.adults ?? 1) + (before.children ?? 0);
    if (whole <= among) return { open: ['adults'], children: among };
    const young = ages.length > 0 ? small.length : among;
    return finished({ adults: Math.max(0, whole - among), children: young, infants, ages: small });
  }
  // "How much for all three?": as many as were known.
  const all = (before.adults ?? 1) + (before.children ?? 0) + (before.infantsLap ?? 0) + (before.infantsSeat ?? 0);
  const isKnown = before.adults !== undefined && total === all && adultsSaid === undefined;
  if (isKnown && children + infants + of('companions').length === 0) return { open: [] };
  const fewer = of('fewer')[0];
  if (fewer !== undefined && adultsSaid === undefined && total === undefined) {
    if (fewer.count === -1) return { children: 0, ages: '', open: [] };
    return { adults: Math.max(1, (before.adults ?? 1) - Math.max(1, fewer.count ?? 1)), open: [] };
  }
  if (fewer?.count === -1) return { adults: adultsSaid ?? total ?? before.adults ?? 1, children: 0, open: [] };
  // Only an age, of a child that was named before.
  if (ages.length > 0 && ages.length === before.children && members.every(({ who }) => who === 'ages')) {
    return finished({
      adults: (before.adults ?? 1) + grown.length,
      children: small.length,
      infants: babies.length,
      ages: small,
    });
  }
  if (!says && (of('self').length === 0 || before.open?.includes('adults') !== true))
    return { open: of('we').length > 0 && before.adults === undefined ? ['adults'] : [] };
  let adults: number | undefined;
  if (adultsSaid !== undefined) adults = (isOfFamily ? family - young : adultsSaid) + grown.length;
  else if (total !== undefined) {
    const counted = companions + self;
    const youngAfter = /(?:\band|\bplus|\bwith|\+|带|加|,)\s*(?:a |an |my |our |one |1 |着)?\S*$/i;
    const firstYoung = members.find(({ who }) => who === 'children' || who === 'infants')?.index;
    const totalAt = [...of('total'), ...of('family')].at(-1)?.index ?? 0;
    const isBeside =
      of('family').length === 0 &&
      firstYoung !== undefined &&
      firstYoung > totalAt &&
      youngAfter.test(text.slice(totalAt, firstYoung)) &&
      counted !== total - children - infants;
    adults = isBeside ? total + grown.length : total - children - infants;
  } else if (
    companions > 0 ||
    of('self').length > 0 ||
    of('more').length > 0 ||
    (self > 0 && before.adults === undefined)
  )
    adults = companions + self + grown.length;
  else if (grown.length > 0) adults = grown.length;
  // An answer or a wish that adds to those who were known: "my boyfriend comes too", 加一个小朋友.
  if (
    isAdding &&
    before.from !== undefined &&
    total === undefined &&
    (adultsSaid === undefined || MORE_ADULTS.test(text))
  ) {
    adults = (before.adults ?? 1) + Math.max(companions, sum('more'), adultsSaid ?? 0) + grown.length;
    return finished({
      adults,
      children: (before.children ?? 0) + children,
      infants,
      ages: [...numbers(before.ages ?? ''), ...small],
    });
  }
  // Only children or infants are named: those who fly with them were known, or have to be asked for.
  if (adults === undefined) {
    if (before.adults === undefined && !/\b(?:i|i'm|my)\b|我/i.test(text)) open.push('adults');
    adults = before.adults ?? 1;
  }
  const isFamily = of('some').length > 0 && companions > 0 && young > 0;
  if (of('some').length > 0 && !isFamily && total === undefined && adultsSaid === undefined) open.push('adults');
  if (of('family').length > 0 && children + infants === 0) open.push('adults');
  if (adults !== undefined && adults < 1) open.push('adults');
  return finished({ adults, children, infants, ages: small });
  function finished(sums: { adults?: number | undefined; children: number; infants: number; ages: number[] }): Party {
    const place = of('lap').length > 0 ? 'lap' : of('seat').length > 0 ? 'seat' : undefined;
    const were = (before.infantsLap ?? 0) + (before.infantsSeat ?? 0);
    const many = sums.infants > 0 ? sums.infants : place === undefined ? 0 : Math.max(1, were, before.babies ?? 0);
    if (sums.infants > 0 && place === undefined) open.push('infants');
    return {
      ...(sums.adults === undefined || open.includes('adults') ? {} : { adults: sums.adults }),
      // Children who were known stay, unless the whole party is named.
      ...(sums.children > 0 || ((before.children ?? 0) > 0 && isWhole) ? { children: sums.children } : {}),
      ...(sums.ages.length > 0 || babies.some((age) => age === 1)
        ? { ages: [...sums.ages, ...babies.filter((age) => age === 1)].join(', ') }
        : {}),
      ...(many > 0 && place === undefined ? { babies: many } : {}),
      ...(many > 0 && place === 'lap' ? { infantsLap: many, ...(before.infantsSeat ? { infantsSeat: 0 } : {}) } : {}),
      ...(many > 0 && place === 'seat' ? { infantsSeat: many, ...(before.infantsLap ? { infantsLap: 0 } : {}) } : {}),
      open: [...new Set(open)],
    };
  }
}
