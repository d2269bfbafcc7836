/** Passengers' names where they were asked for: words that can be nothing else, or none. */
import type { Passenger } from '../form-answer.ts';
import { airlinesIn, placeNamed, placesIn } from './places.ts';
import { COMMON_WORDS } from './reading.ts';

const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤張劉陳楊黃趙吳孫馬許鄭謝韓馮蔣葉蘇呂盧鍾譚陸賈鄒';
const CHINESE = new RegExp(`^(?!谢谢|多谢)(?:欧阳|上官|司马|诸葛|司徒|[${SURNAMES}])\\p{Script=Han}{1,2}$`, 'u');
const LATIN =
  /^\p{Lu}[\p{L}'’-]*(?: (?:(?:de|van|von|der|den|da|di|dos|del|la|le|bin|al|el)\b|\p{Lu}[\p{L}'’.-]*)){1,4}$/u;
const KIN =
  '爸爸?|妈妈?|父亲|母亲|老公|老婆|先生|太太|爷爷|奶奶|外公|外婆|儿子|女儿|孩子|哥哥?|姐姐?|弟弟?|妹妹?|同事|朋友|另一位|一位';
const LABEL = new RegExp(
  `^(?:乘客|姓名|名字|passengers?|names?|and|和|for|me|my (?:wife|husband|son|daughter|mother|father|friend|partner|m[uo]m|dad)|the (?:baby|child|other)|其他人?|还有|${KIN}|成人|大人|儿童|宝宝|婴儿|小孩|我|是)?(?:的)?(?:名字)?(?:叫|是|为|\\s*(?:is|are|'s)\\b|'s\\b)?\\s*[:：]?\\s*(?:我叫|叫|my name is|i am|i'm|it's|it is|that's|(?:she|he)(?:'s| is))?\\s*`,
  'i',
);
const WORDS =
  /\b(?:The|Please|Flight|Book|Yes|No|Ok|Okay|Thanks?|Cancel|What|Never|Hello|Good|Another|My|Business|Economy|First|Direct|Stop|Wait|Don|Sorry|Back|Return|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b/;
const CHILD = /\s*[(（](?:child|儿童|\d{1,2}岁?)[)）]|(?:小孩|孩子|儿子|女儿|my (?:son|daughter)|the child)/i;
const INFANT = /[(（](?:infant|baby|婴儿)[)）]|宝宝|婴儿|the baby/i;

/** 张伟 ZHANG WEI: in characters, and as the passport prints it. */
const IN_BOTH = /^(\p{Script=Han}{2,4})[ /]+(\p{Lu}[\p{L}'’ -]+)$/u;

/** The name that a ticket of the route prints, of one that was given in both ways. */
export function onTicket({ name, ...passenger }: Passenger, isDomestic: boolean): Passenger {
  const [, han = name, printed = name] = IN_BOTH.exec(name) ?? [];
  return { ...passenger, name: isDomestic ? han : printed };
}

export interface NamesRead {
  readonly names: readonly Passenger[];
  /** The message is nothing but names. */
  readonly whole: boolean;
}

/** Every part of a message that is a name: what else it says is for others to read. */
export function readNames(said: string): NamesRead {
  // "Tom's surname is spelt Halle".
  const text = said
    .replace(CONTACT, ' ')
    .replace(BORN, '')
    .replace(
      /(\p{Lu}[\p{L}'’-]*?)(?:['’]s (?:sur|last |family )name|的姓)\P{Lu}*?(?:is|be|reads|spel(?:t|led)|是|为)(?: spel(?:t|led))? ?(\p{Lu}[\p{L}'’-]+)[^,，]*/u,
      '$1 $2',
    )
    .replace(/(\p{Lu}\p{L}+ \p{Lu}\p{L}+),? with an? \p{L}\b.*$/u, '$1')
    // "Anna and Marc Dubois".
    .replace(/(?<=^|[,.:] )(\p{Lu}\p{Ll}+) (?:and|&) (?=\p{Lu}\p{Ll}+ (\p{Lu}[\p{L}'’-]+)\W*$)/u, '$1 $2, ');
  const parts = text
    .trim()
    .replace(/[.。!！]+$/, '')
    .split(
      /[,，;；、\n。!！]|\.(?=\s)|\band\b|[和跟与及](?=\s*[\p{Script=Han}\p{Lu}])|不是|\bnot\b|\bsays\b|\breads\b|\bshould be\b|应该是|写的是|(?<=\p{Script=Han}{2})(?<!乘客|旅客|成人|儿童|婴儿|姓名|名字|机人|欧阳|上官|司马|诸葛|司徒)\s+(?=\p{Script=Han}{2,4}(?:\s|$))/u,
    )
    .filter((part) => part.trim() !== '');
  const read = parts.flatMap((part) => {
    const type = INFANT.test(part) ? 'infant' : CHILD.test(part) ? 'child' : 'adult';
    const bare = part
      .trim()
      .replace(/(?<=\p{Script=Han})[(（](\p{Lu}[\p{L}'’ -]+)[)）]$/u, ' $1')
      .replace(/\s*[(（][^)）]*[)）]$/, '')
      .replace(LABEL, '')
      .replace(LABEL, '')
      .trim()
      // Tickets print SURNAME/GIVEN.
      .replace(/^([\p{L}'’-]+)\/([\p{L}'’ -]+)$/u, '$1 $2');
    const [, han = bare, printed] = IN_BOTH.exec(bare) ?? [];
    const isHan = CHINESE.test(han) && (printed === undefined || LATIN.test(printed));
    const isName = (isHan || (LATIN.test(bare) && !WORDS.test(bare))) && placeNamed(bare) === undefined;
    return isName ? [{ name: bare, type: type as Passenger['type'] }] : [];
  });
  return { names: read, whole: read.length > 0 && read.length === parts.length };
}

/** Letters that can be the name of a person, and of nothing that flights have. */
export const isPerson = (name: string): boolean =>
  (LATIN.test(name) || CHINESE.test(name)) &&
  !NO_NAME.test(name) &&
  !WORDS.test(name) &&
  placesIn(name).length === 0 &&
  airlinesIn(name).length === 0;

const NAME = "\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}(?:\\.|[\\p{L}'’-]*)){1,3}";
const ZH_NAME = `(?!马上|谢谢|周[一二三四五六日末]|万一|张票|高[血兴中铁级]|白天|许多|方便|金卡)(?:欧阳|上官|司马|诸葛|司徒|[${SURNAMES}])\\p{Script=Han}{1,2}?(?<!老师|先生|女士|小姐|[总工])`;
const TITLE = '(?:(?:Mr|Mrs|Ms|Miss|Dr)\\.? )';
const NAMED = `${TITLE}?${NAME}(?:(?:, and |, | and | & | \\+ )${TITLE}?${NAME})*`;
const RELATION =
  '(?:boss|manager|colleague|friend|wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|father|m[uo]m|dad|brother|sister|client|assistant)';
const ZH_NAMED = `${ZH_NAME}(?:[、,，和跟与]\\s*${ZH_NAME})`;
/** Names in the middle of a sentence: behind a word that says for whom it is, a title or a relation, or before one that says who flies. */
const INSIDE = new RegExp(
  `(?:\\b(?:[Ff]or|(?:(?:[Ff]or |[Jj]ust )me|I),|[Bb]ook|[Ff]ly|[Ss]end|[Pp]assengers?(?: is| are)?|[Nn]ames?(?: is| are|['’]s| of)?|I(?:['’]m| am)|[Tt]ravell?ers?(?: is| are)?|(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:\\w+ )?${RELATION},?):? |(?:给|帮|幫|替|乘客|旅客|乘[机機]人|订票)[:：是为]?\\s*)(${NAMED})|(?<![\\p{L}] )(${TITLE}${NAMED})|(${NAMED})(?= (?:(?:is|are|will be) )?(?:travell?ing|flying)\\b)|(?<=^|[,.;:] )(${NAME} (?:and|&|\\+) ${NAME})(?=[,.;:]|$)|(?<=(?:\\b(?:${RELATION}|me) |(?:${KIN}|我))[(（])(${NAMED}|${ZH_NAMED}*)(?=[)）])|(?:(?:给|帮|幫|替|为|乘客|旅客|乘[机機]人|订票|[我她他]叫|(?:${KIN}|宝宝|婴儿|小孩)的?(?:名字)?(?=[叫是])|(?<=^|[，,。；;、])我?(?:${KIN})(?!要|想|也|都|不)|名字|姓名|老板|领导|经理|同事)(?:是|为|叫)?[:：]?|[:：])\\s*(${ZH_NAMED}*)(?=[订买预查，,。；;\\s]|$)|(?<=^|[，,。；;])(${ZH_NAMED}+)(?=[两二三四\\d]?个?人?(?:[订买预查，,。；;\\s]|$))`,
  'gu',
);
const NO_NAME =
  /'s$|\b(?:Easter|Christmas|New|Year|Years|Eve|Mardi|Gras|Golden|Good|Boxing|Chinese|Lunar|Spring|Premium|Class|Airport|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|June|July|August|September|October|November|December)\b/;
const CALENDAR_DAY =
  '(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Z][a-z]{2,8},? \\d{4}|[A-Z][a-z]{2,8} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,4}[/.-]\\d{1,2}[/.-]\\d{1,4}|\\d{4}年\\d{1,2}月\\d{1,2}[日号]?)';
/** Addresses and telephone numbers. */
const CONTACT = /(?:(?:e-?mail|邮箱|电话|手机)[:：是]? ?)?(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d[\d ()-]{7,}\d)/gi;
/** Days of birth are for the skill's secrets and for no search. */
const BORN = new RegExp(
  `[,，(]?\\s*(?:[Ww]ho (?:was|is) )?(?:\\b(?:[Bb]orn(?: on)?|[Dd][Oo][Bb]|[Dd]ate of birth)(?: is|:)? ${CALENDAR_DAY}\\)?|[他她]?的?(?:生日|出生(?:日期)?)[是为:：]?\\s*${CALENDAR_DAY}|[他她]?是?${CALENDAR_DAY}(?:出)?生的?|${CALENDAR_DAY}(?<=\\b(?:19\\d\\d|20[01]\\d)(?:年.{2,6})?))`,
  'gu',
);

export const namesBirthday = (text: string): boolean => text.search(BORN) >= 0;

const LOWER_NAMED =
  /(?<=\b(?:book for|names? (?:is|are)|passengers?(?: is| are|:)|travell?ers?(?: is| are|:)) )[a-z'’-]{2,}(?: [a-z'’-]{2,}){1,3}(?:(?:, | and |, and )[a-z'’-]{2,}(?: [a-z'’-]{2,}){1,3})*(?=[,.:;!?]|$| (?:from|on|to)\b)/g;
/** "Names are priya raman and tom becker", in a message without capitals. */
const withCapitals = (text: string): string =>
  /\p{Lu}/u.test(text)
    ? text
    : text.replace(LOWER_NAMED, (said) => {
        const parts = said.split(/(, and |, | and )/);
        const isOther = (part: string) => part.split(' ').some((word) => COMMON_WORDS.has(word) || placeNamed(word));
        const end = parts.findIndex((part, at) => at % 2 === 0 && isOther(part));
        const named = parts.slice(0, end < 0 ? parts.length : Math.max(0, end - 1)).join('');
        return named.replace(/\b(?!and\b)[a-z]/g, (letter) => letter.toUpperCase()) + said.slice(named.length);
      });

/** Passengers who are named in a sentence about something else, and the sentence without them. */
export function namesInside(text: string): { readonly names: readonly Passenger[]; readonly rest: string } {
  const names: Passenger[] = [];
  const rest = withCapitals(text)
    .replace(BORN, '')
    .replace(INSIDE, (said, ...groups: readonly (string | undefined)[]) => {
      const found = groups.slice(0, 7).find((one) => one !== undefined) ?? '';
      const each = found
        .replace(new RegExp(`\\b${TITLE}`, 'g'), '')
        .split(/\p{Script=Han}/u.test(found) ? /[、,，和跟与]\s*/ : /, and |, | and | & | \+ /);
      const isName = (one: string) => (/\p{Script=Han}/u.test(one) ? placesIn(one).length === 0 : isPerson(one));
      if (!each.every(isName)) return said;
      const type = INFANT.test(said) ? 'infant' : CHILD.test(said) ? 'child' : 'adult';
      names.push(...each.map((name) => ({ name, type }) as const));
      return new RegExp(RELATION, 'i').test(said) ? said.replace(found, '') : '';
    });
  return { names, rest };
}

/** The names by which a person is called: the whole one, and the given one. */
export const callsOf = (name: string): readonly string[] =>
  /\p{Script=Han}/u.test(name)
    ? [name, ...(name.length > 2 ? [name.slice(-2)] : [])]
    : [
        name,
        ...name
          .split(' ')
          .slice(0, 1)
          .filter((given) => given.length > 2),
      ];

/** New names beside those that were known: one that shares its given or family name with a known one corrects it. */
export function withNames(known: readonly Passenger[], names: readonly Passenger[], wanted: number): Passenger[] {
  if (known.length === 0 || names.length >= wanted) return [...names];
  const alike = (a: string, b: string) => a.split(' ').some((word) => b.split(' ').includes(word));
  const all = [...known];
  for (const one of names) {
    const at = all.findIndex(({ name }) => name === one.name || (all.length >= wanted && alike(name, one.name)));
    const before = all[at];
    if (before === undefined) all.push(one);
    else all[at] = { ...before, name: one.name };
  }
  return all;
}
