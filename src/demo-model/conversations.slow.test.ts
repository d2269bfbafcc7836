/** Whole conversations with the skill's real scripts, on Wednesday 4 November 2026, where no form can be shown. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type DemoModel, startDemoModel } from './server.ts';
import { hasPython } from './test-kit/person.ts';
import { type Case, talk } from './test-kit/talk.ts';

const LOAD = 'load book-flight';
const CLOCK = /^get_current_time\.py$/;
const LINK = /\(skilldeck:\/\/settings\/model\)/;

const CASES: readonly Case[] = [
  {
    name: 'books in three turns',
    talk: [
      { you: '我想订一张去东京的机票', does: [LOAD], says: ['去东京', '从哪个城市出发', '哪天出发'] },
      {
        you: '从北京出发，明天的航班，经济舱，1个人',
        does: [
          CLOCK,
          /search_flights\.py --from "北京" --to "东京" --date 2026-11-05 --adults 1|--date 2026-11-05 --lang zh$/,
        ],
        says: ['北京 → 东京', '2026年11月5日（周四）', '最便宜', '第 1 个', '乘客姓名'],
        never: ['|'],
      },
      {
        you: '最便宜的那个，乘客Zhang Wei',
        does: [
          /^book_flight\.py --offer \S+-Y10C-\w\w --passenger "Zhang Wei:adult" --expect-total \d+ --currency CNY --key demo-[0-9a-f]{16} --lang zh$/,
        ],
        says: [/预订成功，订单号 \*\*[A-Z]{6}\*\*/, '.ics', '模拟'],
      },
      { you: '谢谢', does: [], says: ['不客气'] },
    ],
  },
  {
    name: 'waits for a price, and searches again when it has changed',
    talk: [
      { you: 'From Beijing to Tokyo on 20 November', does: [LOAD, CLOCK, /^search_flights\.py/] },
      {
        you: 'tell me when it is below 1000',
        does: [/^search_flights\.py .*--below 1000/],
        says: ['press **Watch this price**'],
      },
      { you: 'price alert', does: [], says: [/^To be told of a change/] },
      { you: 'Search these flights again', does: [/^search_flights\.py .*--below 1000/] },
      { you: '降价了告诉我', does: [], says: ['**关注价格**'] },
    ],
  },
  {
    name: 'the unknown city that makes the reference load, then books for two',
    talk: [
      {
        you: 'Beijing to Sacramento, 24 December, two people.',
        does: [
          LOAD,
          CLOCK,
          'search_flights.py --from Beijing --to Sacramento --date 2026-12-24 --adults 2',
          'reference.md',
        ],
        says: ['Sacramento is not served', /San Francisco \(SFO\), 140 km/],
        never: [/\p{Script=Han}/u],
      },
      {
        you: 'tell me a joke',
        does: [],
        says: [/^I only know about flights.*Where would you like to go\?/],
        never: [LINK],
      },
      { you: 'Los Angeles then', does: [/--to "Los Angeles" --date 2026-12-24 --adults 2$/] },
      { you: 'the second one', does: ['forms.md'], says: [' it is: ', '2 adults'], never: ['Number 2'] },
      {
        you: 'Zhang Wei and Li Na',
        does: [/--passenger "Zhang Wei:adult" --passenger "Li Na:adult" --expect-total/],
        says: ['Booked'],
      },
    ],
  },
  {
    name: 'an unknown city, a country and a word that is no city',
    talk: [
      {
        you: '后天从北京去萨克拉门托',
        does: [LOAD, CLOCK, /--to "?萨克拉门托"? --date 2026-11-06/, 'reference.md'],
        says: ['萨克拉门托', '旧金山（SFO），约 140 公里'],
      },
      { you: '那就去日本', does: [/--to "?日本"?/], says: ['是一个国家', '东京', '大阪'] },
      { you: '改去瓦坎达', does: [/--to "?瓦坎达"?/], says: ['没有找到城市“瓦坎达”'] },
      { you: '大阪', does: [/--to "大阪"/] },
    ],
  },
  {
    name: 'no flights: the reason, and another condition',
    talk: [
      {
        you: '明天从丽江飞楠迪',
        does: [LOAD, CLOCK, /search/, 'reference.md'],
        says: ['没有航空公司经营丽江到楠迪的航线'],
      },
      { you: '2026-11-03从北京到上海', does: [/search/], says: ['已经过去了'] },
      { you: '后天', does: [CLOCK, /--from "北京" --to "上海" --date 2026-11-06/], says: ['北京 → 上海'] },
    ],
  },
  {
    name: 'changes the day, the destination, the cabin and the party; asks for more and for a return',
    talk: [
      { you: 'Beijing to Tokyo tomorrow, one way', does: [LOAD, CLOCK, /--date 2026-11-05$/] },
      { you: 'change it to the day after tomorrow', does: [CLOCK, /--to Tokyo --date 2026-11-06$/] },
      { you: 'Osaka instead', does: [/--to Osaka --date 2026-11-06$/] },
      { you: 'two adults in business class', does: [/--adults 2 --cabin business$/] },
      { you: 'a day later', does: [/--date 2026-11-07/] },
      { you: 'round trip', does: [], says: ['When do you come back?'] },
      {
        you: '2026-11-12',
        does: [/--date 2026-11-07 --return 2026-11-12 --step outbound --adults 2 --cabin business$/],
      },
      {
        you: 'show me more flights',
        does: [/--limit 18$/],
        says: ['8 flights out', 'Which flight out?'],
        never: ['no setting'],
      },
      { you: 'the second one', does: [/--outbound \S+ .*--limit 18$/], says: ['back', 'who’s flying'] },
      { you: 'Change the flight out', does: [/--step outbound .*--limit 18$/], says: ['Which flight out?'] },
    ],
  },
  {
    name: 'hears all that a button says of flights with a stop, and names for the only flight back',
    talk: [
      { you: 'two of us from Manchester to Rome on 18 January 2027, home on the 24th', says: ['Which flight out?'] },
      {
        you: 'I choose the flight out VY6246 + VY6327 on Mon, 18 Jan 2027, US$312.68',
        does: [/--outbound VY6246,VY6327/],
        says: ['Shall I take this one, and who’s flying?'],
        never: ['no setting'],
      },
      {
        you: 'I choose the flight out VY6246 + VY6327 on Mon, 18 Jan 2027, US$312.68',
        does: [/--step outbound/, /--outbound VY6246,VY6327/],
        never: ['into account'],
      },
      {
        you: 'Emily Clarke and Tom Clarke',
        does: [/^book_flight\.py .*VY6326.*"Emily Clarke:adult" --passenger "Tom Clarke:adult"/],
      },
    ],
  },
  {
    name: 'takes a name in characters and as the passport prints it, each where the ticket has it',
    talk: [
      { you: '1月18号从深圳到上海的机票，一个人', says: ['要哪一个'] },
      { you: '第一个', says: ['姓名'] },
      { you: '张伟 ZHANG WEI', does: [/--passenger "张伟:adult"/] },
      { you: '再订1月20号从深圳到东京的机票，两个人', says: ['要哪一个'] },
      { you: '第一个', says: ['姓名'] },
      { you: '张伟 ZHANG WEI，李娜（LI NA）', does: [/"ZHANG WEI:adult" --passenger "LI NA:adult"/] },
      { you: '再订1月22号从深圳到上海的机票，三个人', says: ['要哪一个'] },
      { you: '第一个', says: ['姓名'] },
      { you: '我叫王小明，爸爸王建国，妈妈李秀英', does: [/"王小明:adult" .*"王建国:adult" .*"李秀英:adult"/] },
    ],
  },
  {
    name: 'asks one thing after the other, with what was not used',
    talk: [
      { you: '订机票', does: [LOAD], says: ['从哪个城市飞到哪个城市'] },
      { you: '从上海出发', does: [], says: ['从上海出发', '去哪个城市'] },
      { you: '新加坡', does: [], says: ['上海 → 新加坡', '哪天出发'] },
      { you: '2026-11-24，往返', does: [CLOCK], says: ['哪天返回'] },
      { you: '11月30日', does: [CLOCK, /--date 2026-11-24 --return 2026-11-30/] },
      {
        you: '从上海到曼谷，11月24日，带一个两岁的孩子',
        does: [CLOCK, /--to "曼谷" --date 2026-11-24 --children 1 --ages 2/],
      },
    ],
  },
  {
    name: 'lists, shows and cancels; refuses to cancel what is not there',
    talk: [
      { you: '明天广州到成都', does: [LOAD, CLOCK, /search/] },
      { you: '最便宜的，赵敏', does: [/book/], says: ['预订成功'] },
      { you: '再订一张后天成都到昆明的', does: [CLOCK, /--from "成都" --to "昆明" --date 2026-11-06 --lang zh$/] },
      { you: '1', does: [], says: [/选.+起飞/, '姓名'], never: ['第 1 个'] },
      { you: '赵敏', does: [/book/], says: ['预订成功'] },
      { you: '看看我的预订', does: [/list --lang zh/], says: ['2 个有效预订'] },
      { you: '不要取消我的预订', does: [], never: ['已取消'] },
      { you: '取消我的预订', does: [/list/], says: ['要取消哪一个'] },
      { you: '第二个', does: [/cancel [A-Z]{6} --lang zh/], says: ['已取消', /退款|退不了款/] },
      { you: '把去成都的那张退了', does: [/list/, /cancel [A-Z]{6}/], says: ['已取消'] },
      { you: '显示 ABCDEF 的详情', does: [/show ABCDEF/, 'reference.md'], says: ['没有找到订单号为 ABCDEF'] },
      { you: '我要退票，订单号 ABC123', does: [/cancel ABC123/], says: ['没有找到订单号为 ABC123'] },
      { you: '改签我明天的航班', does: [/list/], says: ['没有可以改签的航班'] },
    ],
  },
  {
    name: 'changes a booking: looks it up, searches its trip on the new day, prices the change, and changes it',
    talk: [
      { you: 'London to Paris on 10 December, two adults, business', does: [LOAD, CLOCK, /search/] },
      { you: 'the second one', does: ['forms.md'] },
      { you: 'Anna Baker and Tom Baker', does: [/book/], says: ['Booked'] },
      {
        you: 'I would like to change my booking {ref}',
        does: ['references/changing.md', /show [A-Z]{6}$/],
        says: ['Noted: London → Paris, 2 adults, business.', /On which day\?/],
      },
      {
        you: 'on 12 December',
        does: [CLOCK, /--from London --to Paris --date 2026-12-12 --adults 2 --cabin business --currency USD$/],
        says: ['Which one shall your booking move to?'],
        never: ['who’s flying'],
      },
      {
        you: 'the first one',
        does: [/change [A-Z]{6} --offer \S+-261212-\S+ --quote$/, /change [A-Z]{6} --offer \S+ --expect-total [\d.]+$/],
        says: ['is changed', 'Sat 12 Dec'],
      },
      { you: 'Move my booking to Friday', does: [/show/, CLOCK, /--date 2026-12-11/] },
      { you: 'never mind', does: [] },
      { you: '把 {ref} 改到周五', does: [/show/, CLOCK, /--date 2026-12-11/] },
      { you: 'show my bookings', does: [/list/], says: ['1 confirmed'] },
    ],
  },
  {
    name: '改签：给出新日期，费用先报价再确认；不存在的订单说明没有找到',
    talk: [
      { you: '12月10日北京到东京，12月15日回', does: [LOAD, CLOCK, /search/] },
      { you: '第一个，Li Na', does: [/--outbound \S+ --lang zh$/], says: ['回程', '乘客姓名'] },
      { you: '第二个', does: [/book/], says: ['预订成功'] },
      {
        you: '把 {ref} 改到12月11日，12月16日回来',
        does: [
          'references/changing.md',
          /show/,
          CLOCK,
          /--from "北京" --to "东京" --date 2026-12-11 --return 2026-12-16 --step outbound --lang zh$/,
        ],
        says: ['去程要哪一班'],
      },
      { you: '第二个', does: [/--outbound/], says: ['要改到哪一班'] },
      {
        you: '第二个',
        does: [/change .*--quote --lang zh/, /change .*--expect-total \d+ --lang zh/],
        says: ['已改签'],
      },
      { you: '我想改签我的预订 QQQQQQ', does: [/show QQQQQQ/, 'reference.md'], says: ['没有找到订单号为 QQQQQQ'] },
    ],
  },
  {
    name: 'refuses the confirmation: nothing is booked, and nothing is cancelled either',
    talk: [
      { you: 'cheapest flight from Sydney to Melbourne tomorrow', does: [LOAD, CLOCK, /search/] },
      { you: 'the first one, John Smith', does: [/book/], says: ['nothing is booked'] },
      { you: 'show my bookings', does: [/list/], says: ['None yet'] },
      { you: 'cancel my booking', does: [/list/], says: ['no bookings to cancel'] },
    ],
    consent: () => false,
  },
  {
    name: 'questions about rules from the reference, then back to the flight',
    talk: [
      { you: '行李额是多少？', does: [LOAD, 'references/fares.md'], says: ['经济舱', '20 kg'], never: ['Economy'] },
      { you: 'Can I get a refund?', does: [], says: ['not refundable', 'doubles'] },
      { you: '支持哪些城市？', does: ['references/cities.md'], says: ['北京', '冲绳'] },
      { you: 'Do I need a visa?', says: ['will not guess'] },
      { you: '那订一张后天北京到大连的', does: [CLOCK, /--from "北京" --to "大连" --date 2026-11-06/] },
    ],
  },
  {
    name: 'the way back by its time, and what the flights of the list include',
    talk: [
      {
        you: 'From London to Lisbon on 22 January, back on the 29th, two adults',
        does: [LOAD, CLOCK, /--step outbound --adults 2/],
      },
      { you: 'which of these have a bag included?', does: [], says: ['checked bags are included'] },
      { you: 'Emma Clark and Jack Clark', does: [], says: ['Noted: Emma Clark, Jack Clark.'] },
      { you: 'the second one please', does: [/--outbound \S+ --adults 2/], says: ['flights back'] },
      {
        you: 'the evening one back',
        does: [/--outbound U28019 --adults 2 --return-depart-after 18:00/],
        says: ['back leaving after 18:00'],
      },
      { you: 'the cheapest', does: [/^book_flight.*--passenger "Emma Clark:adult" --passenger "Jack Clark:adult"/] },
      {
        you: 'can I come back a day later instead?',
        does: ['references/changing.md', /show [A-Z]{6}/, /--return 2027-01-30 --outbound U28019 --adults 2/],
        says: ['back Sat 30 Jan 2027', 'flights back', 'what the change costs'],
      },
      {
        you: 'the cheapest one',
        does: [/change [A-Z]{6} --offer \S+ --quote/, /change [A-Z]{6} --offer \S+ --expect-total/],
      },
    ],
  },
  {
    name: 'a name in the first sentence, a question about cancelling before it is booked, and another day',
    talk: [
      {
        you: 'One way from Dublin to Paris on 15 January for me, Mary Byrne',
        does: [LOAD, CLOCK, /--from Dublin --to Paris --date 2027-01-15/],
        never: ['Mary Byrne'],
      },
      { you: 'how much do I get back if I cancel?', does: ['references/fares.md'], says: ['refunded'] },
      { you: 'move it to the 17th', does: [CLOCK, /--from Dublin --to Paris --date 2027-01-17/] },
      { you: 'the cheapest', does: [/--passenger "Mary Byrne:adult"/], says: ['Booked'] },
    ],
  },
  {
    name: 'asks for what there is none of, then takes the list of before, with a baby by its name',
    talk: [
      { you: '想订下周五北京到西安的机票，两个大人，一个宝宝', does: [LOAD, CLOCK], says: ['占座'] },
      { you: '抱着坐', does: [/--infants-lap 1/] },
      { you: '有没有南航的', does: [/--airlines CZ/, /--infants-lap 1 --lang zh$/], says: ['去掉这个愿望'] },
      {
        you: '最便宜的那个，乘客是李雷和韩梅梅，宝宝叫李小明',
        does: [/"李雷:adult" --passenger "韩梅梅:adult" --passenger "李小明:infant"/],
      },
      { you: '那改成周六吧', does: [/changing/, /show/, CLOCK, /--date 2026-11-14/] },
    ],
  },
  {
    name: 'a wish that comes later is searched for, and names are kept until a flight is chosen',
    talk: [
      { you: 'Lisbon to Madrid on Monday for two', does: [LOAD, CLOCK, /--date 2026-11-09 --adults 2/] },
      { you: 'I prefer no stops', does: [/--direct$/], says: ['direct'] },
      {
        you: 'have you got something with Lufthansa?',
        does: [/--airlines LH/, /--adults 2/],
        says: ['No flight fits'],
      },
      { you: 'Names are Anna Costa and Rui Costa', does: [], says: ['Noted: Anna Costa, Rui Costa'] },
      { you: 'the first', does: [/--passenger "Anna Costa:adult" --passenger "Rui Costa:adult"/] },
    ],
  },
  {
    name: 'takes the flight that the answer named, then the way back as another booking for the same people',
    talk: [
      { you: '从深圳飞西安，12月12号，两大一小，孩子5岁', does: [LOAD, CLOCK, /--ages 5/], says: ['最便宜也最快'] },
      { you: '好的，就它吧', says: ['ZH9221'] },
      { you: '妈妈刘洋，爸爸赵刚，孩子赵小宝', does: [/"赵刚:adult" --passenger "赵小宝:child"/] },
      { you: '改签到13号要多少钱', does: [/changing/, /show/, CLOCK, /--date 2026-12-13/] },
      { you: '算了不改了', does: [] },
      {
        you: '帮我把回程也订了，15号晚上',
        does: [/--from "西安" --to "深圳" --date 2026-12-15 --adults 2 --children 1 .*--depart-after 18:00/],
      },
      { you: '行，订吧', does: [/book_flight.*"刘洋:adult" --passenger "赵刚:adult" --passenger "赵小宝:child"/] },
      { you: '再订1月5号上海到三亚，10号回，一个人', does: [CLOCK, /--from "上海" --to "三亚"/] },
      {
        you: '回程也要早上的',
        does: [/--step outbound --return-depart-before 12:00/],
        says: ['上海 → 三亚', '回程 12:00 以前出发'],
      },
    ],
  },
  {
    name: 'small talk, and the one sentence for all else',
    talk: [
      { you: '你好', does: [], says: ['演示模型（离线）'] },
      { you: '你是谁？', does: [], says: ['演示模型（离线）', '不是大语言模型', LINK] },
      { you: 'what can you do?', does: [], says: ['search flights'] },
      { you: '帮我写一首关于秋天的诗', does: [], says: [LINK] },
      { you: "what's the weather like in Tokyo tomorrow?", does: [], says: [LINK] },
    ],
  },
];

let model: DemoModel;
beforeAll(async () => {
  model = await startDemoModel({ pace: 'instant' });
});
afterAll(() => model.close());

describe.skipIf(!hasPython())('with the real scripts', () => {
  it.each(CASES)('$name', { timeout: 180_000 }, async ({ talk: exchanges, ...options }) => {
    await talk(model.url, exchanges, options);
  });
});
