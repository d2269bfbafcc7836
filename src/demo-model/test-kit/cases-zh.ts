/** Conversations in Chinese on Wednesday 4 November 2026. */
import type { Case } from './talk.ts';

const LOAD = 'load book-flight';
const CLOCK = /^get_current_time\.py$/;
const LINK = '[连接真正的模型](skilldeck://settings/model)';

export const CHINESE: readonly Case[] = [
  {
    name: 'books in three turns',
    talk: [
      { you: '我想订一张去东京的机票', does: [LOAD], says: ['去东京', '从哪个城市出发', '哪天出发'] },
      {
        you: '从北京出发，明天的航班，经济舱，1个人',
        does: [CLOCK, /search_flights\.py --from "北京" --to "东京" --date 2026-11-05 --lang zh$/],
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
        does: [LOAD, CLOCK, /--from "上海" --to "深圳" --date 2026-11-13/, /book_flight\.py .*"李娜:adult"/],
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
      { you: '好', does: [/--to "拉萨" --date 2026-11-05 --direct --lang zh$/], says: ['要订这一班吗'] },
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
      { you: '那就去西雅图吧', does: [/--to "西雅图" --date 2026-11-06/], says: ['北京 → 西雅图'] },
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
      { you: '大阪', does: [/--to "大阪"/] },
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
      { you: '我的订单', does: [/manage_bookings\.py list/], says: ['目前没有'] },
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
      { you: '再订一张后天成都到昆明的', does: [CLOCK, /--from "成都" --to "昆明" --date 2026-11-06 --lang zh$/] },
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
      { you: '那订一张后天北京到大连的', does: [CLOCK, /--from "北京" --to "大连" --date 2026-11-06/] },
    ],
  },
  {
    name: 'airlines, direct only, time of day; wishes taken back',
    talk: [
      {
        you: '12月24号上海去东京，东航，下午，直飞',
        does: [LOAD, CLOCK, /--date 2026-12-24 --depart-after 12:00 --depart-before 18:00 --direct --airline MU/],
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
      { you: '下周', does: [CLOCK], says: ['2026年11月9日', '哪天出发'] },
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
        does: [LOAD, CLOCK],
        says: ['“昨天”已经过去了', '今天是 2026年11月4日', '哪天出发'],
      },
      { you: '后天吧', does: [CLOCK, /--from "北京" --to "上海" --date 2026-11-06/], says: ['北京 → 上海'] },
    ],
  },
  {
    name: 'small talk, and the one sentence for all else',
    talk: [
      { you: '你好', does: [], says: ['演示模型（离线）'] },
      { you: '你是谁？', does: [], says: ['演示模型（离线）', '不是大语言模型', LINK] },
      { you: '你能做什么', does: [], says: ['机票'] },
      { you: '帮我写一首关于秋天的诗', does: [], says: [LINK] },
      { you: '今天几号？', does: [LOAD, CLOCK], says: ['2026年11月4日（周三）'] },
    ],
  },
  {
    name: 'a family whose child is named only at the end, then another journey',
    talk: [
      { you: '上海去三亚，2月14号去，20号回，我和老婆', does: [LOAD, CLOCK, /--return 2027-02-20 --adults 2/] },
      {
        you: '第二个，张伟，李娜，孩子张小宝',
        does: [/--adults 2 --children 1/, /book_flight.*张伟:adult.*李娜:adult.*张小宝:child/],
        says: ['没有预订'],
      },
      {
        you: '从北京去成都，明天',
        does: [CLOCK, /--from "北京" --to "成都" --date 2026-11-05 --adults 2 --children 1/],
      },
    ],
    consent: () => false,
  },
];
