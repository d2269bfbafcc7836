/** Sentences of people who never saw this code, on Wednesday 4 November 2026: what is searched, and what is said back. */
import { expect, it } from 'vitest';
import { foldConversation } from '../dialogue/fold.ts';
import { commandLine, searchArguments } from '../dialogue/search-arguments.ts';
import { leftOver } from './left-over.ts';
import { emptyReading } from './reading.ts';

const clock = {
  callId: 'call_1',
  name: 'run_command',
  arguments: { command: 'python3 /skills/book-flight/scripts/get_current_time.py' },
  result: 'Current Date: 2026-11-04 (Wednesday)\nCurrent Time: 10:00\n\n[exit status 0]',
};
const hearing = (user: string) => foldConversation({ system: '', turns: [{ user, uses: [clock] }] });

type Row = readonly [message: string, search: string, saidBack: readonly string[]];

const ENGLISH: readonly Row[] = [
  [
    'Flights under 10 dollars from Beijing to Tokyo tomorrow',
    '--from Beijing --to Tokyo --date 2026-11-05 --currency USD --max-price 10',
    [],
  ],
  [
    'Book a flight from London for a 3 day trip to Rome next Friday',
    '--from London --to Rome --date 2026-11-13 --return 2026-11-16 --currency USD',
    [],
  ],
  [
    'I have to get to Paris by Thursday noon from London',
    '--from London --to Paris --date 2026-11-05 --currency USD',
    ['by Thursday noon'],
  ],
  [
    'London to Paris by Thursday noon',
    '--from London --to Paris --date 2026-11-05 --currency USD',
    ['by Thursday noon'],
  ],
  [
    "I'd like a window seat on a flight from Boston to Chicago on Friday",
    '--from Boston --to Chicago --date 2026-11-06 --currency USD',
    ['window seat'],
  ],
  [
    'We want to fly from Madrid to Lisbon tomorrow with our dog',
    '--from Madrid --to Lisbon --date 2026-11-05 --currency USD',
    ['dog'],
  ],
  [
    'London to New York next Monday, but not with United',
    '--from London --to "New York" --date 2026-11-09 --currency USD',
    ['but not with United'],
  ],
  [
    'any airline but not Air Canada, Toronto to Vancouver tomorrow',
    '--from Toronto --to Vancouver --date 2026-11-05 --currency USD',
    ['but not Air Canada'],
  ],
  [
    'I must land before 3pm, Paris to Rome tomorrow',
    '--from Paris --to Rome --date 2026-11-05 --currency USD',
    ['land before 3pm'],
  ],
  [
    'Dallas to Denver on Saturday, arriving by 6 pm',
    '--from Dallas --to Denver --date 2026-11-07 --currency USD',
    ['arriving by 6 pm'],
  ],
  [
    'from Seoul to Osaka on 12 December under 200 euros',
    '--from Seoul --to Osaka --date 2026-12-12 --currency USD',
    ['under 200 euros'],
  ],
  [
    'Tokyo to Sapporo tomorrow, max 1 stop, 2 bags',
    '--from Tokyo --to Sapporo --date 2026-11-05 --currency USD',
    ['max 1 stop', '2 bags'],
  ],
  [
    'me and my dad from Delhi to Mumbai on Sunday, he is 70',
    '--from Delhi --to Mumbai --date 2026-11-08 --adults 2 --currency USD',
    ['he is 70'],
  ],
  [
    'Sydney to Perth tomorrow, somewhere around lunchtime, with wifi',
    '--from Sydney --to Perth --date 2026-11-05 --currency USD --depart-after 11:00 --depart-before 14:00',
    ['somewhere', 'wifi'],
  ],
  [
    'Could you find a flight from Amsterdam to Lisbon on 28 November for a week?',
    '--from Amsterdam --to Lisbon --date 2026-11-28 --return 2026-12-05 --currency USD',
    [],
  ],
  [
    'Flights to Oslo from Stockholm on Friday the 13th before noon',
    '--from Stockholm --to Oslo --date 2026-11-13 --currency USD --depart-before 12:00',
    [],
  ],
  [
    'next Tuesday Hong Kong to Bangkok, one stop at most, no layover longer than 2 hours',
    '--from "Hong Kong" --to Bangkok --date 2026-11-10 --currency USD',
    ['one stop at most', 'no layover longer than 2 hours'],
  ],
  [
    'Frankfurt to Milan on 3 December returning 7 December, hand luggage only, aisle seat',
    '--from Frankfurt --to Milan --date 2026-12-03 --return 2026-12-07 --currency USD',
    ['hand luggage', 'aisle seat'],
  ],
  [
    'Houston to Mexico City tomorrow with Aeromexico in business, lounge access',
    '--from Houston --to "Mexico City" --date 2026-11-05 --cabin business --currency USD --airline AM',
    ['lounge access'],
  ],
  [
    'first thing tomorrow from Zurich to London City, refundable fare only',
    '--from Zurich --to London --date 2026-11-05 --currency USD',
    ['City', 'refundable'],
  ],
  [
    'Kuala Lumpur to Jakarta on 20 December, party of 5, two of them teenagers',
    '--from "Kuala Lumpur" --to Jakarta --date 2026-12-20 --adults 5 --currency USD',
    ['two of them teenagers'],
  ],
  [
    'Cairo to Istanbul next Sunday, halal meal',
    '--from Cairo --to Istanbul --date 2026-11-15 --currency USD',
    ['halal meal'],
  ],
  [
    'I need to be in Chicago for a meeting on Monday, flying from Boston',
    '--from Boston --to Chicago --date 2026-11-09 --currency USD',
    ['meeting'],
  ],
  [
    'Rome to Athens on December 5, not too early',
    '--from Rome --to Athens --date 2026-12-05 --currency USD',
    ['not too early'],
  ],
  ['Not Tokyo, Osaka. From Beijing tomorrow.', '--from Beijing --to Osaka --date 2026-11-05', []],
  [
    'flights from Vienna to Warsaw tomorrow under 80 bucks each for three people',
    '--from Vienna --to Warsaw --date 2026-11-05 --adults 3 --currency USD --max-price 240',
    [],
  ],
  [
    'Manila to Cebu on Friday with an e-bike and a surfboard',
    '--from Manila --to Cebu --date 2026-11-06 --currency USD',
    ['e-bike and a surfboard'],
  ],
  [
    'from New Delhi to Dubai tomorrow evening, Star Alliance only',
    '--from Delhi --to Dubai --date 2026-11-05 --currency USD --depart-after 18:00 --depart-before 23:59',
    ['Star Alliance'],
  ],
  [
    'Melbourne to Auckland Saturday 29 November, extra legroom',
    '--from Melbourne --to Auckland --date 2026-11-29 --currency USD',
    ['Saturday 29 November', 'extra legroom'],
  ],
  [
    'can I bring my violin? Prague to London tomorrow',
    '--from Prague --to London --date 2026-11-05 --currency USD',
    ['bring my violin'],
  ],
  ["Shanghai to Sydney on 24 Dec, I'm pregnant", '--from Shanghai --to Sydney --date 2026-12-24', ['pregnant']],
  [
    'Miami to Bogota tomorrow, avoid Avianca please',
    '--from Miami --to Bogota --date 2026-11-05 --currency USD',
    ['avoid Avianca'],
  ],
  ['Beijing to Tokyo tomorrow, instead of Tokyo go to Osaka', '--from Beijing --to Osaka --date 2026-11-05', ['Tokyo']],
];

