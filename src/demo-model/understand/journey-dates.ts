/** Which named day is for the way out and which for the way back. */
import { addDays, type Day, weekday } from './calendar.ts';
import { type DateMention, findDates } from './dates.ts';
import { NUMBER, readNumber } from './numbers.ts';
import { type Reading, shifted, taken } from './reading.ts';

export interface JourneyDates {
  readonly date?: Day;
  /** The words for `date`. */
  readonly dateSaid?: string;
  readonly returnDate?: Day;
  readonly trip?: 'one-way' | 'return';
  /** Whether today has to be known to say so. */
  readonly relative: boolean;
}

export interface DateContext {
  readonly today: Day;
  /** What stands so far. */
  readonly date?: Day;
  /** The first day of a month named before: "the 15th" is of that month. */
  readonly notBefore?: Day;
  readonly awaiting?: 'date' | 'return' | undefined;
}

const ROUND_TRIP =
  /往返|来回|双程|回程|返程|\b(?:round[- ]?trip|return (?:flight|ticket|trip)s?|there and back|and (?:come |fly )?back|both ways)\b/i;
const ONE_WAY =
  /单程|不(?:用|要|买|需要)?(?:往返|返程|回程|回来)|只(?:要|订|买)?去程|\b(?:one[- ]?way|no return|outbound only|without (?:a )?return)\b/i;
const BACK_AFTER = /^\s*(?:的)?\s*(?:早上|上午|中午|下午|晚上|傍晚|左右)?\s*(?:的)?(?:飞|再|就|要)?\s*(?:回|返)/;
const BACK_BEFORE =
  /(?:(?:返程|回程|回来|返回|返|回)(?:的)?(?:时间|日期|航班)?(?:是|改成|改到|改为|改|换成|在|定在|,|，|:)?|\b(?:return(?:ing|s)?|back|come home|inbound|way back)(?:\s+(?:date|flight|trip))?(?:\s+(?:to|is|on|by|until|should be|will be|at))*)\s*$/i;
const STAY = new RegExp(
  `(?:玩|待|呆|住|停留)(?:上)?\\s*(${NUMBER})\\s*个?(天|晚|周|星期)|\\bfor (?:about )?(${NUMBER}) (day|night|week)s?\\b|\\bstay(?:ing)? (?:for )?(${NUMBER}) (day|night|week)s?\\b|\\b(${NUMBER})[- ](day|night|week)s? (?:trip|stay|visit|holiday|vacation|break)\\b`,
  'i',
);
/** "from Friday to Saturday" of a change names the old day first. */
const CHANGES = /改|换成|不是|\b(?:change|move|switch|instead of|not)\b/i;

export function findJourneyDates(message: string, context: DateContext, reading?: Reading): JourneyDates {
  // Where a day was asked for, "the 15th" is one.
  const text =
    context.awaiting === undefined ? message : message.replace(/^\s*(?=the \d{1,2}(?:st|nd|rd|th)\b)/i, 'on ');
  // "for 5 days" is how long, not until when.
  const own: Reading = { used: [], refused: [] };
  const stay = STAY.exec(text);
  // Not by spaces alone: chrono (2.10) finds no day before a run of them.
  const rest = stay === null ? text : text.replace(stay[0], (said) => ';'.repeat(said.length));
  const mentions = findDates(rest, context.today);
  const back = mentions.filter((mention) => isBack(text, mention));
  const out = mentions.filter((mention) => !back.includes(mention));
  const round = taken(ROUND_TRIP.exec(text), own) !== null;
  const trip = taken(ONE_WAY.exec(text), own) !== null ? 'one-way' : round || back.length > 0 ? 'return' : undefined;
  const relative = mentions.some((mention) => mention.relative);

  const leaving = CHANGES.test(text) ? out.at(-1) : out[0];
  let outward = leaving?.date;
  if (context.awaiting === 'date' && context.notBefore !== undefined && leaving?.fromDeparture === false) {
    outward = leaving.after(addDays(context.notBefore, -1));
  }
  let homeward: DateMention | undefined = back.at(-1);
  const [first, second] = out;
  if (homeward === undefined && out.length === 2 && !CHANGES.test(text) && second?.date !== first?.date) {
    homeward = second;
  }
  if (homeward === undefined && out.length === 1 && context.awaiting === 'return' && trip !== 'one-way') {
    homeward = out[0];
    outward = undefined;
  }
  const from = outward ?? context.date;
  let returnDate = homeward?.date;
  if (
    homeward !== undefined &&
    returnDate !== undefined &&
    from !== undefined &&
    (homeward.fromDeparture || returnDate < from)
  ) {
    returnDate = homeward.after(from);
  }
  if (returnDate === undefined && from !== undefined) {
    returnDate = afterStay(stay, from);
  }
  // How long one stays is the day of return, once the day of leaving is known.
  if (stay !== null && returnDate === undefined) own.refused.push({ index: stay.index, length: stay[0].length });
  else taken(stay, own);
  for (const mention of [...(outward === undefined ? [] : [leaving]), homeward])
    if (mention) (isOtherWeekday(text, mention) ? own.refused : own.used).push(mention);
  reading?.used.push(...shifted(own.used, message.length - text.length));
  reading?.refused.push(...shifted(own.refused, message.length - text.length));
  return {
    relative,
    ...(outward === undefined ? {} : { date: outward, dateSaid: saidBy(text, leaving).replace(/[,，]$/, '') }),
    ...(returnDate === undefined || trip === 'one-way' ? {} : { returnDate }),
    ...(trip === undefined ? (returnDate === undefined ? {} : { trip: 'return' as const }) : { trip }),
  };
}

/** "Saturday 29 November" where that is a Sunday. */
function isOtherWeekday(text: string, mention: DateMention): boolean {
  const said = /\b(sun|mon|tue|wed|thu|fri|sat)[a-z]*\b.*\d|\d.*\b(sun|mon|tue|wed|thu|fri|sat)[a-z]*\b/i.exec(
    saidBy(text, mention),
  );
  const name = (said?.[1] ?? said?.[2])?.toLowerCase();
  return (
    name !== undefined && ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].indexOf(name) !== weekday(mention.date)
  );
}

function saidBy(text: string, mention: DateMention | undefined): string {
  return mention === undefined ? '' : text.slice(mention.index, mention.index + mention.length).trim();
}

function isBack(text: string, mention: DateMention): boolean {
  const said = text.slice(mention.index, mention.index + mention.length);
  if (/^(?:当[天日]|the same day|same-day)$/i.test(said)) return true;
  const before = text.slice(0, mention.index).replace(/\b(?:on\s*)?(?:the\s*)?(?:following\s*)?$/i, '');
  // 往返 and "round trip" say that there is a way back, not that the next word is its day.
  if (BACK_BEFORE.test(before.replace(/往返[\s,，]*$/, ''))) return true;
  const after = text.slice(mention.index + mention.length);
  return BACK_AFTER.test(after) && !/^\s*(?:的)?往返/.test(after);
}

function afterStay(match: RegExpExecArray | null, from: Day): Day | undefined {
  const [, ...said] = match ?? [];
  const [number = '', unit = ''] = said.filter((part) => part !== undefined);
  const count = readNumber(number);
  if (count === undefined) return undefined;
  return addDays(from, /周|星期|week/i.test(unit) ? count * 7 : count);
}
