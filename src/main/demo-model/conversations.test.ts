/** Whole conversations over real HTTP, with the skill's real scripts, on Wednesday 4 November 2026. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoModel, startDemoModel } from './server.ts';
import { hasPython, type PersonOptions } from './test-kit/person.ts';
import { type Exchange, talk } from './test-kit/talk.ts';

interface Case extends PersonOptions {
  readonly name: string;
  readonly talk: readonly Exchange[];
}

let model: DemoModel;
beforeAll(async () => {
  model = await startDemoModel({ pace: 'instant' });
});
afterAll(() => model.close());

const LOAD = 'load book-flight';
const CLOCK = /^get_current_time\.py$/;
const LINK_ZH = '[连接真正的模型](skilldeck://settings/model)';
const LINK_EN = '[Connect a real model](skilldeck://settings/model)';

const CHINESE: readonly Case[] = [
  {
    name: 'books in three turns',
    talk: [
      { you: '我想订一张去东京的机票', does: [LOAD], says: ['去东京', '从哪个城市出发', '哪天出发'] },
      {
        you: '从北京出发，明天的航班，经济舱，1个人',
        does: [CLOCK, /search_flights\.py --from Beijing --to Tokyo --date 2026-11-05 --lang zh$/],
        says: ['北京 → 东京', '2026年11月5日（周四）', '最便宜', '第 1 个', '乘客姓名'],
        never: ['|'],
      },
      {
        you: '最便宜的那个，乘客张伟',
        does: [
          /^book_flight\.py --offer \S+-Y10C-\w\w --passenger "张伟:adult" --expect-total \d+ --currency CNY --key demo-[0-9a-f]{16} --lang zh$/,
        ],
        says: [/预订成功，编号 \*\*[A-Z]{6}\*\*/, '.ics', '模拟'],
      },
      { you: '谢谢', does: [], says: ['不客气'] },
    ],
  },
  {
    name: 'everything at once, and the cheapest chosen by wish',
    talk: [
      {
        you: '帮我订下周五上海到深圳最便宜的机票，乘客李娜',
        does: [LOAD, CLOCK, /--from Shanghai --to Shenzhen --date 2026-11-13/, /book_flight\.py .*"李娜:adult"/],
        says: ['预订成功'],
      },
    ],
  },
  {
    name: 'a family with a return and a budget, changing its mind half way',
    talk: [
      {
        you: '我和老婆带两个孩子下周五从上海飞曼谷，往返，下下周三回，3万以内',
        does: [LOAD, CLOCK, /--date 2026-11-13 --return 2026-11-18 --adults 2 --children 2 --max-price 30000/],
      },
      { you: '还是改成周六出发吧', does: [CLOCK, /--date 2026-11-07 --return 2026-11-18 --adults 2 --children 2/] },
      { you: '要商务舱', does: [/--cabin business/] },
      { you: '算了，还是经济舱', does: [/--children 2 --max-price/], says: ['经济舱'] },
      { you: '第二个', does: ['forms.md'], says: ['选第 2 个', '2 位成人、2 位儿童', '谁是儿童'] },
      { you: '张伟、李娜、张小明（儿童）', does: [], says: ['已记下', '其余乘客'] },
      {
        you: '张小红，儿童',
        does: [/"张伟:adult" --passenger "李娜:adult" --passenger "张小明:child" --passenger "张小红:child"/],
        says: ['预订成功'],
      },
    ],
  },
  {
    name: 'a budget in characters, and the proposal accepted',
    talk: [
      {
        you: '明天北京飞拉萨，要直飞，八百块以内',
        does: [LOAD, CLOCK, /--max-price 800 --direct/, 'reference.md'],
        says: ['没有找到北京到拉萨', '最低总价', '放宽预算'],
      },
      { you: '好', does: [/--to Lhasa --date 2026-11-05 --direct --lang zh$/], says: ['要订这一班吗'] },
      { you: '好的', does: [], says: ['选第 1 个', '姓名'] },
    ],
  },
  {
    name: 'an unknown city: the reference, the near ones, and another choice',
    talk: [
      {
        you: '后天从北京去旧金山',
        does: [LOAD, CLOCK, /--to "?旧金山"? --date 2026-11-06/, 'reference.md'],
        says: ['旧金山', '洛杉矶（约 540 公里）', '要改查洛杉矶吗'],
      },
      { you: '那就去西雅图吧', does: [/--to Seattle --date 2026-11-06/], says: ['北京 → 西雅图'] },
    ],
  },
  {
    name: 'a country, and a word that is no city',
    talk: [
      {
        you: '明天从上海飞日本',
        does: [LOAD, CLOCK, /--to "?日本"?/, 'reference.md'],
        says: ['是一个国家', '东京', '大阪'],
      },
      { you: '大阪', does: [/--to Osaka/] },
      { you: '改去瓦坎达', does: [/--to "?瓦坎达"?/], says: ['瓦坎达'] },
    ],
  },
  {
    name: 'no flights on the route',
    talk: [
      { you: '明天从丽江飞楠迪', does: [LOAD, CLOCK, /search/, 'reference.md'], says: ['没有航空公司经营这条航线'] },
    ],
  },
  {
    name: 'refuses the confirmation: nothing is booked, and a yes later books with the same key',
    talk: [
      { you: '明天早上北京到上海', does: [LOAD, CLOCK, /--depart-after 05:00 --depart-before 12:00/] },
      { you: '第一个，乘客王芳', does: [/book_flight\.py/], says: ['什么都没有预订'] },
      { you: '我的订单', does: [/manage_bookings\.py list/], says: ['没有任何预订'] },
    ],
    consent: () => false,
  },
  {
    name: 'lists, shows and cancels',
    talk: [
      {
        you: '明天广州到成都，就我一个人，最便宜的，姓名：赵敏',
        does: [LOAD, CLOCK, /search/, /book/],
        says: ['预订成功'],
      },
      { you: '再订一张后天成都到昆明的', does: [CLOCK, /--from Chengdu --to Kunming --date 2026-11-06 --lang zh$/] },
      { you: '1', does: [], says: ['选第 1 个', '姓名'] },
      { you: '赵敏', does: [/book/], says: ['预订成功'] },
      { you: '看看我的预订', does: [/list --lang zh/], says: ['2 个有效预订'] },
      { you: '取消我的预订', does: [/list/], says: ['要取消哪一个'] },
      { you: '第二个', does: [/cancel [A-Z]{6} --lang zh/], says: ['已取消', '退款'] },
      { you: '把去成都的那张退了', does: [/list/, /cancel [A-Z]{6}/], says: ['已取消'] },
      { you: '显示 ABCDEF 的详情', does: [/show ABCDEF/, 'reference.md'], says: ['没有找到编号为 ABCDEF'] },
    ],
  },
  {
    name: 'questions about rules from the reference, in Chinese, then back to the flight',
    talk: [
      { you: '行李额是多少？', does: [LOAD, 'reference.md'], says: ['经济舱', '20 公斤', '境内'] },
      { you: '可以退票吗？要收多少钱', does: [], says: ['不可退款', '48 小时内退票费加倍'] },
      { you: '儿童票怎么算？', does: [], says: ['75%', '50%'] },
      { you: '支持哪些城市？', does: [], says: ['北京、上海', '冲绳'] },
      { you: '怎么付款？', does: [], says: ['不会收取任何费用'] },
      { you: '那订一张后天北京到大连的', does: [CLOCK, /--from Beijing --to Dalian --date 2026-11-06/] },
    ],
  },
  {
    name: 'airlines, direct only, time of day; wishes taken back',
    talk: [
      {
        you: '12月24号上海去东京，国航，晚上，直飞',
        does: [LOAD, CLOCK, /--date 2026-12-24 --depart-after 18:00 --depart-before 23:59 --direct --airline CA/],
      },
      { you: '航空公司不限，时间不限', does: [/--date 2026-12-24 --direct --lang zh$/] },
      { you: '全日空的有吗', does: [/--airline NH/] },
      { you: '最早的那班', does: [], says: ['全日空', '姓名'] },
    ],
  },
  {
    name: 'asks one thing after the other',
    talk: [
      { you: '订机票', does: [LOAD], says: ['从哪个城市飞到哪个城市'] },
      { you: '从上海出发', does: [], says: ['从上海出发', '去哪个城市'] },
      { you: '新加坡', does: [], says: ['上海 → 新加坡', '哪天出发'] },
      { you: '下周', does: [], says: ['没听懂', '哪天出发'] },
      { you: '24号，往返', does: [CLOCK], says: ['哪天返回'] },
      { you: '30号', does: [CLOCK, /--date 2026-11-24 --return 2026-11-30/] },
      { you: '两大一小', does: [/--adults 2 --children 1/] },
    ],
  },
  {
    name: 'a day in the past',
    talk: [
      {
        you: '昨天北京到上海',
        does: [LOAD, CLOCK, /--date 2026-11-03/, 'reference.md'],
        says: ['已经过去了', '今天是 2026年11月4日'],
      },
    ],
  },
  {
    name: 'small talk, and the one sentence for all else',
    talk: [
      { you: '你好', does: [], says: ['演示模型（离线）'] },
      { you: '你是谁？', does: [], says: ['演示模型（离线）', '不是大语言模型', LINK_ZH] },
      { you: '你能做什么', does: [], says: ['机票'] },
      { you: '帮我写一首关于秋天的诗', does: [], says: [LINK_ZH] },
      { you: '今天几号？', does: [LOAD, CLOCK], says: ['2026年11月4日（周三）'] },
    ],
  },
];

