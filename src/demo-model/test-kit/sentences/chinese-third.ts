import type { Sentence } from './sentence.ts';

/** The first half was written before the readers were read again, the second after it. */
export const CHINESE_THIRD: readonly Sentence[] = [
  { say: '她12月9日要从成都到拉萨', facts: { from: 'CTU', to: 'LXA', date: '2026-12-09' } },
  {
    say: '我爱人12月9日从上海飞厦门，我不去',
    facts: { from: 'SHA', to: 'XMN', date: '2026-12-09' },
    beyond: ['我不去'],
  },
  {
    say: '12月9日广州到曼谷，千万别给我订南航',
    facts: { from: 'CAN', to: 'BKK', date: '2026-12-09', notAirlines: ['CZ'] },
  },
  {
    say: '12月9日北京到成都，国航和川航都不要',
    facts: { from: 'BJS', to: 'CTU', date: '2026-12-09', notAirlines: ['CA', '3U'] },
  },
  {
    say: '12月9日深圳到北京，最晚11点半要落地',
    facts: { from: 'SZX', to: 'BJS', date: '2026-12-09', arriveBefore: '11:30' },
  },
  {
    say: '12月9日从西安去广州，中午以前走不了',
    facts: { from: 'XIY', to: 'CAN', date: '2026-12-09' },
    beyond: ['中午以前走不了'],
  },
  { say: '12月9日两点在杭州开会，从北京出发', facts: { from: 'BJS', to: 'HGH', date: '2026-12-09' }, beyond: ['开会'] },
  {
    say: '12月9日昆明到西双版纳，夫妻俩带一个3岁的孩子',
    facts: { from: 'KMG', to: 'JHG', date: '2026-12-09' },
    asks: ['people'],
  },
  {
    say: '爷爷奶奶和我，12月9日哈尔滨到三亚',
    facts: { from: 'HRB', to: 'SYX', date: '2026-12-09', adults: 3 },
    asks: ['people'],
  },
  {
    say: '两个大人抱一个一岁的宝宝，12月9日长沙到海口',
    facts: { from: 'CSX', to: 'HAK', date: '2026-12-09', adults: 2 },
    asks: ['infants'],
  },
  {
    say: '2个大人1个婴儿（不占座），12月9日青岛到大连',
    facts: { from: 'TAO', to: 'DLC', date: '2026-12-09', adults: 2, infantsLap: 1 },
  },
  { say: '12月10日星期三从南京到重庆', facts: { from: 'NKG', to: 'CKG' }, asks: ['date'] },
  { say: '半个月以后从武汉去桂林', facts: { from: 'WUH', to: 'KWL' }, asks: ['date'] },
  { say: '12/9去，12/12回，天津到厦门', facts: { from: 'TSN', to: 'XMN', date: '2026-12-09', return: '2026-12-12' } },
  { say: '12月9日从郑州去上海，玩三天回来', facts: { from: 'CGO', to: 'SHA', date: '2026-12-09' }, asks: ['return'] },
  { say: '12月9日北京飞新加坡，过两天再从新加坡飞吉隆坡', facts: { from: 'BJS', date: '2026-12-09' }, asks: ['to'] },
  { say: '从上海出发，东京、大阪各玩三天', facts: { from: 'SHA' }, asks: ['to', 'date'] },
  { say: '一月份哪天从杭州去三亚最便宜', facts: { from: 'HGH', to: 'SYX', cheapestOf: '2027-01' } },
  {
    say: '不从浦东走，从虹桥走，12月9日去广州',
    facts: { to: 'CAN', date: '2026-12-09', notAirports: ['PVG'] },
    asks: ['from'],
  },
  {
    say: '我们两个人12月9日成都到昆明，一共不超过一千五',
    facts: { from: 'CTU', to: 'KMG', date: '2026-12-09', adults: 2, maxPrice: 1500, currency: 'CNY' },
  },
  { say: '他能从北京飞海口吗，12月9日', facts: { from: 'BJS', to: 'HAK', date: '2026-12-09' } },
  {
    say: '12月9日上海到成都，东航以外都行',
    facts: { from: 'SHA', to: 'CTU', date: '2026-12-09', notAirlines: ['MU'] },
  },
  {
    say: '12月9日上海到成都，春秋、吉祥不坐',
    facts: { from: 'SHA', to: 'CTU', date: '2026-12-09', notAirlines: ['9C', 'HO'] },
  },
  {
    say: '12月9日上海到成都，别在下午六点以后到',
    facts: { from: 'SHA', to: 'CTU', date: '2026-12-09', arriveBefore: '18:00' },
  },
  {
    say: '12月9日上海到成都，早上八点以前不走',
    facts: { from: 'SHA', to: 'CTU', date: '2026-12-09', departAfter: '08:00' },
  },
  {
    say: '12月9日上海到成都，下午两点前到，上午九点后出发',
    facts: { from: 'SHA', to: 'CTU', date: '2026-12-09', arriveBefore: '14:00', departAfter: '09:00' },
  },
  {
    say: '12月9日上海到成都，预算两千三',
    facts: { from: 'SHA', to: 'CTU', date: '2026-12-09', maxPrice: 2300, currency: 'CNY' },
  },
  {
    say: '12月9日上海到成都，八百以内',
    facts: { from: 'SHA', to: 'CTU', date: '2026-12-09', maxPrice: 800, currency: 'CNY' },
  },
  {
    say: '两个大人，孩子一个11岁一个12岁，12月9日北京到三亚',
    facts: { from: 'BJS', to: 'SYX', date: '2026-12-09', adults: 3, children: 1 },
  },
  {
    say: '1个成人带1个婴儿，婴儿要占座，12月9日北京到三亚',
    facts: { from: 'BJS', to: 'SYX', date: '2026-12-09', adults: 1, infantsSeat: 1 },
  },
  { say: '我带娃12月9日从重庆去昆明', facts: { from: 'CKG', to: 'KMG', date: '2026-12-09' }, asks: ['people'] },
  {
    say: '三个大人两个小孩，小孩5岁和9岁，12月9日重庆到昆明',
    facts: { from: 'CKG', to: 'KMG', date: '2026-12-09', adults: 3, children: 2 },
  },
  { say: '12月9日重庆到昆明，下周日回', facts: { from: 'CKG', to: 'KMG', date: '2026-12-09' }, asks: ['return'] },
  { say: '下个月9号重庆到昆明', facts: { from: 'CKG', to: 'KMG' }, asks: ['date'] },
  { say: '12月最后一个周五重庆到昆明', facts: { from: 'CKG', to: 'KMG' }, asks: ['date'] },
  {
    say: '三月里最便宜的一天，重庆到昆明，两个大人',
    facts: { from: 'CKG', to: 'KMG', cheapestOf: '2027-03', adults: 2 },
  },
  { say: '重庆到昆明，3月5日最便宜的航班', facts: { from: 'CKG', to: 'KMG', date: '2027-03-05' } },
  {
    say: '2027年2月哪天重庆飞昆明最便宜，不坐西部航空',
    facts: { from: 'CKG', to: 'KMG', cheapestOf: '2027-02' },
    asks: ['notAirlines'],
  },
  { say: '12月9日北京到上海，12月12日上海到广州', facts: {}, asks: ['from', 'to', 'date'] },
  { say: '北京、西安、成都、北京，12月9日开始', facts: { date: '2026-12-09' }, asks: ['from', 'to'] },
];
