/** Which named day is for the way out and which for the way back. */
import { addDays, type Day } from './calendar.ts';
import { type DateMention, findDates } from './dates.ts';
import { blank } from './normalise.ts';
import { NUMBER, readNumber } from './numbers.ts';

export interface JourneyDates {
  readonly date?: Day;
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
  `(?:玩|待|呆|住|停留)(?:上)?\\s*(${NUMBER})\\s*个?(天|晚|周|星期)|\\bfor (?:about )?(${NUMBER}) (day|night|week)s?\\b|\\bstay(?:ing)? (?:for )?(${NUMBER}) (day|night|week)s?\\b`,
  'i',
);
/** "from Friday to Saturday" of a change names the old day first. */
const CHANGES = /改|换成|不是|\b(?:change|move|switch|instead of|not)\b/i;

export function findJourneyDates(message: string, context: DateContext): JourneyDates {
  // Where a day was asked for, "the 15th" is one.
  const text =
    context.awaiting === undefined ? message : message.replace(/^\s*(?=the \d{1,2}(?:st|nd|rd|th)\b)/i, 'on ');
  // "for 5 days" is how long, not until when.
  const stay = STAY.exec(text);
  const rest = stay === null ? text : blank(text, [{ index: stay.index, length: stay[0].length }]);
  const mentions = findDates(rest, context.today);
  const back = mentions.filter((mention) => isBack(text, mention));
  const out = mentions.filter((mention) => !back.includes(mention));
  const round = ROUND_TRIP.test(text);
  const trip = ONE_WAY.test(text) ? 'one-way' : round || back.length > 0 ? 'return' : undefined;
  const relative = mentions.some((mention) => mention.relative);

  const leaving = CHANGES.test(text) ? out.at(-1) : out[0];
  let outward = leaving?.date;
  if (context.awaiting === 'date' && context.notBefore !== undefined && leaving?.fromDeparture === false) {
    outward = leaving.after(addDays(context.notBefore, -1));
  }
  let homeward: DateMention | undefined = back.at(-1);
  if (homeward === undefined && out.length === 2 && !CHANGES.test(text)) homeward = out[1];
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
  returnDate ??= from === undefined ? undefined : afterStay(text, from);
  return {
    relative,
    ...(outward === undefined ? {} : { date: outward }),
    ...(returnDate === undefined || trip === 'one-way' ? {} : { returnDate }),
    ...(trip === undefined ? (returnDate === undefined ? {} : { trip: 'return' as const }) : { trip }),
  };
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

function afterStay(text: string, from: Day): Day | undefined {
  const match = STAY.exec(text);
  const count = readNumber(match?.[1] ?? match?.[3] ?? match?.[5] ?? '');
  const unit = match?.[2] ?? match?.[4] ?? match?.[6] ?? '';
  if (count === undefined) return undefined;
  return addDays(from, /周|星期|week/i.test(unit) ? count * 7 : count);
}
