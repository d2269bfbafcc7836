import { NEXT_DAY } from './places.ts';
import { ARRIVE, BACK, type Known, LEAVE, lastOf, type Reading, type Slots } from './reading.ts';
import { CLOCK, DAY, PART, PLACE } from './tokens.ts';

const STARTS =
  /\b(?:starts?|begins?|meets|meeting|appointment|interview|wedding|ceremony|exam|court|lecture)\b|(?<!不|机)会(?!员|不会)|婚礼|面试|考试|上课|开始/i;
/** "By Thursday noon". */
const BY_DAY = new RegExp(`\\b(?:by|before) (?:the )?${DAY} $`, 'i');
/** Said of the arrival of an overnight flight. */
const IS_NEXT_DAY = /\b(?:next|following) (?:day|morning)\b|\bday after\b|第[二2]天|次日|隔天/i;
/** "Red-eye is fine" asks for none. */
const IS_FINE =
  /^的?(?:航班)?(?:'s)? ?(?:(?:flights? )?(?:is|are|would be) )?(?:ok|okay|fine|也?可以|也行|都行|没问题|无所谓)/i;
/** 八点以前起飞的不要: the times before it are refused. */
const IS_REFUSED =
  /^[之以]?[前后](?:出发|起飞|走|飞)?的?(?:航班|飞机)?(?:都)?(?:不(?:要|行|想|考虑|能)|别|走不了|起不来)(?!从|坐|走|落|在|经|转|去|飞|[\ue000-\ue2ff])/;
/** Reads times: each belongs to the arrival or the departure that its clause speaks of, on the way out or back. */
export function readTimes(reader: Reading, slots: Slots, wish: (slot: string, at: number) => void, known: Known): void {
  const { tokens } = reader;
  const isSameDay =
    ([...tokens.text.matchAll(new RegExp(DAY, 'g'))].length < 2 ||
      /\b(?:same|that) (?:day|morning)\b|当[天日]/i.test(tokens.text)) &&
    !/\b(?:day|night|evening|days) (?:before|earlier)\b|[前]一?\d?[天晚]|提前/i.test(tokens.text);
  const BEFORE =
    "(?:by|before|until|till?|no later than|not later than|at the latest(?: by)?|latest (?:arrival|departure)(?: at| is|:)?|latest(?: by)?|in time for|there for|for|earlier than|prior to|not after|nothing after|don't (?:want to )?(?:arrive|land|leave) after|最晚|不晚于|最迟|早于)";
  const AFTER =
    '(?:after|past|from|no earlier than|not earlier than|not before|nothing before|later than|since|earliest|at the earliest|any ?time after|最早|不早于|晚于)';
  const isArrival = (index: number, after: string) => {
    const clause = reader.clause(index);
    const [before, all] = [clause.before, clause.all].map((said) =>
      said.replace(new RegExp(`${PLACE}到(?=${PLACE})`, 'g'), ''),
    ) as [string, string];
    if (/^(?:[之以]?[前后])?(?:必须|一定|就|再|要|得|能)*(?:到|抵|落地|赶到)/.test(after)) return true;
    if (
      /^(?:[之以]?[前后])?(?:再|就|左右)?(?:出发|起飞|走|飞|的|从)/.test(after) ||
      new RegExp(`^${PLACE}(?:飞|到|去)`).test(after)
    )
      return false;
    if (/\bhome (?:by|before) ?$/i.test(before)) return true;
    const [arrive, leave] = [lastOf(before, ARRIVE), lastOf(before, LEAVE)];
    if (arrive >= 0 || leave >= 0) return arrive > leave;
    if (!LEAVE.test(all) && !ARRIVE.test(all) && known.trip.arriveBefore !== undefined) return !isBack(index);
    return ARRIVE.test(all) && !/\b(?:leav|depart)/i.test(all);
  };
  const days = [...tokens.text.matchAll(new RegExp(DAY, 'g'))].map(([sign]) => tokens.token(sign).day);
  const hasReturn = known.trip.returnDate !== undefined || days.length > 1 || days[0]?.until !== undefined;
  const isBack = (index: number) => {
    const clause = reader.clause(index);
    const { after } = clause;
    const start = index - clause.before.length;
    // "We come back on the 10th, late afternoon": a time alone is of the words before it.
    const isAlone =
      start > 0 &&
      /^[\s,，]*(?:(?:还|也|仍)(?:是|在)?|都|就)*(?:(?:and|(?:that|this) (?:one|flight)|should|must|(?:has|needs|ought) to|in|the|at|around|about|after|past|before|late|later|early|earlier|than|no|not|arriv\w*|land\w*|leav\w*|depart\w*) )*$/i.test(
        clause.before,
      );
    const lead = tokens.text.slice(0, start).replace(/(?:[\s,，、。;；:：!！?？.]|\b(?:and|then|so|but))+$/i, '');
    const before = isAlone && lead !== '' ? reader.clause(lead.length - 1).all + clause.before : clause.before;
    // "Home by eight": of the way back, where there is one.
    const isHome = /\b(?:home|back|be) (?:by|before)|到家/i.test(before + after);
    return (
      (hasReturn && /\b(?:home|back) (?:by|before)|到家/i.test(before + after)) ||
      (BACK.test(before) && (!isHome || new RegExp(DAY).test(before + after))) ||
      /^\s*(?:[之以]?[前后]|左右)?(?:再|就|还|要|得|能|赶|飞|必须|一定|的)*(?:回|返)|^ (?:one|flight) (?:back|home)\b/.test(
        after,
      )
    );
  };
  const evenings = [...tokens.text.matchAll(new RegExp(PART, 'g'))].filter(
    ([sign]) => tokens.token(sign).part?.after === '18:00',
  );
  // "After eight", where the evening was asked for.
  const inContext = ({ time, text }: ReturnType<typeof tokens.token>, at: number): string | undefined => {
    const isEvening = isBack(at)
      ? evenings.some(({ index }) => isBack(index))
      : evenings.length > 0 && !BACK.test(tokens.text);
    const isBare = time !== undefined && time < '12:00' && !/m\b|早|上午|凌晨|morning|:|^0/i.test(text);
    const isLate = (known.trip.departAfter ?? '') >= '12:00' && known.trip.departAfter !== NEXT_DAY;
    return isBare && (isLate || isEvening) ? `${Number(time.slice(0, 2)) + 12}${time.slice(2)}` : time;
  };
  const set = (arrives: boolean, end: 'After' | 'Before', value: string | undefined, at: number) => {
    if (value === undefined) return;
    const slot = `${arrives ? 'arrive' : 'depart'}${end}` as const;
    const isBoth = /\bboth (?:ways|flights|directions)\b|(?:来回|去回|往返|两程)都/i.test(reader.clause(at).all);
    // "After six in the evening, there before nine".
    const isLate = end === 'Before' && value < '12' && slots.departAfter !== undefined && value < slots.departAfter;
    const next = arrives && !value.includes('+') && IS_NEXT_DAY.test(reader.clause(at).all) ? '+1' : '';
    const time = (isLate ? `${Number(value.slice(0, 2)) + 12}${value.slice(2)}` : value) + next;
    const isReturn = isBack(at);
    if (isReturn || isBoth) slots[`return${arrives ? 'Arrive' : 'Depart'}${end}`] = isReturn ? value : time;
    if (isReturn && !isBoth) return;
    slots[slot] = time;
    wish(slot, at);
  };
  reader.each`\bbetween (${CLOCK}) and (${CLOCK})|(${CLOCK})\s*(?:-|–|to|到|至)\s*(${CLOCK})(?:之间)?`(
    ([whole = '', a, b, c, d], at) => {
      const tail = /[之间的 ]*([^,，。]*)/.exec(reader.tokens.text.slice(at + whole.length))?.[1] ?? '';
      const arrives = isArrival(at, tail) && !/^(?:出发|起飞|走)/.test(tail);
      set(arrives, 'After', tokens.token(a || c || '').time, at);
      set(arrives, 'Before', tokens.token(b || d || '').time, at);
    },
  );
  reader.each`(?:(${BEFORE})|(${AFTER})|\b(?:at|around|about)) ?(${CLOCK})(?:[之以]?(前|后|左右)(?:再|就|必须|要|得|能|的)*(?:到达|抵达|落地|到家|到|出发|起飞|走)?(?:就行|就可以|就好|都行|即可|吧)?)?|(${CLOCK})(?: (?:at the latest|latest|or earlier))|(${CLOCK}) or later|(?:在)?(${CLOCK})[之以]?(前|后|左右)?(?:再|就|必须|要|得|能|的|一定)*(?:到达|抵达|落地|赶到|到家|到|出发|起飞|走)?(?:就行|就可以|就好|都行|即可|吧)?`(
    (match, at) => {
      const [whole = '', before = '', after = '', one, side, latest, onwards, other, otherSide] = match;
      const sign = one || latest || onwards || other || '';
      const index = at + whole.indexOf(sign);
      const time = inContext(tokens.token(sign), index);
      const tail = reader.tokens.text.slice(index + 1);
      const context = reader.clause(index);
      if (
        time === undefined ||
        /\b(?:work|works|working|finish|shift|opens?|ends?|(?:i'm|i am|we're|gets?) off)\b[^,]*$/i.test(
          context.before,
        ) ||
        /^才(?!出发|起飞|走|飞)/.test(tail)
      )
        return false;
      // "A meeting at three": one has to be there by then, where it is on the day of the flight.
      if (STARTS.test(context.all)) {
        if (isSameDay && !isBack(index)) slots.arriveBefore ??= time;
        return;
      }
      const arrives = isArrival(index, tail);
      const isDenied =
        /\b(?:not|cannot|nothing|no flights?|never)\b|n't\b|不(?:要|想|能|走)|别|走不了/i.test(
          context.before +
            (IS_REFUSED.test(context.after) ? context.after : '') +
            (/\b(?:put|book|give|get) (?:me|us)\b/i.test(context.before)
              ? (/[^.!?]*$/.exec(reader.tokens.text.slice(0, index))?.[0] ?? '')
              : ''),
        ) && !/no later|not later|no earlier|not earlier|not before|not after|nothing/i.test(before + after);
      const end =
        latest || before || side === '前' || otherSide === '前' || BY_DAY.test(context.before)
          ? 'Before'
          : after || onwards || side === '后' || otherSide === '后'
            ? 'After'
            : undefined;
      if (/^(?:not after|nothing after|don't)/i.test(before)) return set(arrives, 'Before', time, index);
      if (end !== undefined) {
        // A bare "by" is a time to be there.
        const isThere =
          arrives ||
          ((/^by$/i.test(before) || BY_DAY.test(context.before)) && !LEAVE.test(context.before)) ||
          (end === 'Before' && isBack(index) && /\b(?:home|back) $/i.test(context.before));
        return set(isThere, isDenied ? (end === 'Before' ? 'After' : 'Before') : end, time, index);
      }
      // "At 3 pm": an hour either way is what a person means.
      const [hour = 0] = time.split(':').map(Number);
      const clock = (value: number) => `${String(Math.min(23, Math.max(0, value))).padStart(2, '0')}:${time.slice(3)}`;
      set(arrives, 'After', clock(hour - 1), index);
      return set(arrives, 'Before', clock(hour + 1), index);
    },
  );
  reader.each`(?:\b(?:in|on|during) )?(${PART})(?:的)?(?:航班|飞机|flights?|出发|起飞|走|到)?`((match, at) => {
    const sign = match[1] ?? '';
    const index = at + (match[0] ?? '').indexOf(sign);
    const part = tokens.token(sign).part;
    const { before, after } = reader.clause(index);
    const isGreeting =
      /\b(?:good|hi|hello) ?$/i.test(before) || /^好/.test(after) || (index === 0 && /^.[!,.]/.test(tokens.text));
    if (
      part === undefined ||
      isGreeting ||
      IS_FINE.test(after) ||
      /^[^,，。]{0,4}(?:赶不上|来不及|起不来|没空)/.test(after)
    )
      return;
    if (/\b(?:a|not a) $/i.test(before) && /^ ?person/i.test(after)) return false;
    const isDenied =
      /\b(?:not|no|don't|doesn't|can't|avoid|nothing|never)\b[^,]*$/i.test(before) ||
      /不(?:要|想|坐|能|是)|别/.test(reader.unread(index)) ||
      /^的?(?:航班|飞机|到的?)?(?:都)?(?:不(?:要|行|想)|太)|^ (?:one|flight)s? (?:is|are|'s) too/.test(after);
    const arrives = isArrival(index, reader.tokens.text.slice(index + 1));
    if (isDenied && slots.departAfter !== undefined) return;
    // A red-eye leaves late and lands on the next day.
    if (part.before === '06:00' && !isDenied) {
      slots.departAfter ??= '20:00';
      slots.arriveAfter = NEXT_DAY;
      return;
    }
    if (isDenied) {
      if (part.before === '06:00') slots.departAfter = '06:00';
      else if (part.after === '18:00') set(arrives, 'Before', '18:00', index);
      else if (part.before === '12:00') set(arrives, 'After', '12:00', index);
      else return false;
      return;
    }
    const out = arrives ? slots.arriveBefore : (slots.departAfter ?? slots.departBefore);
    const back = arrives ? slots.returnArriveBefore : (slots.returnDepartAfter ?? slots.returnDepartBefore);
    const saysDay = /\bsame\b|当[天晚]/.test(before + after);
    if ((isBack(index) ? back : out) !== undefined || STARTS.test(before + after)) return !saysDay;
    if (/\b(?:same|or|or the) $/i.test(before) && !isBack(index)) return;
    // "By the evening" ends where the evening begins.
    if (new RegExp(`\\b(?:by|before|until) (?:the )?(?:${DAY} ?)?$`, 'i').test(before) || /^[之以]前/.test(after))
      return set(arrives, 'Before', part.after ?? part.before, index);
    set(arrives, 'After', part.after, index);
    set(arrives, 'Before', part.before, index);
    // "Back the same evening" says the day as well.
    return !saysDay;
  });
}
