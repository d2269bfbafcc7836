import type { Sentence } from './sentence.ts';

/** Written with the readers in sight, to lead them astray. */
export const CHINESE_SECOND: readonly Sentence[] = [
  { say: '她12月3日要从北京飞三亚，你帮她看看', facts: { from: 'BJS', to: 'SYX', date: '2026-12-03' }, beyond: ['她'] },
  {
    say: '12月3日北京到三亚，国航或者海航都不要',
    facts: { from: 'BJS', to: 'SYX', date: '2026-12-03', notAirlines: ['CA', 'HU'] },
  },
  { say: '12月3日北京到三亚，国航也可以', facts: { from: 'BJS', to: 'SYX', date: '2026-12-03' }, beyond: ['国航'] },
  { say: '12月3日北京到三亚，最好是海航', facts: { from: 'BJS', to: 'SYX', date: '2026-12-03' }, beyond: ['海航'] },
  { say: '12月3日北京到三亚，没有海航就算了', facts: { from: 'BJS', to: 'SYX', date: '2026-12-03' }, beyond: ['海航'] },
  { say: '12月3日北京到三亚，不是不能坐春秋', facts: { from: 'BJS', to: 'SYX', date: '2026-12-03' }, beyond: ['春秋'] },
  {
    say: '12月3日去上海，北京出发，只降虹桥',
    facts: { from: 'BJS', to: 'SHA', date: '2026-12-03' },
    beyond: ['只降虹桥'],
  },
  {
    say: '12月3日北京去上海，不要浦东机场',
    facts: { from: 'BJS', to: 'SHA', date: '2026-12-03', notAirports: ['PVG'] },
  },
  { say: '12月3日前到上海，从北京走', facts: { from: 'BJS', to: 'SHA' }, asks: ['date'] },
  { say: '12月3日到上海，从北京走，三点之前', facts: { from: 'BJS', to: 'SHA' }, asks: ['date'] },
  {
    say: '12月3日下午五点半前赶到上海，从北京走',
    facts: { from: 'BJS', to: 'SHA', date: '2026-12-03', arriveBefore: '17:30' },
  },
  {
    say: '12月3日北京到上海，晚上十点以后到',
    facts: { from: 'BJS', to: 'SHA', date: '2026-12-03', arriveAfter: '22:00' },
  },
  {
    say: '12月3日北京到上海，18:00后起飞',
    facts: { from: 'BJS', to: 'SHA', date: '2026-12-03', departAfter: '18:00' },
  },
  { say: '12月3日北京到上海，中午左右的', facts: { from: 'BJS', to: 'SHA' }, asks: ['date'] },
  { say: '12月3日北京到上海，上午到', facts: { from: 'BJS', to: 'SHA', date: '2026-12-03' }, beyond: ['上午到'] },
  { say: '我带孩子12月3日从杭州去厦门', facts: { from: 'HGH', to: 'XMN', date: '2026-12-03' }, asks: ['people'] },
  {
    say: '我们俩带一个6岁的孩子12月3日从杭州去厦门',
    facts: { from: 'HGH', to: 'XMN', date: '2026-12-03', adults: 2, children: 1, ages: [6] },
  },
  {
    say: '两大两小12月3日杭州到厦门，孩子4岁和13岁',
    facts: { from: 'HGH', to: 'XMN', date: '2026-12-03', adults: 3, children: 1 },
  },
  { say: '两大两小12月3日杭州到厦门', facts: { from: 'HGH', to: 'XMN', date: '2026-12-03' }, asks: ['people'] },
  {
    say: '一家四口12月3日杭州到厦门，孩子7岁和1岁',
    facts: { from: 'HGH', to: 'XMN', date: '2026-12-03', adults: 2, children: 1 },
    asks: ['infants'],
  },
  { say: '爷爷奶奶12月3日从杭州去厦门', facts: { from: 'HGH', to: 'XMN', date: '2026-12-03' }, asks: ['people'] },
  { say: '同事们12月3日从杭州去厦门团建', facts: { from: 'HGH', to: 'XMN', date: '2026-12-03' }, asks: ['people'] },
  {
    say: '三个人12月3日杭州到厦门，其中一个坐轮椅',
    facts: { from: 'HGH', to: 'XMN', date: '2026-12-03', adults: 3 },
    beyond: ['轮椅'],
  },
  { say: '孕妇一个人12月3日杭州到厦门', facts: { from: 'HGH', to: 'XMN', date: '2026-12-03' }, beyond: ['孕妇'] },
  { say: '我和朋友12月3日杭州到厦门', facts: { from: 'HGH', to: 'XMN', date: '2026-12-03' }, asks: ['people'] },
  { say: '下周末武汉到西安', facts: { from: 'WUH', to: 'XIY' }, asks: ['date'] },
  { say: '12月初武汉到西安', facts: { from: 'WUH', to: 'XIY' }, asks: ['date'] },
  { say: '腊月二十八武汉到西安', facts: { from: 'WUH', to: 'XIY' }, asks: ['date'] },
  { say: '除夕前一天武汉到西安', facts: { from: 'WUH', to: 'XIY' }, asks: ['date'] },
  { say: '12月5日去武汉，6日晚上回西安', facts: { to: 'WUH' }, asks: ['date', 'from'] },
  { say: '12月5日西安去武汉，两天后回', facts: { from: 'XIY', to: 'WUH', date: '2026-12-05', return: '2026-12-07' } },
  { say: '12月5日西安去武汉玩五天', facts: { from: 'XIY', to: 'WUH', date: '2026-12-05' }, beyond: ['五天'] },
  { say: '12月5号到8号西安武汉往返', facts: { from: 'XIY', to: 'WUH', date: '2026-12-05', return: '2026-12-08' } },
  { say: '12月5日或者6日西安到武汉', facts: { from: 'XIY', to: 'WUH' }, asks: ['date'] },
  { say: '西安到武汉，12月5日，周日', facts: { from: 'XIY', to: 'WUH' }, asks: ['date'] },
  { say: '不是12月5日，是6日，西安到武汉', facts: { from: 'XIY', to: 'WUH' }, asks: ['date'] },
  { say: '先飞广州再飞海口，12月5日从郑州走', facts: { date: '2026-12-05' }, asks: ['to'] },
  { say: '从广州或者深圳飞上海，12月5日', facts: { to: 'SHA', date: '2026-12-05' }, asks: ['from'] },
  { say: '经香港去悉尼，12月5日从广州走', facts: { date: '2026-12-05' }, asks: ['to'] },
  {
    say: '去悉尼，不在香港转机，12月5日从广州走',
    facts: { from: 'CAN', to: 'SYD', date: '2026-12-05', notAirports: ['HKG'] },
  },
  {
    say: '广州到悉尼，12月5日，每人不超过五千',
    facts: { from: 'CAN', to: 'SYD', date: '2026-12-05' },
    beyond: ['每人'],
  },
  { say: '广州到悉尼，12月5日，预算八千左右', facts: { from: 'CAN', to: 'SYD' }, asks: ['date'] },
  {
    say: '广州到悉尼，12月5日，最多中转一次，总价不超过6000元',
    facts: { from: 'CAN', to: 'SYD', date: '2026-12-05', maxStops: 1, maxPrice: 6000, currency: 'CNY' },
  },
  {
    say: '广州到悉尼，12月5日，三个人托运两件行李',
    facts: { from: 'CAN', to: 'SYD', date: '2026-12-05', adults: 3 },
    beyond: ['两件行李'],
  },
  {
    say: '广州到悉尼，12月5日，每人托运1件，两个人',
    facts: { from: 'CAN', to: 'SYD', date: '2026-12-05', adults: 2, bags: 1 },
  },
  { say: '广州到悉尼，12月5日，前后一天都行', facts: { from: 'CAN', to: 'SYD', date: '2026-12-05', flex: 1 } },
  { say: '广州到悉尼，12月5日，不一定要直飞', facts: { from: 'CAN', to: 'SYD', date: '2026-12-05' }, beyond: ['直飞'] },
  {
    say: '广州到悉尼，12月5日，别给我经济舱',
    facts: { from: 'CAN', to: 'SYD', date: '2026-12-05' },
    beyond: ['经济舱'],
  },
  { say: '上海到苏州的高铁几点有', facts: {}, asks: ['topic'] },
  { say: '悉尼现在几度', facts: {}, asks: ['topic'] },
];