const ENGLISH: readonly Case[] = [
  {
    name: 'the unknown city that makes the reference load, then books for two',
    talk: [
      {
        you: 'Beijing to San Francisco, 24 December, two people.',
        does: [
          LOAD,
          CLOCK,
          'search_flights.py --from Beijing --to "San Francisco" --date 2026-12-24 --adults 2',
          'reference.md',
        ],
        says: ['San Francisco is not among the cities', 'Los Angeles (540 km)', 'Shall I search Los Angeles instead?'],
      },
      { you: 'yes', does: [/--to "Los Angeles" --date 2026-12-24 --adults 2$/] },
      { you: 'the second one', does: ['forms.md'], says: ['number 2', '2 adults'] },
      {
        you: 'Zhang Wei and Li Na',
        does: [/--passenger "Zhang Wei:adult" --passenger "Li Na:adult" --expect-total/],
        says: ['Booked', '.ics', 'simulated'],
      },
    ],
  },
  {
    name: 'dollars outside China, a return on a weekday, changes half way',
    talk: [
      {
        you: 'fly from London to New York next Friday returning on Sunday, business, under $9000',
        does: [
          LOAD,
          CLOCK,
          /--from London --to "New York" --date 2026-11-13 --return 2026-11-15 --cabin business --currency USD --max-price 9000$/,
        ],
      },
      { you: 'actually make it economy, direct only', does: [/--currency USD --max-price 9000 --direct$/] },
      { you: 'what about baggage?', does: ['reference.md'], says: ['23 kg'] },
      { you: 'the fastest one', does: [], says: ['passenger'] },
      {
        you: "Conan O'Brien, conan@example.com",
        does: [/--passenger "Conan O'Brien:adult" .*--contact conan@example\.com/],
        says: ['Booked'],
      },
    ],
  },
  {
    name: 'airport codes, a morning, and a flight chosen by its time',
    talk: [
      {
        you: 'flights from PEK to NRT tomorrow morning',
        does: [LOAD, CLOCK, /--from PEK --to NRT --date 2026-11-05 --depart-after 05:00 --depart-before 12:00$/],
      },
      { you: 'the 9am one', does: [], says: [/number \d/, /\(09:/] },
      { you: 'Actually, CA925 please', does: [], says: ['CA925'] },
    ],
  },
  {
    name: 'asks for what is missing',
    talk: [
      { you: 'I want to go to Paris', does: [LOAD], says: ['to Paris', 'Which city do you leave from'] },
      { you: 'London', does: [], says: ['London → Paris', 'On which day?'] },
      { you: 'in two weeks', does: [CLOCK, /--from London --to Paris --date 2026-11-18 --currency USD/] },
      { you: 'ok', does: [], says: ['Which flight'] },
      { you: 'book the cheapest for Mary Smith-Jones', does: [/"Mary Smith-Jones:adult"/], says: ['Booked'] },
    ],
  },
  {
    name: 'changes the day, the destination and the party',
    talk: [
      { you: 'Beijing to Tokyo tomorrow, one way', does: [LOAD, CLOCK, /--date 2026-11-05$/] },
      { you: 'change it to the day after tomorrow', does: [CLOCK, /--to Tokyo --date 2026-11-06$/] },
      { you: 'Osaka instead', does: [/--to Osaka --date 2026-11-06$/] },
      { you: 'my wife is coming too, so me and my wife', does: [/--adults 2$/] },
      {
        you: 'after 6pm, returning on the 12th',
        does: [CLOCK, /--date 2026-11-06 --return 2026-11-12 --adults 2 --depart-after 18:00$/],
      },
    ],
  },
  {
    name: 'too many passengers',
    talk: [
      {
        you: '9 adults and 4 children from Beijing to Tokyo tomorrow',
        does: [LOAD, CLOCK, /--adults 9 --children 4/, 'reference.md'],
        says: ['at most 9 passengers', '13'],
      },
    ],
  },
  {
    name: 'gives up, and comes back',
    talk: [
      { you: 'Shanghai to Seoul on Friday', does: [LOAD, CLOCK, /--date 2026-11-06/] },
      { you: 'never mind', does: [], says: ['nothing will be booked'] },
      { you: 'book the first flight after all', does: [], says: ['number 1', 'name'] },
      { you: 'no', does: [], says: ['will not book'] },
    ],
  },
  {
    name: 'declines to cancel',
    talk: [
      {
        you: 'cheapest flight from Sydney to Melbourne tomorrow, passenger John Smith',
        does: [LOAD, CLOCK, /search/, /book/],
        says: ['Booked'],
      },
      { you: 'cancel my booking', does: [/list/, /cancel/], says: ['stays as it is'] },
      { you: 'show my bookings', does: [/list/], says: ['1 confirmed'] },
    ],
    consent: (() => {
      let asked = 0;
      return () => asked++ === 0;
    })(),
  },
  {
    name: 'what it cannot do',
    talk: [
      { you: 'write me a poem about the sea', does: [], says: [LINK_EN] },
      { you: 'who are you?', does: [], says: ['Demo model (offline)', 'not a large language model'] },
      {
        you: 'Are there any visas required for my passport?',
        does: [LOAD, 'reference.md', 'forms.md'],
        says: ['document'],
      },
    ],
  },
  {
    name: 'a language is the latest message’s; short replies keep it',
    talk: [
      { you: '明天北京到东京', says: ['最便宜'] },
      { you: 'OK', says: ['要哪一个'] },
      { you: '2', says: ['选第 2 个'] },
      { you: 'Zhang Wei', says: ['预订成功'] },
      { you: 'what have I booked?', says: ['1 confirmed booking'] },
      { you: '取消它', says: ['已取消'] },
    ],
  },
];

describe.skipIf(!hasPython())('in Chinese', () => {
  it.each(CHINESE)('$name', async ({ name: _, talk: exchanges, ...options }) => {
    await talk(model.url, exchanges, options);
  });
});

describe.skipIf(!hasPython())('in English', () => {
  it.each(ENGLISH)('$name', async ({ name: _, talk: exchanges, ...options }) => {
    await talk(model.url, exchanges, options);
  });
});

describe.skipIf(!hasPython())('whatever the conversation', () => {
  it('answers the same request in the same way, from any server, and with offered tools only', async () => {
    const other = await startDemoModel({ pace: 'instant' });
    const person = await talk(model.url, CHINESE[2]?.talk ?? []);
    for (const request of person.requests) {
      const body = JSON.stringify({ ...request, stream: false, stream_options: undefined });
      const post = (url: string) =>
        fetch(`${url}/chat/completions`, { method: 'POST', body }).then((response) => response.text());
      const [once, twice, elsewhere] = [await post(model.url), await post(model.url), await post(other.url)];
      expect(twice).toBe(once);
      expect(elsewhere).toBe(once);
    }
    expect(person.requests.length).toBeGreaterThan(10);
    await other.close();
  });
});
