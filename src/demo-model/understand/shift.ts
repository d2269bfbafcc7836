/** Days that are counted from those that are known. */
import { addDays } from './calendar.ts';
import { BACK, type Known, type Reading, type Slots } from './reading.ts';

/** "A day later", 往后推一天: counted from the days that are known. */
export function readShift(reader: Reading, slots: Slots, known: Known): void {
  const { date, returnDate } = known.trip;
  if (date === undefined) return;
  reader.each`\b(?:push|move|put|bring|shift)\w* (?:it|this|that|them|everything|(?:the|my|our) \w+) (back|later|forward|earlier)(?: by)? (an?|one|\d) (day|week)s?\b`(
    ([whole = '', way = '', count = '', unit]) => {
      const days = Number(/\d/.test(count) ? count : 1) * (unit === 'week' ? 7 : 1) * (/back|later/.test(way) ? 1 : -1);
      if (!/ return /i.test(whole)) slots.date = addDays(date, days);
      if (returnDate !== undefined) slots.returnDate = addDays(returnDate, days);
    },
  );
  reader.each`\b(?:by )?(an?|one|\d) (day|week)s?(?: (later|earlier|early|sooner|before|back|forward|after)|(?<=\bby \w+ \w+)(?=$|[.,;!?]| (?:please|pls|plz|then|thanks)\b))|(?:往?(后|前|早|晚)(?:推迟?|提前|改签?|移|挪)?|(推迟|延后|延期|提前))(?:了|个)?(\d)(天|周)|\bthe week (?:after|before)\b|\bthe (?:next day|following day|day after|day before|previous day)\b|第[二2]天|次日|[后隔前]1?一?天(?!半)`(
    ([whole = '', en, unit, way, zhSide, zhWord, zh, zhUnit], at) => {
      if (slots.flex !== undefined) return false;
      const count =
        Number(/^\d/.test(en || zh || '') ? en || zh : 1) * (/week|周/.test(unit || zhUnit || whole) ? 7 : 1);
      const days = /earl|sooner|before|previous|forward|前|早/i.test(way || zhSide || zhWord || whole) ? -count : count;
      const asked = /(?:return|back|回来?|回程)[?？] ?$/i.exec(reader.tokens.text.slice(0, at))?.[0] ?? '';
      const all = asked + reader.clause(at).all;
      const isBoth = /\b(?:both|everything|whole|all)\b|去回|来回|两程|整个|往返|都/i.test(all);
      const isWhole =
        !/\b(?:out|outbound|leav\w+|go|depart\w*|flight)\b|去程|出发|走/i.test(all) &&
        returnDate !== undefined &&
        addDays(date, days) >= returnDate;
      const isReturn =
        !isWhole &&
        BACK.test(all.replace(/(?<!\b(?:come|coming|fly|flying|get|be|go|going) )\bback\b(?= \w+ days?)/i, '')) &&
        !isBoth;
      if (isReturn && returnDate === undefined) return false;
      if (!isReturn) slots.date = addDays(date, days);
      if ((isBoth || isWhole || isReturn) && returnDate !== undefined) slots.returnDate = addDays(returnDate, days);
      return;
    },
  );
}
