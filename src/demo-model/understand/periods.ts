/** Times that are named and are no day, such as "the week after Easter" or 下月初: the day in them has to be asked for. */
import { addDays, type Day, day, parts, weekday } from './calendar.ts';
import { FEAST, nextFeast } from './feasts.ts';
import { readNumber } from './numbers.ts';

export interface Period {
  readonly index: number;
  readonly length: number;
  /** The first day that is meant. */
  readonly from: Day;
}

interface PeriodRule {
  readonly pattern: RegExp;
  from(match: RegExpExecArray, today: Day): Day | undefined;
}

const DAY_FOLLOWS = '(?!\\s*[\\d一二三四五六七八九十廿])';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FULL_MONTH =
  '(january|february|march|april|may|june|july|august|september|october|november|december|the month|this month|next month)';

const RULES: readonly PeriodRule[] = [
  {
    pattern: new RegExp(
      `\\b(?:(?:the |a |some ?time |any ?time |shortly |just |right )*(week|weeks|days)? ?(before|after|around|about|over|during|of) (?:the )?)(${FEAST})(?: (?:week|time|holidays?|break))?`,
      'i',
    ),
    from: ([, , where = '', name = ''], today) => around(nextFeast(name, today), where, today),
  },
  {
    pattern: new RegExp(`(${FEAST})(?:的)?(前后|左右|期间|假期|那周|那几天|之前|之后|以后|以前|前|后)`),
    from: ([, name = '', where = ''], today) => around(nextFeast(name, today), where, today),
  },
  {
    pattern:
      /\b(?:some ?time )?next week\b(?!\s*(?:on\s+)?(?:mon|tue|wed|thu|fri|sat|sun))|下个?(?:周|星期|礼拜)(?![一二三四五六日天末1-6])/i,
    from: (_, today) => addDays(today, 7 - ((weekday(today) + 6) % 7)),
  },
  {
    pattern: new RegExp(
      `\\b(?:in (?:the )?|at the |the )?(early|beginning of|start of|mid|middle of|late|end of)[- ]${FULL_MONTH}\\b(?! \\d)`,
      'i',
    ),
    from: ([, part = '', name = ''], today) => within(monthNamed(name, today), part, today),
  },
  {
    pattern: new RegExp(
      `(下个?月|这个?月|本月|(?:\\d{1,2}|[一二三四五六七八九十]{1,2})月|年|月)(?:份|的)?(初|上旬|中旬|中|下旬|底|末)${DAY_FOLLOWS}`,
    ),
    from: ([, name = '', part = ''], today) =>
      within(name === '年' ? day(parts(today).year, 12, 1) : monthNamed(name, today), part, today),
  },
  {
    pattern: new RegExp(`\\bnext month\\b|下个?月(?!份?的?${'\\s*[\\d一二三四五六七八九十廿]'})`, 'i'),
    from: (_, today) => monthNamed('next month', today),
  },
];

/** The first of them, where there is one. */
export function findPeriod(text: string, today: Day): Period | undefined {
  for (const { pattern, from } of RULES) {
    const match = pattern.exec(text);
    const first = match === null ? undefined : from(match, today);
    if (match !== null && first !== undefined) {
      return { index: match.index, length: match[0].length, from: first < today ? today : first };
    }
  }
  return undefined;
}

function around(feast: Day | undefined, where: string, today: Day): Day | undefined {
  if (feast === undefined) return undefined;
  if (/^(?:after|后|之后|以后)$/i.test(where)) return addDays(feast, 1);
  if (/^(?:before|前|之前|以前)$/i.test(where)) return addDays(feast, -7) < today ? today : addDays(feast, -7);
  if (/^of$/i.test(where) || where === '那周') return addDays(feast, -((weekday(feast) + 6) % 7));
  return addDays(feast, -3);
}

/** Its first day. */
function monthNamed(name: string, today: Day): Day {
  const { year, month } = parts(today);
  if (/^(?:下|next)/i.test(name)) return day(year, month + 1, 1);
  const numbered = /^(\d{1,2}|[一二三四五六七八九十]{1,2})月$/.exec(name)?.[1];
  const wanted =
    numbered === undefined ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : (readNumber(numbered) ?? 0);
  if (wanted < 1 || wanted > 12) return day(year, month, 1);
  return day(wanted < month ? year + 1 : year, wanted, 1);
}

function within(first: Day, part: string, today: Day): Day {
  const skipped = /^(?:mid|中)/i.test(part) ? 10 : /^(?:late|end|下|底|末)/i.test(part) ? 20 : 0;
  const from = addDays(first, skipped);
  return from < today ? today : from;
}
