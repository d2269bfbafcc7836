import type { Sentence } from './sentence.ts';

/** Written before the demo model was read. */
export const CHINESE_FIRST: readonly Sentence[] = [
  { say: '明天从北京飞上海', facts: { from: 'BJS', to: 'SHA', date: '2026-11-23' } },
  {
    say: '12月5号广州到曼谷，下午三点之前要到',
    facts: { from: 'CAN', to: 'BKK', date: '2026-12-05', arriveBefore: '15:00' },
  },
  { say: '不要国航，12月1日北京去东京', facts: { from: 'BJS', to: 'TYO', date: '2026-12-01', notAirlines: ['CA'] } },
  {
    say: '一家三口12月20日从成都去三亚，孩子5岁',
    facts: { from: 'CTU', to: 'SYX', date: '2026-12-20', adults: 2, children: 1, ages: [5] },
  },
  {
    say: '我和老婆带一个十个月大的宝宝，12月3日上海到昆明',
    facts: { from: 'SHA', to: 'KMG', date: '2026-12-03', adults: 2 },
    asks: ['infants'],
  },
  { say: '想去一趟首尔，下周从青岛走', facts: { from: 'TAO', to: 'SEL' }, asks: ['date'] },
  { say: '不去东京，去大阪，12月8日从上海出发', facts: { from: 'SHA', to: 'OSA', date: '2026-12-08' } },
  { say: '北京到西安再到成都，12月6日出发', facts: { date: '2026-12-06' }, asks: ['to'] },
  {
    say: '我爸要从哈尔滨来深圳看我，12月10号',
    facts: { from: 'HRB', to: 'SZX', date: '2026-12-10' },
    asks: ['people'],
  },
  { say: '下周五杭州飞重庆', facts: { from: 'HGH', to: 'CKG', date: '2026-11-27' } },
  { say: '12/24-1/2 上海往返伦敦', facts: { from: 'SHA', to: 'LON', date: '2026-12-24', return: '2027-01-02' } },
  {
    say: '元旦去厦门，从南京走，1月3号回来',
    facts: { from: 'NKG', to: 'XMN', date: '2027-01-01', return: '2027-01-03' },
  },
  {
    say: '两个大人一个12岁的孩子，武汉到北京，12月15日',
    facts: { from: 'WUH', to: 'BJS', date: '2026-12-15', adults: 3, ages: [12] },
  },
  { say: '东京明天天气怎么样', facts: {}, asks: ['topic'] },
  { say: '帮我在大阪订个酒店', facts: {}, asks: ['topic'] },
  {
    say: '12月2日北京飞广州，早上八点以后出发，中午十二点前到',
    facts: { from: 'BJS', to: 'CAN', date: '2026-12-02', departAfter: '08:00', arriveBefore: '12:00' },
  },
  { say: '月底从上海去新加坡', facts: { from: 'SHA', to: 'SIN' }, asks: ['date'] },
  {
    say: '12月中旬深圳飞巴黎，两个人，公务舱',
    facts: { from: 'SZX', to: 'PAR', adults: 2, cabin: 'business' },
    asks: ['date'],
  },
  {
    say: '后天长沙到北京直飞，1000块以内',
    facts: { from: 'CSX', to: 'BJS', date: '2026-11-24', direct: true, maxPrice: 1000, currency: 'CNY' },
  },
  {
    say: '除了春秋航空都可以，12月9日上海到大阪',
    facts: { from: 'SHA', to: 'OSA', date: '2026-12-09', notAirlines: ['9C'] },
  },
  {
    say: '只坐东航或者南航，12月11日上海到广州',
    facts: { from: 'SHA', to: 'CAN', date: '2026-12-11', airlines: ['MU', 'CZ'] },
  },
  { say: '我住在西雅图，想12月12日去芝加哥看女儿', facts: { from: 'SEA', to: 'CHI', date: '2026-12-12' } },
  { say: '下下周一北京去香港，周四回', facts: { from: 'BJS', to: 'HKG' }, asks: ['date'] },
  { say: '12月18日福州到台北，要靠窗的座位', facts: { from: 'FOC', to: 'TPE', date: '2026-12-18' }, beyond: ['靠窗'] },
  {
    say: '妈妈腿脚不好需要轮椅，12月7日重庆到北京，就她一个人',
    facts: { from: 'CKG', to: 'BJS', date: '2026-12-07', adults: 1 },
    beyond: ['轮椅'],
  },
  { say: '3/4 上海飞首尔', facts: { from: 'SHA', to: 'SEL', date: '2027-03-04' } },
  { say: '过两个礼拜从大连去首尔', facts: { from: 'DLC', to: 'SEL' }, asks: ['date'] },
  { say: '1月哪天最便宜？上海到曼谷', facts: { from: 'SHA', to: 'BKK', cheapestOf: '2027-01' } },
  {
    say: '4个人12月19日从北京去三亚玩一周',
    facts: { from: 'BJS', to: 'SYX', date: '2026-12-19', return: '2026-12-26', adults: 4 },
  },
  {
    say: '12月31号晚上8点前必须到家，我家在沈阳，从广州走',
    facts: { from: 'CAN', to: 'SHE', date: '2026-12-31', arriveBefore: '20:00' },
  },
  { say: '11月31日上海到北京', facts: { from: 'SHA', to: 'BJS' }, asks: ['date'] },
  {
    say: '给我和两个同事订12月4日北京到深圳，最早一班',
    facts: { from: 'BJS', to: 'SZX', date: '2026-12-04', adults: 3 },
  },
  { say: '国庆去新疆乌鲁木齐，从北京出发，5天', facts: { from: 'BJS', to: 'URC' }, asks: ['date'] },
  {
    say: '12月13日成都到拉萨，不要中转，不要红眼航班',
    facts: { from: 'CTU', to: 'LXA', date: '2026-12-13', direct: true },
    beyond: ['红眼'],
  },
  { say: '周六去杭州，周日回北京', facts: { from: 'BJS', to: 'HGH', date: '2026-11-28', return: '2026-11-29' } },
  {
    say: '我要去趟伦敦，别从希思罗走，12月14日香港出发',
    facts: { from: 'HKG', to: 'LON', date: '2026-12-14', notAirports: ['LHR'] },
  },
  {
    say: '两大一小，12月22日天津到海口，小孩一岁半',
    facts: { from: 'TSN', to: 'HAK', date: '2026-12-22', adults: 2 },
    asks: ['infants'],
  },
  {
    say: '婴儿一个，大人两个，婴儿不占座，12月16日郑州到上海',
    facts: { from: 'CGO', to: 'SHA', date: '2026-12-16', adults: 2, infantsLap: 1 },
  },
  { say: '想托运两件行李，12月8日广州飞墨尔本', facts: { from: 'CAN', to: 'MEL', date: '2026-12-08', bags: 2 } },
  {
    say: '前后差一两天都行，12月10日北京到悉尼',
    facts: { from: 'BJS', to: 'SYD', date: '2026-12-10' },
    beyond: ['前后差一两天'],
  },
  {
    say: '转机时间别少于两小时，12月9日上海到罗马',
    facts: { from: 'SHA', to: 'ROM', date: '2026-12-09', minConnection: 120 },
  },
  { say: '明天的航班，去北京', facts: { to: 'BJS', date: '2026-11-23' }, asks: ['from'] },
  {
    say: '孩子们放寒假想去哈尔滨看冰灯，我们从上海走，1月23日',
    facts: { from: 'SHA', to: 'HRB', date: '2027-01-23' },
    asks: ['people'],
  },
  { say: '全家去三亚，从北京，1月25日', facts: { from: 'BJS', to: 'SYX', date: '2027-01-25' }, asks: ['people'] },
  { say: '12月6日合肥到广州，别太贵', facts: { from: 'HFE', to: 'CAN', date: '2026-12-06' }, beyond: ['别太贵'] },
  {
    say: '晚上到的不要，12月12日南宁飞上海',
    facts: { from: 'NNG', to: 'SHA', date: '2026-12-12' },
    beyond: ['晚上到的不要'],
  },
  {
    say: '十二月二十五号从温哥华回上海，东航的不坐',
    facts: { from: 'YVR', to: 'SHA', date: '2026-12-25', notAirlines: ['MU'] },
  },
  {
    say: '12月20日 曼谷到清迈 最多500美元',
    facts: { from: 'BKK', to: 'CNX', date: '2026-12-20', maxPrice: 500, currency: 'USD' },
  },
  {
    say: '沈阳飞上海，周三上午，2位',
    facts: { from: 'SHE', to: 'SHA', date: '2026-11-25', departBefore: '12:00', adults: 2 },
  },
  {
    say: '帮我看看12月1号到12月8号深圳东京往返，一个大人带两个小孩，6岁和3岁',
    facts: { from: 'SZX', to: 'TYO', date: '2026-12-01', return: '2026-12-08', adults: 1, children: 2, ages: [6, 3] },
  },
];
