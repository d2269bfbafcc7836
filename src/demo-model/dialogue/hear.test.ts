/** One message, heard on Wednesday 4 November 2026, as the search that it leads to. */
import { describe, expect, it } from 'vitest';
import type { Turn } from '../request/conversation.ts';
import { foldConversation } from './fold.ts';
import { commandLine, searchArguments } from './search-arguments.ts';
import type { DialogueState } from './state.ts';

const clock = {
  callId: 'call_1',
  name: 'run_command',
  arguments: { command: 'python3 /skills/book-flight/scripts/get_current_time.py' },
  result: 'Current Date: 2026-11-04 (Wednesday)\nCurrent Time: 10:00\n\n[exit status 0]',
};

function hearing(...messages: readonly string[]): DialogueState {
  const turns = messages.map((user): Turn => ({ user, uses: [clock] }));
  return foldConversation({ system: '', turns });
}

describe('a message', () => {
  it.each([
    [
      '12月24号上海飞伦敦，1月3号返回，两个大人一个小孩，商务舱',
      '--from Shanghai --to London --date 2026-12-24 --return 2027-01-03 --adults 2 --children 1 --cabin business',
    ],
    ['国庆去三亚，从成都走', '--from Chengdu --to Sanya --date 2027-10-01'],
    [
      '帮我看看后天广州到曼谷的直飞，不超过两千',
      '--from Guangzhou --to Bangkok --date 2026-11-06 --max-price 2000 --direct',
    ],
    ['我要从浦东飞羽田，下个月3号，晚上6点以后', '--from PVG --to HND --date 2026-12-03 --depart-after 18:00'],
    ['周末去大阪玩两天，我在上海', '--from Shanghai --to Osaka --date 2026-11-07 --return 2026-11-09'],
    ['爸妈和我三个人从沈阳去海口，1月25日', '--from Shenyang --to Haikou --date 2027-01-25 --adults 3'],
    ['我和老婆带两个孩子明天北京飞上海', '--from Beijing --to Shanghai --date 2026-11-05 --adults 2 --children 2'],
    [
      '明天去东京出差，后天回，从北京走，公务舱',
      '--from Beijing --to Tokyo --date 2026-11-05 --return 2026-11-06 --cabin business',
    ],
    [
      '想带孩子去迪拜，12月20日从广州出发，玩一周',
      '--from Guangzhou --to Dubai --date 2026-12-20 --return 2026-12-27 --children 1',
    ],
    ['機票 明天 台北到東京 兩個人', '--from Taipei --to Tokyo --date 2026-11-05 --adults 2'],
    [
      '明天下午3点以后北京到上海，东航，两张票，每人一千五以内',
      '--from Beijing --to Shanghai --date 2026-11-05 --adults 2 --max-price 3000 --depart-after 15:00 --airline MU',
    ],
    ['去北京的票，周五，从西安', `--from "Xi'an" --to Beijing --date 2026-11-06`],
    [
      '下周五深圳到成都的红眼航班',
      '--from Shenzhen --to Chengdu --date 2026-11-13 --depart-after 21:00 --depart-before 23:59',
    ],
    [
      'two tickets from New York to LA, Dec 24-30',
      '--from "New York" --to "Los Angeles" --date 2026-12-24 --return 2026-12-30 --adults 2 --currency USD',
    ],
    [
      'Cheap flights to Bangkok from Singapore next weekend for 2 adults and 1 child',
      '--from Singapore --to Bangkok --date 2026-11-14 --adults 2 --children 1 --currency USD',
    ],
    [
      'flying Sydney to Auckland on the 3rd, coming back on the 10th',
      '--from Sydney --to Auckland --date 2026-12-03 --return 2026-12-10 --currency USD',
    ],
    [
      'Boston to Miami tomorrow morning, nonstop, with Delta, under $250',
      '--from Boston --to Miami --date 2026-11-05 --currency USD --max-price 250 --depart-after 05:00 --depart-before 12:00 --direct --airline DL',
    ],
    [
      'first class from Dubai to London day after tomorrow',
      '--from Dubai --to London --date 2026-11-06 --cabin first --currency USD',
    ],
    [
      'round trip from Seoul to Busan tomorrow, back the day after',
      '--from Seoul --to Busan --date 2026-11-05 --return 2026-11-06 --currency USD',
    ],
    [
      'me, my wife and our two kids: London to Dubai 20 December to 2 January',
      '--from London --to Dubai --date 2026-12-20 --return 2027-01-02 --adults 2 --children 2 --currency USD',
    ],
    [
      'Singapore Airlines from Tokyo to Singapore on Friday after 2pm for two',
      '--from Tokyo --to Singapore --date 2026-11-06 --adults 2 --currency USD --depart-after 14:00 --airline SQ',
    ],
    ['Going to Sanya tomorrow from Haikou? no, from Beijing', '--from Beijing --to Sanya --date 2026-11-05'],
    [
      "I'd like to travel to Tokyo from Shanghai for 5 days starting next Monday",
      '--from Shanghai --to Tokyo --date 2026-11-09 --return 2026-11-14',
    ],
    ['买两张明天广州飞北京的票，我和我老婆，靠窗', '--from Guangzhou --to Beijing --date 2026-11-05 --adults 2'],
    [
      '春节夫妻俩带个孩子从北京去三亚，三天后回',
      '--from Beijing --to Sanya --date 2027-02-06 --return 2027-02-09 --adults 2 --children 1',
    ],
    ['fly from Beijing to Gotham City on 24 December', '--from Beijing --to "Gotham City" --date 2026-12-24'],
    ['三个人明天北京去上海，其中一个孩子', '--from Beijing --to Shanghai --date 2026-11-05 --adults 2 --children 1'],
    [
      'a family of four with two children, Beijing to Shanghai tomorrow',
      '--from Beijing --to Shanghai --date 2026-11-05 --adults 2 --children 2',
    ],
    ['我妈和我明天从上海去曼谷', '--from Shanghai --to Bangkok --date 2026-11-05 --adults 2'],
    ['我下周三想从北京飞一趟首尔', '--from Beijing --to Seoul --date 2026-11-11'],
    ['不是去东京，是去大阪，明天从北京', '--from Beijing --to Osaka --date 2026-11-05'],
    ['预算十块，明天北京去上海', '--from Beijing --to Shanghai --date 2026-11-05 --max-price 10'],
    [
      'Boston to Miami tomorrow for under $9.50',
      '--from Boston --to Miami --date 2026-11-05 --currency USD --max-price 9.5',
    ],
    ['Boston to Miami tomorrow, at most 2 stops', '--from Boston --to Miami --date 2026-11-05 --currency USD'],
    ['pek-pvg 2026-12-24', '--from PEK --to PVG --date 2026-12-24'],
  ])('%s', (message, expected) => {
    expect(commandLine(searchArguments(hearing(message).trip) ?? [])).toBe(expected);
  });

  it.each([
    ['还是后天吧', '--from Beijing --to Tokyo --date 2026-11-06 --return 2026-11-12'],
    ['不用往返了，单程', '--from Beijing --to Tokyo --date 2026-11-05'],
    ['改去大阪', '--from Beijing --to Osaka --date 2026-11-05 --return 2026-11-12'],
    ['从上海出发', '--from Shanghai --to Tokyo --date 2026-11-05 --return 2026-11-12'],
    ['回程改成下周日', '--from Beijing --to Tokyo --date 2026-11-05 --return 2026-11-15'],
    ['改成12月1号走', '--from Beijing --to Tokyo --date 2026-12-01'],
    ['三天后回', '--from Beijing --to Tokyo --date 2026-11-05 --return 2026-11-08'],
    [
      '不要红眼航班',
      '--from Beijing --to Tokyo --date 2026-11-05 --return 2026-11-12 --depart-after 06:00 --depart-before 21:00',
    ],
    [
      'is there anything earlier in the day?',
      '--from Beijing --to Tokyo --date 2026-11-05 --return 2026-11-12 --sort departure',
    ],
    ['再加一个孩子', '--from Beijing --to Tokyo --date 2026-11-05 --return 2026-11-12 --children 1'],
    [
      'make it business, and in dollars',
      '--from Beijing --to Tokyo --date 2026-11-05 --return 2026-11-12 --cabin business --currency USD',
    ],
  ])('changes that alone: %s', (message, expected) => {
    const state = hearing('明天北京去东京，12号回', message);
    expect(commandLine(searchArguments(state.trip) ?? [])).toBe(expected);
  });

  it.each([
    '明天去看电影',
    'I have to call my mother tomorrow',
    'two of us are hungry',
    '我叫张伟',
    'may I ask you something?',
  ])('that is of no journey leaves none: %s', (message) => {
    expect(hearing(message)).toMatchObject({ trip: {}, arranging: false });
  });

  it.each([
    ['第二个，张三', 'PKXHND-261105-CZ3521-Y20C-5K', ['张三']],
    ['最便宜的那个，李小龙', 'PKXNRT-261105-MU1-Y20C-MQ', ['李小龙']],
    ['第二个，ZHANG SAN', 'PKXHND-261105-CZ3521-Y20C-5K', ['ZHANG SAN']],
    ['The second one. John Smith', 'PKXHND-261105-CZ3521-Y20C-5K', ['John Smith']],
    [
      'the second one: John Smith and our daughter Ann Smith',
      { by: 'flights', flights: ['CZ3521'] },
      ['John Smith', 'Ann Smith'],
    ],
    ['the second one: John Smith', 'PKXHND-261105-CZ3521-Y20C-5K', ['John Smith']],
    ['第二个，Zhang Wei 和孩子 Zhang Xiaobao', { by: 'flights', flights: ['CZ3521'] }, ['Zhang Wei', 'Zhang Xiaobao']],
    // For two the same flight is looked up anew.
    ['The second one. John Smith and Jane Smith', { by: 'flights', flights: ['CZ3521'] }, ['John Smith', 'Jane Smith']],
    ['the cheapest, in New York', undefined, []],
    ['the second one, next Friday', undefined, []],
  ])('takes flight and passengers in one breath: %s', (message, chosen, names) => {
    const rows = [
      '1  MU1  China Eastern  PKX 11:30  NRT 15:40  3:10  direct  23kg  9  1,820  PKXNRT-261105-MU1-Y20C-MQ',
      '2  CZ3521  China Southern  PKX 07:10  HND 11:20  3:10  direct  23kg  9  1,920  PKXHND-261105-CZ3521-Y20C-5K',
    ];
    const command = 'python3 /skills/book-flight/scripts/search_flights.py --from Beijing --to Tokyo --date 2026-11-05';
    const search = {
      callId: 'call_2',
      name: 'run_command',
      arguments: { command },
      result: `${rows.join('\n')}\n\n[exit status 0]`,
    };
    const turns = [
      { user: '明天北京去东京', uses: [clock, search] },
      { user: message, uses: [] },
    ];
    const state = foldConversation({ system: '', turns });
    expect([state.chosen ?? state.wish, state.passengers.map(({ name }) => name)]).toEqual([chosen, names]);
  });

  it('reads the first Monday of a month as that of the coming one', () => {
    const june = { ...clock, result: clock.result.replace('2026-11-04 (Wednesday)', '2026-06-10 (Wednesday)') };
    const said = { user: 'Beijing to Tokyo on the first Monday of March', uses: [june] };
    expect(foldConversation({ system: '', turns: [said] }).trip.date).toBe('2027-03-01');
  });

  it.each([
    ['昨天出发，北京到上海', '昨天'],
    ['Beijing to Tokyo, I left yesterday', 'yesterday'],
    ['今天北京到上海', undefined],
  ])('does not fly on a day that has passed: %s', (message, said) => {
    const { heard, trip, arranging } = hearing(message);
    expect([heard.pastDay, arranging]).toEqual([said, true]);
    expect(trip.date).toBe(said === undefined ? '2026-11-04' : undefined);
  });

  it.each(['Plan a 3 day trip to Rome', '帮我规划一个京都三日游', '安排一下去巴黎的行程'])(
    'leaves the planning of a journey to the skill for that: %s',
    (message) => expect(hearing(message)).toMatchObject({ trip: {}, arranging: false, heard: { flights: false } }),
  );

  it.each([
    ['flights from Beijing to Tokyo on 2026-02-30', '2026-02-30'],
    ['2月30日北京去东京', '2月30日'],
    ['从北京去东京，十一月三十一号', '十一月三十一号'],
    ['Beijing to Tokyo on Feb 30th', 'Feb 30th'],
    ['Beijing to Tokyo, 31 April 2027', '31 April 2027'],
    ['2027年2月29日北京去东京', '2027年2月29日'],
    ['2028年2月29日北京去东京', undefined],
    ['Beijing to Tokyo on 24 Dec 2026', undefined],
    ['Beijing to Tokyo in March 2027', undefined],
  ])('knows a day that does not exist: %s', (message, said) => {
    const { heard, trip } = hearing(message);
    expect(heard.noSuchDay).toBe(said);
    if (said !== undefined) expect(trip.date).toBeUndefined();
  });

  it.each([
    ['张伟，李娜', ['张伟', '李娜']],
    ['乘客是张伟和我老婆李娜', ['张伟', '李娜']],
    ['Zhang Wei and Mary-Jane O’Neil', ['Zhang Wei', 'Mary-Jane O’Neil']],
    ['my name is john smith, and my wife is Anna Smith', ['John Smith', 'Anna Smith']],
    ['欧阳娜娜、司马光', ['欧阳娜娜', '司马光']],
    ['张三 李四', ['张三', '李四']],
  ])('names the passengers: %s', (message, names) => {
    const offers = `1  MU1  China Eastern  PKX 11:30  NRT 15:40  3:10  direct  23kg  9  1,820  PKXNRT-261105-MU1-Y20C-MQ\n\n[exit status 0]`;
    const search = {
      callId: 'call_2',
      name: 'run_command',
      arguments: {
        command:
          'python3 /skills/book-flight/scripts/search_flights.py --from Beijing --to Tokyo --date 2026-11-05 --adults 2',
      },
      result: offers,
    };
    const turns = [
      { user: '明天北京去东京，两个人', uses: [clock, search] },
      { user: '第一个', uses: [] },
      { user: message, uses: [] },
    ];
    const state = foldConversation({ system: '', turns });
    expect(state.chosen).toBe('PKXNRT-261105-MU1-Y20C-MQ');
    expect(state.passengers.map((passenger) => passenger.name)).toEqual(names);
  });
});
