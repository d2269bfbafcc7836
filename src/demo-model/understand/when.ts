/** Tells the day of departure from that of the return. */
import { addDays, addMonths, type Day, nextDate, weekday } from './calendar.ts';
import { monthIn } from './days.ts';
import { NEXT_DAY } from './places.ts';
import {
  ARRIVE,
  BACK,
  CORRECTION,
  EVENT,
  type Known,
  LEAVE,
  lastOf,
  OR,
  only,
  type Reading,
  type Slots,
  TAKEN,
} from './reading.ts';
import { readShift } from './shift.ts';
import { CLOCK, DAY, PART, PLACE } from './tokens.ts';

/** "The 19th back": what is said behind a day of the way back; "10 April back on the 20th" speaks of the next one. */
const IS_BACK_BEHIND = new RegExp(
  `^ ?(?:return|back|home)(?: home| flight| trip)?(?: to ${PLACE})?(?=\\s*(?:$|[,.;!?()]|(?:please|thanks|and|for|if|with|at|by|before|after|in the|${PART}|${CLOCK})))`,
  'i',
);
/** Reads the words around each day, or its place in the message where these tell nothing. */
export function readDays(
  reader: Reading,
  slots: Slots,
  unclear: Set<string>,
  today: Day,
  known: Known,
): readonly Day[] {
  const { tokens } = reader;
  const out: {
    days: readonly Day[];
    at: number;
    weekday?: number | undefined;
    back: boolean;
    text: string;
    event?: boolean;
    /** Least for a day of the flight; more for one to be there by, and for that of an event. */
    rank?: number;
  }[] = [];
  const first = known.trip.date;
  let near: Day | undefined;
  const signs = [...tokens.text.matchAll(new RegExp(DAY, 'g'))];
  const hasWeekday = signs.some(([sign]) => tokens.token(sign).day?.weekday !== undefined);
  // A lone day of a way that is named is the departure: "returning from Rome to Oslo on 6 January".
  const isLone =
    first === undefined &&
    known.trip.wantsReturn !== true &&
    !/same day|当天|\b(?:home|back) (?:by|before)\b/i.test(tokens.text) &&
    signs.length === 1 &&
    [...tokens.text.matchAll(new RegExp(PLACE, 'g'))].length > 1;
  // "In February", 一月底: where a day without a month is looked for.
  let about: string | undefined;
  for (const { 0: sign, index } of signs) {
    const { day, text } = tokens.token(sign);
    const month = day?.days.length === 0 && day.date === undefined ? monthIn(text, today) : undefined;
    if (month !== undefined) slots.month = month;
    near = day?.near ?? near;
    // "Around 12 Feb, Thu to Sun": the weekdays nearest to it are meant.
    const isAbout =
      /\b(?:around|about) (?:the )?$/i.test(tokens.text.slice(0, index)) || /^左右/.test(tokens.text.slice(index + 1));
    if (isAbout && day?.days.length === 1 && hasWeekday) [about, near] = [sign, day.days[0]];
  }
  // "The 14th … the 17th of Jan", "the 9th, January that is".
  const named = signs.map(([sign]) => tokens.token(sign).text).join(' ; ');
  const month =
    slots.month ??
    known.trip.month ??
    known.trip.cheapestOf ??
    monthIn(`${named} ; ${tokens.text.replace(/\bmay\b/g, '')}`, today) ??
    today;
  reader.each`(?:\b(?:on|for|from|leaving|departing|around|about|by|return(?:ing)?|com(?:e|ing) back|fly(?:ing)? back|back|home) )*(${DAY})(?:出发|走|去(?![\p{Script=Han}${PLACE.slice(1, -1)}])|起飞|动身|左右|那天|当天|的)*(?:再|就)?(?:飞)?(?:返程|回程|返回|回来|回去|回家|返|回(?=[${PLACE.slice(1, -1)}，,。\s]|$))?`(
    (match, index) => {
      const whole = match[0] ?? '';
      const sign = match[1] ?? '';
      const at = index + whole.indexOf(sign);
      const day = tokens.token(sign).day;
      if (day === undefined) return false;
      if (sign === about) return;
      const { before, after } = reader.clause(at);
      // "I need a return, on the 18th".
      const isAlone =
        (first !== undefined || out.length > 0) &&
        /(?<!\bno )(?:\breturn|\bback(?: home)?|回程|返程|回来?)呢?[,，。:：?？\n] ?(?:on |the |for |about |around )*$/i.test(
          tokens.text.slice(0, at),
        );
      const afterLast = (isAlone ? 'back ' : '') + before.slice(Math.max(lastOf(before, new RegExp(DAY)) + 1, 0));
      const isHomeward =
        /^[^,，。]{0,3}回/.test(after) &&
        known.trip.date === undefined &&
        known.trip.wantsReturn !== true &&
        out.every((one) => one.back) &&
        !new RegExp(DAY).test(tokens.text.slice(0, at)) &&
        !new RegExp(`${DAY}(?:${PART}|${CLOCK})*(?:出发|走|去|动身|飞)`).test(tokens.text.slice(at + 1));
      const isUntil =
        first !== undefined && out.length === 0 && /^\W*(?:and |then )?(?:until|till?|thru|through)\b/i.test(afterLast);
      const isSpan =
        day.weekday !== undefined &&
        out.length > 0 &&
        /^\s*(?:-|–|to|till?|until|thru|through|到|至)\s*(?:the )?$/i.test(afterLast);
      const back =
        isUntil ||
        isSpan ||
        (!isHomeward &&
          !isLone &&
          BACK.test(afterLast.replace(new RegExp(`${PLACE}[飞]?回(?=${PLACE})`, 'g'), '')) &&
          !/\breturn(?:s| trip| flights?| tickets?)?\b[^,]{0,40}(?:from|to|leaving|departing)\b(?!\s*(?:the )?$)/i.test(
            afterLast,
          )) ||
        (!isHomeward &&
          !isLone &&
          new RegExp(`^(?:再|就|要|得|必须|${PART}|${CLOCK}|[之以]?[前后]|左右)*(?:飞)?[回返]`).test(after)) ||
        IS_BACK_BEHIND.test(after);
      // "Arriving on the 15th": of the flight that leaves the day before.
      const leaves = out.findLast((one) => !one.back)?.days[0];
      if (leaves !== undefined && !back && ARRIVE.test(afterLast) && !LEAVE.test(afterLast)) {
        const isNext = day.days[0] === addDays(leaves, 1) || nextDate(day.date ?? 0, leaves) === addDays(leaves, 1);
        if (isNext) slots.arriveAfter = NEXT_DAY;
        if (isNext || day.days[0] === leaves) return;
      }
      const base = out.findLast((one) => !one.back)?.days[0] ?? first;
      const resolve = (date: number | undefined, days: readonly Day[]): readonly Day[] => {
        if (date === undefined) return days;
        const last = out.findLast((one) => one.days.length > 0);
        // "This Friday, the 4th": the same day.
        const isSame = last?.weekday !== undefined && last.days.length === 1 && Number(last.days[0]?.slice(8)) === date;
        if (isSame) return last.days;
        const isCorrected =
          CORRECTION.test(tokens.text.slice(last?.at ?? 0, at)) || (last === undefined && first !== undefined);
        const isOfLast = last?.back === back && (isCorrected || (last.rank ?? 0) > 0);
        const later = back ? base : last?.days[0];
        const start = isOfLast ? last.days[0] : back ? today : (first ?? month);
        const opening = start === today ? today : `${start?.slice(0, 7)}-01`;
        const from = isOfLast || later === undefined ? opening : addDays(later, 1);
        // Days beside a feast may be before it: 元旦放假，31号走.
        const eve = isOfLast && last.event === true ? addDays(last.days[0] ?? from, -9) : from;
        const [earliest = from] = [from, eve].sort();
        const found = nextDate(date, earliest < today ? today : earliest);
        return found === undefined ? [] : [found];
      };
      let days = resolve(day.date, day.days);
      // "12-4", after 3 December was said: the reading in the month that is known.
      const nearest = days.filter((one) => one.slice(0, 7) === first?.slice(0, 7));
      if (days.length === 2 && nearest.length === 1) days = nearest;
      // "There by Friday": a flight that lands after midnight is too late.
      const isBy =
        !back && new RegExp(`\\bby (?:${CLOCK} (?:on )?)?(?:the )?$`, 'i').test(before) && !LEAVE.test(before);
      if (isBy) slots.arriveBefore ??= '23:59';
      const isDeadline = isBy || new RegExp(`^(?:${PART}|${CLOCK})*[之以]?前[^，,。]*到`).test(after);
      // "Any weekend in March, out on Friday": which one is open.
      const isOfMonth = day.weekday !== undefined && days[0]?.startsWith(slots.month ?? '') === false;
      if (isOfMonth) days = [];
      // The one nearest to the weekend that is spoken of, or to the day that was known.
      const mid = near ?? (out.length === 0 && !back ? first : undefined);
      const close =
        mid === undefined || day.weekday === undefined
          ? undefined
          : addDays(mid, ((day.weekday - weekday(mid) + 10) % 7) - 3);
      const isNear = close !== undefined && close > today && !(back && base !== undefined && close <= base);
      if (isNear) days = [close];
      // A weekday after a day of departure is the first one after it.
      if (day.weekday !== undefined && back && base !== undefined && !isNear && !isOfMonth) {
        const [was] = known.trip.returnDate === undefined ? [] : [known.trip.returnDate];
        // Near the return that was known, else the first after the departure.
        days =
          was === undefined || out.length > 0
            ? [addDays(base, ((day.weekday - weekday(base) + 6) % 7) + 1)]
            : [addDays(was, ((day.weekday - weekday(was) + 10) % 7) - 3)];
      }
      const isDenied =
        /\b(?:not|can't do|cannot do|isn't|instead of|rather than|no|ends?|finish(?:es)?|is over)(?: on)?(?: the)? ?$|(?:不是|别|不要)$/i.test(
          tokens.text.slice(0, at),
        ) ||
        /^(?:走不开|请不到假|没假|不放假|不行|没空|不方便|不可以|还?[想要得]?(?:再)?(?:逛|开会|上班|加班|有事|有会))/.test(
          after,
        );
      if (isDenied) return;
      // "Wednesday is fine too", 周三也行: beside the day that was known.
      if (
        first !== undefined &&
        !back &&
        /^(?:'s| is| would be| works)? ?(?:also|(?:fine|ok|okay|possible) (?:too|as well))\b|^也/i.test(after)
      )
        days = [first, ...days];
      // "Before Monday": that day may be too late.
      if (/^[之以]?前(?!一|后)/.test(after) && days[0] !== undefined && days[0] > today && !back)
        days = [addDays(days[0], -1), days[0]];
      if (day.flex !== undefined) slots.flex = day.flex;
      const said = before + after;
      const event =
        !back &&
        ((day.feast === true && signs.length > 1) || (EVENT.test(said) && !LEAVE.test(said) && !/\bfly/i.test(said)));
      const rank = event ? 2 : isDeadline ? 1 : 0;
      out.push({ days, at, weekday: day.weekday, back, text: day.text, event, rank });
      const until =
        day.until ??
        (day.untilDate === undefined || days[0] === undefined
          ? undefined
          : [nextDate(day.untilDate, addDays(days[0], 1)) ?? '']);
      if (until !== undefined) out.push({ days: until, at, back: true, text: day.text, event });
      return;
    },
  );
  let readings: readonly Day[] = [];
  const choose = (slot: 'date' | 'returnDate', given: typeof out) => {
    const last = given.at(-1);
    if (last === undefined) return;
    const name = slot === 'date' ? 'date' : 'return';
    const certain = given.filter(({ days }) => days.length > 0);
    const different = only(certain.flatMap(({ days }) => days));
    const first = given[0];
    const between = tokens.text.slice((first?.at ?? 0) + 1, last.at);
    if (given.length > 1 && certain.length > 1 && different.length > 1 && !CORRECTION.test(between)) {
      // "12 December, Saturday": the weekday has to fit.
      const firm = certain.find((one) => one.weekday === undefined);
      const named = certain.find((one) => one.weekday !== undefined);
      if (firm?.days.length === 1 && named !== undefined && certain.length === 2 && !OR.test(between)) {
        if (weekday(firm.days[0] ?? today) === named.weekday) slots[slot] = firm.days[0] as Day;
        else unclear.add(name);
        return;
      }
      unclear.add(name);
      readings = different.slice(0, 2);
      return;
    }
    const used = CORRECTION.test(between) || certain.length === 0 ? last : (certain.at(-1) ?? last);
    if (used.days.length === 1) slots[slot] = used.days[0] as Day;
    else {
      unclear.add(name);
      readings = used.days;
    }
  };
  const certain = out.filter(({ days }) => days.length > 0);
  // 下旬回: its day is asked for.
  const isVagueReturn = (one: (typeof out)[0]) =>
    one.back && /旬|周|月|week|month|day/i.test(one.text) && certain.length < 2 && !certain.some(({ back }) => back);
  const used = certain.length > 0 ? out.filter((one) => one.days.length > 0 || isVagueReturn(one)) : out;
  const text = tokens.text;
  // 27号，不对，28号回: what is taken back was a day of the return, where that of the departure is known.
  const isTakenBack = ({ back, at }: (typeof out)[0], index: number) => {
    const next = used[index + 1];
    return first !== undefined && !back && next?.back === true && CORRECTION.test(text.slice(at + 1, next.at));
  };
  const kept = used.filter((one, index) => !isTakenBack(one, index));
  let [going, backs] = [kept.filter((one) => !one.back), kept.filter((one) => one.back)];
  // "The wedding is on the 16th, I fly the day before": the day of what one travels to is not that of the flight.
  const over = out.findLast((one) => one.event)?.days[0];
  const early = new RegExp(
    `\\b(?:(?<!\\bor )the (?:day|${PART})|(?:an?|(\\d)) days?) (?:before|early|earlier)\\b|(?:提前|前)(?:一|(\\d))天`,
    'i',
  ).exec(text);
  // "There by Thursday noon, leaving on Wednesday": any time of Wednesday is early enough.
  const least = Math.min(...going.map(({ rank = 0 }) => rank));
  const deadline = going.find(({ rank = 0 }) => rank === 1)?.days[0];
  going = going.filter(({ rank = 0 }) => rank === least);
  const [target] = going;
  if (least > 0 && target?.days[0] !== undefined && early !== null) {
    going = [{ ...target, days: [addDays(target.days[0], -Number(early[1] ?? early[2] ?? 1))] }];
    if (backs.length > 0) slots.wantsReturn = true;
    backs = backs.filter((one) => one.event !== true);
  }
  if (backs.some((one) => one.event !== true)) backs = backs.filter((one) => one.event !== true);
  // Two plain days: there and back, unless the second corrects the first or is another reading of it.
  if (going.length === 2 && backs.length === 0) {
    const [a, b] = going as [(typeof out)[0], (typeof out)[0]];
    const between = text.slice(a.at + 1, b.at);
    const isLater = (b.days[0] ?? '') > (a.days[0] ?? '~');
    const isSame =
      a.weekday !== undefined && b.weekday === undefined
        ? weekday(b.days[0] ?? today) === a.weekday
        : b.weekday !== undefined && weekday(a.days[0] ?? today) === b.weekday;
    if (
      isLater &&
      !CORRECTION.test(between) &&
      !OR.test(between) &&
      !isSame &&
      (b.weekday === undefined || a.weekday !== undefined) &&
      /^\s+$|[,，到至\-–~→/]|\bto\b|\b(?:un)?till?\b|\bthru\b|\bthrough\b|\band\b|\bback\b|\bhome\b|去|回/i.test(
        between,
      )
    )
      [going, backs] = [[a], [b]];
  }
  // "On the way back I'd stay longer, the 15th then": one day, and only the way back is spoken of.
  const isOfReturn =
    known.trip.returnDate !== undefined &&
    /\b(?:way back|(?:fly|go)(?:ing)? back|return(?: flight)?|flight (?:home|back)|coming home|come back|back home)\b|回程|返程|回来/i.test(
      text,
    ) &&
    !LEAVE.test(text) &&
    !/去程/.test(text);
  const asksReturn = (known.asks === 'return' || isOfReturn) && backs.length === 0 && going.length === 1;
  if (asksReturn) [going, backs] = [[], going];
  // "Return on 9 December, same day": the return is the kind of trip.
  if (going.length === 0 && backs.length === 1 && first === undefined && /same day|当天/.test(text)) going = backs;
  choose('date', going);
  if (deadline !== undefined && slots.arriveBefore !== undefined && slots.date !== undefined && slots.date < deadline) {
    if (deadline === addDays(slots.date, 1)) slots.arriveBefore += '+1';
    else delete slots.arriveBefore;
  }
  if (new RegExp(`\\bor the (?:day|${PART}) before\\b|或者?前[一1](?:[天晚]|${PART})`).test(text)) {
    delete slots.date;
    unclear.add('date');
  }
  choose('returnDate', backs);
  // "The 5th or the 6th of January?": the answer is a day of that month.
  const [reading] = readings;
  if (reading !== undefined) slots.month ??= reading.slice(0, 7);
  const start = slots.date ?? first;
  readShift(reader, slots, known);
  // "Ten nights", "back three days later", 玩五天, counted from the day of departure.
  const backOn = (day: Day) => {
    slots.returnDate ??= day;
    slots.wantsReturn = true;
  };
  const stay = (days: number) => {
    if (start === undefined) slots.nights = days;
    else backOn(addDays(start, days));
    slots.wantsReturn = true;
  };
  reader.each`(?:玩|待|住)?\d{1,2}天(\d{1,2})晚(?:上)?|\b\d{1,2} days?,? (?:and |& )?(\d{1,2}) nights?\b`(
    ([, zh, en]) => stay(Number(zh || en)),
  );
  reader.each`\b(?:(?:stay(?:ing)?|for|about|roughly|around|return(?:ing)?|(?:com(?:e|ing) )?(?:back|home)|there|away)[ ,]*(?:for |after |in )?)*(an?|\d{1,2}) (night|day(?! trip| return)|week|fortnight|month)s?(?: later| after(?:wards)?| away| there| stay| in total| or so)?\b(?! (?:before|earlier|either|from|ago|old|notice|after|late))|(?:去|玩|待|呆|住|逛|停留|过|一共|总共)*(?<![前后任意何哪的])(?<!任[意何])(\d{1,2})(天|晚|个晚上|周(?!年)|个?星期|个?礼拜|个月)(?:[之以]?后)?(?:再|就)?(?:回来|返回|返程|回程|回)?|\b(?:for|stay(?:ing)?) (a) (fortnight)\b`(
    ([said = '', en, unit = '', zh, zhUnit = '', one, fortnight = ''], index) => {
      if (
        /前后|早|晚\d|推迟|提前|\b(?:first|last|next|within|past|coming|few) $/i.test(reader.clause(index).before) ||
        (slots.flex !== undefined && /\bdays?\b/i.test(said) && !/for|stay|back|return/i.test(said))
      )
        return false;
      const n = Number(/\d+/.exec(`${en} ${zh}`)?.[0] ?? 1);
      if (
        !/\d|for|stay|back|return|later|away|there|or so/i.test(said) &&
        one === '' &&
        !/[,;，] ?$/.test(tokens.text.slice(0, index))
      )
        return false;
      const days = n * (/week|周|星期|礼拜/i.test(unit + zhUnit) ? 7 : /fortnight/i.test(unit + fortnight) ? 14 : 1);
      // 玩五天 ends on the fifth day; "five nights" and 后回来 are counted.
      if (/month|月/i.test(unit + zhUnit))
        return start !== undefined && /\bfor|stay|[住待玩呆]/i.test(said + reader.clause(index).before.slice(-9))
          ? backOn(addMonths(start, n))
          : false;
      if (/太[久长短]|\btoo (?:long|short)\b/i.test(tokens.text)) delete slots.returnDate;
      return slots.returnDate !== undefined ? undefined : stay(days);
    },
  );
  reader.each`\b(?:and )?(?:return(?:ing)?|(?:come |coming )?back|home)(?: home)? (?:on )?(?:the )?(?:next day|day after|following day)\b|(?:第2天|第二天|次日|隔天|转天)(?=[${PART.slice(1, -1)}${TAKEN}]*(?:就|再)?(?:回来|返回|返程|回))`(
    () => (over === undefined ? stay(1) : backOn(addDays(over, 1))),
  );
  reader.each`\b(?:and )?(?:return(?:ing)?|back|home)(?: home)?(?: on| in)?(?: the)? same (?:day|night)\b|\b(?:back|home|return(?:ing)?)(?: home)?(?: on| in)?(?: the)? same (?=${PART})|\bsame day (?:back|return)|\bsame[- ]day return\b|\bday (?:trip|return)\b|一日游|\b(?:there and back )(?:in|on) (?:one|a|the same) day\b|当天(?:就|再)?${PART}?(?:就|再|还|得|要|赶)*(?:往返|来回|返回|回来|回)`(
    () => stay(0),
  );
  if (slots.returnDate !== undefined || (backs.length > 0 && slots.wantsReturn !== false))
    slots.wantsReturn = slots.wantsReturn ?? true;
  if (slots.date !== undefined && slots.returnDate !== undefined && slots.returnDate < slots.date) {
    // "30 December, back 3 January" is over the turn of the year; anything else runs backwards.
    const nextYear = `${Number(slots.returnDate.slice(0, 4)) + 1}${slots.returnDate.slice(4)}`;
    const isDated = /\d/.test(backs[0]?.text ?? '') && !/20\d\d/.test(backs[0]?.text ?? '');
    const named = backs.length === 1 ? backs[0]?.weekday : undefined;
    if (named !== undefined) slots.returnDate = addDays(slots.date, ((named - weekday(slots.date) + 6) % 7) + 1);
    else if (isDated && nextYear <= addDays(slots.date, 330)) slots.returnDate = nextYear;
    else {
      delete slots.returnDate;
      unclear.add('return');
    }
  }
  reader.each`\b(?:and )?(?:(?:we(?:'d)?|i(?:'d)?) )?(?:return(?:ing)?|(?:com(?:e|ing) |fly(?:ing)? |head(?:ing)? )?back(?! to (?:economy|business|first|premium))(?: home)?|com(?:e|ing) home)\b|(?:返程|回程|回来|返回)`(
    ([said = ''], index) => {
      const isBehind = index > tokens.text.search(new RegExp(DAY));
      if (!isLone || isBehind || /^and back$/i.test(said)) slots.wantsReturn ??= true;
    },
  );
  return readings;
}
