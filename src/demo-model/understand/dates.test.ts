import { describe, expect, it } from 'vitest';
import { findDates } from './dates.ts';
import { findJourneyDates } from './journey-dates.ts';
import { findPeriod } from './periods.ts';
import { mendSpelling } from './spelling.ts';

/** A Wednesday. */
const TODAY = '2026-11-04';

describe('days in words', () => {
  it.each([
    ['明天去东京', '2026-11-05'],
    ['后天', '2026-11-06'],
    ['大后天', '2026-11-07'],
    ['下周五', '2026-11-13'],
    ['下周日', '2026-11-15'],
    ['这周日', '2026-11-08'],
    ['周一', '2026-11-09'],
    ['下下周三', '2026-11-18'],
    ['周末', '2026-11-07'],
    ['12月24日', '2026-12-24'],
    ['十二月二十四号', '2026-12-24'],
    ['24号', '2026-11-24'],
    ['3号', '2026-12-03'],
    ['下个月3号', '2026-12-03'],
    ['两周后', '2026-11-18'],
    ['三天后', '2026-11-07'],
    ['一月二号', '2027-01-02'],
    ['2027年1月2日', '2027-01-02'],
    ['圣诞节', '2026-12-25'],
    ['元旦', '2027-01-01'],
    ['今晚', '2026-11-04'],
    ['明天早上九点', '2026-11-05'],
    ['tomorrow morning', '2026-11-05'],
    ['the day after tomorrow', '2026-11-06'],
    ['next Friday', '2026-11-13'],
    ['on Friday', '2026-11-06'],
    ['24 December', '2026-12-24'],
    ['on Dec 24th, please', '2026-12-24'],
    ['in two weeks', '2026-11-18'],
    ['on the 3rd', '2026-12-03'],
    ['12/24', '2026-12-24'],
    ['2026-12-24', '2026-12-24'],
    ['christmas eve', '2026-12-24'],
    ['a week from Friday', '2026-11-13'],
    ['next weekend', '2026-11-14'],
    ['2 March 2027', '2027-03-02'],
    ['春节', '2027-02-06'],
    ['明年国庆', '2027-10-01'],
    ["Chinese New Year's Eve", '2027-02-05'],
    ['Thanksgiving', '2026-11-26'],
    ['Easter', '2027-03-28'],
    ['Good Friday', '2027-03-26'],
    ['清明节', '2027-04-05'],
    ['the day after Christmas', '2026-12-26'],
    ['two weeks before Christmas', '2026-12-11'],
    ['the weekend before Christmas', '2026-12-19'],
    ['on the Friday after Thanksgiving', '2026-11-27'],
    ['国庆节前一天', '2027-09-30'],
    ['圣诞前夕', '2026-12-24'],
    ['春节后第三天', '2027-02-09'],
    ['the first Monday in December', '2026-12-07'],
    ['the last Friday of November', '2026-11-27'],
    ['the second weekend of next month', '2026-12-12'],
    ['a week on Tuesday', '2026-11-17'],
    ['this evening', '2026-11-04'],
    ['明儿', '2026-11-05'],
    ['正月初八', '2027-02-13'],
    ['大年初二', '2027-02-07'],
    ['正月十五', '2027-02-20'],
    ['明年十二月五号', '2027-12-05'],
  ])('%s', (text, expected) => {
    expect(findDates(text, TODAY).map((mention) => mention.date)).toEqual([expected]);
  });

  it.each([
    '早上',
    '9点以后',
    'the 9am one',
    'under $500',
    'two adults',
    'the 3rd one',
    'next week',
    '下周',
    'may I ask something',
    '3号航站楼',
    'in the sun',
    'earlier in the day',
    'first class',
    '第二个',
  ])('no day in: %s', (text) => {
    expect(findDates(text, TODAY).map((mention) => mention.date)).toEqual([]);
  });
});

describe('the way out and the way back', () => {
  it.each([
    ['往返，下周五回', { returnDate: '2026-11-13', trip: 'return' }],
    ['后天去，大后天回', { date: '2026-11-06', returnDate: '2026-11-07', trip: 'return' }],
    ['12月24日到30日往返', { date: '2026-12-24', returnDate: '2026-12-30', trip: 'return' }],
    ['next Friday, returning on Sunday', { date: '2026-11-13', returnDate: '2026-11-15', trip: 'return' }],
    ['12 Dec, back on the 20th', { date: '2026-12-12', returnDate: '2026-12-20', trip: 'return' }],
    ['Dec 24-30', { date: '2026-12-24', returnDate: '2026-12-30', trip: 'return' }],
    ['tomorrow, one way', { date: '2026-11-05', trip: 'one-way' }],
    ['明天出发，玩五天', { date: '2026-11-05', returnDate: '2026-11-10', trip: 'return' }],
    ['还是改成后天吧', { date: '2026-11-06' }],
    ['change it from Friday to Saturday', { date: '2026-11-07' }],
    ['回程改成下周日', { returnDate: '2026-11-15', trip: 'return' }],
    ['return on 24 December', { returnDate: '2026-12-24', trip: 'return' }],
    ['不用往返，单程就行', { trip: 'one-way' }],
    ['tomorrow, back on the day after', { date: '2026-11-05', returnDate: '2026-11-06', trip: 'return' }],
    ['12月1日出发，隔天回', { date: '2026-12-01', returnDate: '2026-12-02', trip: 'return' }],
    ['12月1日去，第二天回', { date: '2026-12-01', returnDate: '2026-12-02', trip: 'return' }],
    ['12月1日去，第三天回', { date: '2026-12-01', returnDate: '2026-12-03', trip: 'return' }],
    ['12月1日去，三天后回', { date: '2026-12-01', returnDate: '2026-12-04', trip: 'return' }],
    ['next Friday, returning three days later', { date: '2026-11-13', returnDate: '2026-11-16', trip: 'return' }],
    ['next Friday, back in two weeks', { date: '2026-11-13', returnDate: '2026-11-27', trip: 'return' }],
    ['明天当天往返', { date: '2026-11-05', returnDate: '2026-11-05', trip: 'return' }],
  ])('%s', (text, expected) => {
    const { relative: _, dateSaid: _said, ...dates } = findJourneyDates(text, { today: TODAY });
    expect(dates).toEqual(expected);
  });

  it('takes a bare day for what was asked', () => {
    const asked = { today: TODAY, date: '2026-12-24', awaiting: 'return' } as const;
    expect(findJourneyDates('周日', asked)).toMatchObject({ returnDate: '2026-12-27' });
  });
});

describe('times that are no day', () => {
  it.each([
    ['the week after Easter', '2027-03-29'],
    ['the week of Christmas', '2026-12-21'],
    ['sometime around Thanksgiving', '2026-11-23'],
    ['before Christmas', '2026-12-18'],
    ['next week', '2026-11-09'],
    ['early December', '2026-12-01'],
    ['at the end of next month', '2026-12-21'],
    ['late January', '2027-01-21'],
    ['元旦前', '2026-12-25'],
    ['国庆期间', '2027-09-28'],
    ['下周', '2026-11-09'],
    ['下月初', '2026-12-01'],
    ['十二月底', '2026-12-21'],
    ['年底', '2026-12-21'],
  ])('%s', (text, expected) => {
    expect([findDates(text, TODAY), findPeriod(text, TODAY)?.from]).toEqual([[], expected]);
  });

  it('a slip of the keyboard is the word that was meant', () => {
    expect(mendSpelling('tommorow or firday, nxt febuary')).toBe('tomorrow or Friday, nxt February');
  });
});
