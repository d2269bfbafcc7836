/** How many travel. */
import { NUMBER, readNumber } from './numbers.ts';
import { type Reading, taken } from './reading.ts';

export interface Party {
  readonly adults?: number;
  readonly children?: number;
  /** The children are among those spoken of before. */
  readonly among?: true;
}

const CHILD =
  '(?:儿童|小孩子?|孩子|小朋友|娃|宝宝|婴儿|儿子|女儿|\\bchild(?:ren)?\\b|\\bkids?\\b|\\bsons?\\b|\\bdaughters?\\b|\\binfants?\\b|\\bbab(?:y|ies)\\b)';
const ADULT = '(?:成人|大人|成年人|老人|\\badults?\\b|\\bgrown-?ups?\\b)';
const PERSON = '(?:个?人(?!民)|位(?!置)|名?(?:乘客|旅客)|\\b(?:people|persons?|passengers?|travell?ers?|of us)\\b)';
const TICKET = '(?:张(?:机?票)?|\\b(?:tickets?|seats?)\\b)';

const counted = (what: string) => new RegExp(`(${NUMBER})\\s*(?:个|位|名)?\\s*${what}`, 'i');
const CHILDREN = counted(CHILD);
const ADULTS = counted(ADULT);
const PEOPLE = counted(PERSON);
const TICKETS = counted(TICKET);
const WITH_CHILD = new RegExp(
  `(?:带[着了]?|和|跟|\\bwith|\\band)\\s*(?:我的?|我们的?|个|my |our |a )?(?:${CHILD})`,
  'i',
);

const BIG_AND_SMALL = /([\d一二两三四五六])\s*大\s*([\d一二两三四])\s*小/;
const FAMILY = /一家([三四五六]|\d)口/;
const PAIR =
  /(?:我们|咱们?|夫妻|夫妇|两口子?|情侣|姐妹|兄弟|母子|父子|母女|父女)俩|小两口|夫妻|夫妇|情侣|\b(?:a|young|married) couple\b|\bus two\b/i;