const CHINESE: readonly Row[] = [
  ['北京到东京明天，预算10块以内', '--from Beijing --to Tokyo --date 2026-11-05 --max-price 10', []],
  ['我不想坐国航，北京到东京明天', '--from Beijing --to Tokyo --date 2026-11-05', ['不想坐国航']],
  ['明天上海飞成都，带一只猫', '--from Shanghai --to Chengdu --date 2026-11-05', ['带一只猫']],
  ['后天广州到北京，要靠窗的座位，素食', '--from Guangzhou --to Beijing --date 2026-11-06', ['靠窗的座位', '素食']],
  ['下周五深圳到杭州，晚上8点前要到', '--from Shenzhen --to Hangzhou --date 2026-11-13', ['晚上8点前要到']],
  ['12月20号成都去昆明，带轮椅，两个老人', '--from Chengdu --to Kunming --date 2026-12-20 --adults 2', ['带轮椅']],
  ['周末北京到上海，最多转一次机', '--from Beijing --to Shanghai --date 2026-11-07', ['最多转一次机']],
  [
    '下周一杭州飞西安，两大一小，孩子五岁',
    `--from Hangzhou --to "Xi'an" --date 2026-11-09 --adults 2 --children 1`,
    [],
  ],
  [
    '北京去哈尔滨，12月24号，不要红眼，可以改签的',
    '--from Beijing --to Harbin --date 2026-12-24 --depart-after 06:00 --depart-before 21:00',
    ['改签'],
  ],
  [
    '国庆从广州飞大阪，五天四晚，预算三千',
    '--from Guangzhou --to Osaka --date 2027-10-01 --max-price 3000',
    ['五天四晚'],
  ],
  ['昆明到丽江后天，行李20公斤', '--from Kunming --to Lijiang --date 2026-11-06', ['行李20公斤']],
  [
    '明早最早一班深圳到北京，公务舱，要能退票',
    '--from Shenzhen --to Beijing --date 2026-11-05 --cabin business --depart-after 05:00 --depart-before 12:00 --sort departure',
    ['一班', '退票'],
  ],
  ['12月12日南京飞青岛，坐轮椅的老人一位', '--from Nanjing --to Qingdao --date 2026-12-12', ['轮椅的老人']],
  ['从天津到重庆，后天，只要空客', '--from Tianjin --to Chongqing --date 2026-11-06', ['只要空客']],
  ['后天长沙到海口，不经停，靠过道', '--from Changsha --to Haikou --date 2026-11-06 --direct', ['靠过道']],
  [
    '明天下午北京到大连，机上要有餐',
    '--from Beijing --to Dalian --date 2026-11-05 --depart-after 12:00 --depart-before 18:00',
    ['机上要有餐'],
  ],
  ['从成都到拉萨，12月1号，怕高反', '--from Chengdu --to Lhasa --date 2026-12-01', ['怕高反']],
  ['上海飞洛杉矶，12月20号，星空联盟', '--from Shanghai --to "Los Angeles" --date 2026-12-20', ['星空联盟']],
  ['一家三口12月25号从武汉去曼谷', '--from Wuhan --to Bangkok --date 2026-12-25 --adults 3', []],
  ['北京到上海明天，除了东航都行', '--from Beijing --to Shanghai --date 2026-11-05', ['除了东航都行']],
  ['周日西安飞乌鲁木齐，最好是大飞机', `--from "Xi'an" --to Urumqi --date 2026-11-08`, ['最好是大飞机']],
  ['福州到北京，明天，带滑雪板', '--from Fuzhou --to Beijing --date 2026-11-05', ['带滑雪板']],
  [
    '从北京飞东京，明天出发，住三晚，要含酒店',
    '--from Beijing --to Tokyo --date 2026-11-05 --return 2026-11-08',
    ['含酒店'],
  ],
  ['帮我爸订一张后天青岛到沈阳的票', '--from Qingdao --to Shenyang --date 2026-11-06', ['爸']],
  [
    '下周五深圳去曼谷，预算2000美元以内',
    '--from Shenzhen --to Bangkok --date 2026-11-13 --currency USD --max-price 2000',
    [],
  ],
  ['青岛飞首尔，12月5号，500欧元以内', '--from Qingdao --to Seoul --date 2026-12-05', ['500欧元以内']],
  ['明天沈阳到广州，晚上9点之前落地', '--from Shenyang --to Guangzhou --date 2026-11-05', ['晚上9点之前落地']],
  [
    '杭州到东京下周六去，下下周日回，学生票',
    '--from Hangzhou --to Tokyo --date 2026-11-14 --return 2026-11-22',
    ['学生票'],
  ],
  ['明天广州去北京，要是没有直飞就算了', '--from Guangzhou --to Beijing --date 2026-11-05 --direct', ['没有直飞']],
  ['三天后重庆飞贵阳，两张，分开坐', '--from Chongqing --to Guiyang --date 2026-11-07 --adults 2', ['分开']],
  ['买两张去厦门的票，18号，从北京', '--from Beijing --to Xiamen --date 2026-11-18 --adults 2', []],
  ['不去东京，去大阪，从北京明天', '--from Beijing --to Osaka --date 2026-11-05', []],
];

it.each([...ENGLISH, ...CHINESE])('%s', (message, search, saidBack) => {
  const { trip, heard } = hearing(message);
  expect([commandLine(searchArguments(trip) ?? []), heard.leftOver]).toEqual([search, saidBack]);
});

it('says back at most five parts, none longer than a line, and each once', () => {
  const many = Array.from({ length: 9 }, (_, index) => `wish${index} ${'long '.repeat(40)}`).join(', ');
  const phrases = leftOver(many, emptyReading());
  expect(phrases).toHaveLength(5);
  expect(Math.max(...phrases.map((phrase) => phrase.length))).toBe(81);
  expect(leftOver('oysters, oysters, please', emptyReading())).toEqual(['oysters']);
});

it('says nothing back of a greeting, a thank-you or a plain wish to fly', () => {
  const plain = [
    'I would like to book a flight, please.',
    'Thanks, can you show me some?',
    '请帮我订一张机票，谢谢',
    '我想要去坐飞机',
  ];
  expect(plain.flatMap((text) => leftOver(text, emptyReading()))).toEqual([]);
});