const PARTY_OF =
  /\b(?:party|group|family) of (\w+)\b|\bwe(?:'re| are) (two|three|four|five|six|seven|eight|nine|[2-9])\b/i;
const AMONG = new RegExp(
  `^\\s*(?:其中|里面)(?:有)?(${NUMBER})?\\s*(?:个|位|名)?(?:人)?(?:是)?${CHILD}|^\\W*(${NUMBER}) of (?:us|them) (?:is|are) (?:a |an )?${CHILD}`,
  'i',
);
const ALONE = /就?我?(?:自己)?一个人|就我(?:自己)?|我自己|\b(?:just|only) (?:for )?me\b|\bmyself\b|\balone\b|\bsolo\b/i;
const COMPANION =
  '(?:老婆|老公|妻子|丈夫|太太|先生|爱人|女朋友|男朋友|女友|男友|朋友|同事|对象|爸爸?|妈妈?|父亲|母亲|哥哥?|姐姐?|弟弟?|妹妹?|\\b(?:wife|husband|partner|girlfriend|boyfriend|friend|colleague|mother|father|mom|mum|dad|brother|sister)\\b)';
const TOGETHER = new RegExp(
  `(?:我(?:和|跟|与|带)(?:我的?)?|和我|带我?|\\bme and |\\band me\\b|\\bmy |\\bwith my )\\s*(?:my )?${COMPANION}`,
  'i',
);
const PARENTS = /(?:我)?(?:和|跟|带)?(?:我)?(?:的)?(?:爸妈|父母)|\bmy parents\b/i;
const FOR_NUMBER =
  /\bfor (two|three|four|five|six|seven|eight|nine|[2-9])\b(?!\s*(?:days?|nights?|weeks?|months?|hours?|o'clock|am|pm|:))/i;

/** 老婆孩子, "my wife and son": the child stands beside whoever comes along. */
const FAMILY_ALONG = new RegExp(
  `${COMPANION}\\s*(?:和|跟|、|带|\\band (?:my |our |the )?)?\\s*(?:个|我们?的?)?(?:${CHILD})|妻儿`,
  'i',
);

/** 我妈和我, "my mother and I". */
const COMPANION_AND_ME = new RegExp(
  `${COMPANION}\\s*(?:和|跟|与|、|\\band )\\s*(?:我(?!的|们)|me\\b|I\\b|myself\\b)`,
  'i',
);
/** Sold no ticket of their own: whoever mentions one is told that it was not counted as such. */
const INFANT = new RegExp(
  `(?:${NUMBER}\\s*(?:个|位|名)?\\s*)?(?:婴儿|\\binfants?\\b|\\bbab(?:y|ies)\\b)|(?:孩子|宝宝|娃)?(?:${NUMBER})个月大?(?![后以内之])|\\b(?:${NUMBER})[- ]months?[- ]old\\b`,
  'i',
);
const CHILD_AGE_ZH = /(?:孩子|小孩|儿童|小朋友)?(?:今年)?(?:[2-9]|1[01]|[二三四五六七八九十]|十一)岁/;
/** Of a child that is counted already: 2 to 11 years. */
const CHILD_AGE =
  /\b(?:(?:he|she|they)(?:'s| is| are)? |age[ds]? |is )?(?:[2-9]|1[01])(?:[- ]years?[- ]olds?| years? of age)?\b(?!\s*(?:am|pm|:|days?|nights?|weeks?))|(?<!\d)(?:[2-9]|1[01]|[二三四五六七八九十]|十一)岁/i;

export function findParty(text: string, reading?: Reading): Party {
  const exec = (pattern: RegExp) => {
    for (const match of text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))) taken(match, reading);
    return pattern.exec(text);
  };
  const infant = INFANT.exec(text);
  if (infant !== null) reading?.refused.push({ index: infant.index, length: infant[0].length });
  const both = exec(BIG_AND_SMALL);
  if (both !== null) exec(CHILD_AGE_ZH);
  if (both !== null) return { adults: readNumber(both[1] ?? '') ?? 1, children: readNumber(both[2] ?? '') ?? 0 };
  const along = () => (exec(WITH_CHILD) ?? exec(FAMILY_ALONG)) !== null;
  const children = count(exec(CHILDREN)) ?? (along() ? 1 : undefined);
  const among = exec(AMONG);
  if (children !== undefined || among !== null) {
    const age = /岁|years?|\b(?:he|she|they|aged?)\b/i.test(text) ? CHILD_AGE.exec(text) : null;
    taken(age, reading);
  }
  if (among !== null) return { children: readNumber(among[1] ?? among[2] ?? '') ?? 1, among: true };
  const adults = count(exec(ADULTS)) ?? companions(text, children, exec);
  return { ...(adults === undefined ? {} : { adults }), ...(children === undefined ? {} : { children }) };
}

type Exec = (pattern: RegExp) => RegExpExecArray | null;

function companions(text: string, children: number | undefined, exec: Exec): number | undefined {
  const family = exec(FAMILY);
  const party = exec(PARTY_OF);
  const members = readNumber(family?.[1] ?? party?.[1] ?? party?.[2] ?? '');
  // Said as a whole; the children among them, where nothing else is said, are all but two.
  if (members !== undefined) return children === undefined ? members : Math.max(1, members - children);
  const people = count(exec(PEOPLE)) ?? readNumber(exec(FOR_NUMBER)?.[1] ?? '') ?? explicitTickets(exec);
  if (people !== undefined) {
    // "两个人带一个孩子" are three; "三个人，其中一个孩子" are three as well.
    const within =
      children !== undefined && people > children && exec(/其中|包括|\bincluding\b|\bone of (?:them|us)\b/i) !== null;
    exec(TOGETHER);
    exec(COMPANION_AND_ME);
    exec(PARENTS);
    return within ? people - children : people;
  }
  if (exec(PARENTS) !== null) return /我(?:和|跟|带)|和我|\band me\b|\bme and\b|\bwith my\b/i.test(text) ? 3 : 2;
  const pair = [TOGETHER, COMPANION_AND_ME, PAIR].filter((pattern) => exec(pattern) !== null);
  if (pair.length > 0) return 2;
  return exec(ALONE) !== null ? 1 : undefined;
}

/** "a ticket" and 一张票 are ways to speak, not a number. */
function explicitTickets(exec: Exec): number | undefined {
  const tickets = count(exec(TICKETS));
  return tickets === 1 ? undefined : tickets;
}

function count(match: RegExpExecArray | null): number | undefined {
  return match === null ? undefined : readNumber(match[1] ?? '');
}
