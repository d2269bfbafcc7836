import type { Sentence } from './sentence.ts';

/** The eight grave classes once more, refused airlines above all; written before the readers were read again, but for the last two. */
export const CHINESE_FOURTH: readonly Sentence[] = [
  { say: '帮她订12月3日伦敦到罗马的票，她叫Eva Hall', facts: { from: 'LON', to: 'ROM', date: '2026-12-03' } },
  { say: '他12月5日要从巴黎去马德里，就他一个人', facts: { from: 'PAR', to: 'MAD', date: '2026-12-05' } },
  { say: '我老板让我给他订周一柏林到维也纳，他一个人走', facts: { from: 'BER', to: 'VIE' }, asks: ['people', 'date'] },
  { say: '能不能帮我看看明天上海到西安的票？', facts: { from: 'SHA', to: 'XIY', date: '2026-11-23' } },
  {
    say: '替我妈看一下12月9日成都到三亚，就她自己飞',
    facts: { from: 'CTU', to: 'SYX', date: '2026-12-09' },
    asks: ['people'],
  },
  { say: '你们有周四从北京到大连的航班吗', facts: { from: 'BJS', to: 'DLC' }, asks: ['date'] },
  {
    say: '12月2日伦敦到东京，别给我订日航',
    facts: { from: 'LON', to: 'TYO', date: '2026-12-02', notAirlines: ['JL'] },
  },
  {
    say: '12月6日北京飞香港，除了国航都行',
    facts: { from: 'BJS', to: 'HKG', date: '2026-12-06', notAirlines: ['CA'] },
  },
  { say: '明天上海到广州，东航不考虑', facts: { from: 'SHA', to: 'CAN', date: '2026-11-23', notAirlines: ['MU'] } },
  { say: '周五深圳到北京，南航就算了', facts: { from: 'SZX', to: 'BJS', notAirlines: ['CZ'] }, asks: ['date'] },
  {
    say: '12月7日大阪到首尔，全日空以外的都可以',
    facts: { from: 'OSA', to: 'SEL', date: '2026-12-07', notAirlines: ['NH'] },
  },
  {
    say: '12月8日成都到上海，千万别订春秋',
    facts: { from: 'CTU', to: 'SHA', date: '2026-12-08', notAirlines: ['9C'] },
  },
  {
    say: '12月3日巴黎到法兰克福，汉莎除外',
    facts: { from: 'PAR', to: 'FRA', date: '2026-12-03', notAirlines: ['LH'] },
  },
  {
    say: '12月4日香港到新加坡，死也不坐国泰',
    facts: { from: 'HKG', to: 'SIN', date: '2026-12-04', notAirlines: ['CX'] },
  },
  {
    say: '12月10日纽约到伦敦，不想再坐英航了',
    facts: { from: 'NYC', to: 'LON', date: '2026-12-10', notAirlines: ['BA'] },
  },
  { say: '厦门到北京，12月9日，排除厦航', facts: { from: 'XMN', to: 'BJS', date: '2026-12-09', notAirlines: ['MF'] } },
  {
    say: '明天杭州去成都，哪家都行就是不要川航',
    facts: { from: 'HGH', to: 'CTU', date: '2026-11-23', notAirlines: ['3U'] },
  },
  {
    say: '北京到上海后天，我讨厌东航和春秋',
    facts: { from: 'BJS', to: 'SHA', date: '2026-11-24', notAirlines: ['MU', '9C'] },
  },
  {
    say: '12月11日首尔到曼谷，大韩航空不行，泰航也不行',
    facts: { from: 'SEL', to: 'BKK', date: '2026-12-11', notAirlines: ['KE', 'TG'] },
  },
  {
    say: '12月15日新加坡到东京，要全日空，不要日航',
    facts: { from: 'SIN', to: 'TYO', date: '2026-12-15', notAirlines: ['JL'], airlines: ['NH'] },
  },
  { say: '广州到北京12月5日，避开南航', facts: { from: 'CAN', to: 'BJS', date: '2026-12-05', notAirlines: ['CZ'] } },
  {
    say: '上海到东京12月12日，非日航的航班',
    facts: { from: 'SHA', to: 'TYO', date: '2026-12-12', notAirlines: ['JL'] },
  },
  {
    say: '12月14日迪拜到伦敦，不是阿联酋航空就行',
    facts: { from: 'DXB', to: 'LON', date: '2026-12-14', notAirlines: ['EK'] },
  },
  {
    say: '12月3日从马德里出发，下午两点前必须到希思罗',
    facts: { from: 'MAD', to: 'LON', date: '2026-12-03', arriveBefore: '14:00' },
    asks: ['to'],
  },
  {
    say: '明天苏黎世到伦敦，最晚十点半落地',
    facts: { from: 'ZRH', to: 'LON', date: '2026-11-23' },
    asks: ['arriveBefore'],
  },
  {
    say: '12月2日柏林到巴黎，我三点在那边有个会',
    facts: { from: 'BER', to: 'PAR', date: '2026-12-02' },
    beyond: ['有个会'],
  },
  { say: '周三北京到上海，中午之前到', facts: { from: 'BJS', to: 'SHA', arriveBefore: '12:00' }, asks: ['date'] },
  {
    say: '12月6日罗马到雅典，晚上六点以后到就行',
    facts: { from: 'ROM', to: 'ATH', date: '2026-12-06', arriveAfter: '18:00' },
  },
  {
    say: '我和老公带两个孩子（4岁和9岁），12月19日上海到三亚',
    facts: { from: 'SHA', to: 'SYX', date: '2026-12-19', adults: 2, children: 2 },
  },
  { say: '我们三个人，都是大人，12月4日北京到成都', facts: { from: 'BJS', to: 'CTU', date: '2026-12-04', adults: 3 } },
  { say: '我和爸妈12月12日从广州去昆明', facts: { from: 'CAN', to: 'KMG', date: '2026-12-12' }, asks: ['people'] },
  {
    say: '给我妈买一张12月8日武汉到北京的，我自己不去',
    facts: { from: 'WUH', to: 'BJS', date: '2026-12-08' },
    asks: ['people'],
  },
  { say: '两大一小，小的13岁，12月20日杭州到厦门', facts: { from: 'HGH', to: 'XMN', date: '2026-12-20', adults: 3 } },
  {
    say: '12月21日深圳到西安，夫妻俩带个上初中的孩子',
    facts: { from: 'SZX', to: 'XIY', date: '2026-12-21' },
    asks: ['people'],
  },
  {
    say: '12月6日上海到北京，给我女儿买，她5号满12岁',
    facts: { from: 'SHA', to: 'BJS', date: '2026-12-06' },
    asks: ['people'],
  },
  {
    say: '12月5日上海到北京，两个大人带一个八个月的宝宝',
    facts: { from: 'SHA', to: 'BJS', date: '2026-12-05', adults: 2 },
    asks: ['infants'],
  },
  {
    say: '我和老婆抱着宝宝，12月7日广州到海口',
    facts: { from: 'CAN', to: 'HAK', date: '2026-12-07', adults: 2 },
    asks: ['infants'],
  },
  {
    say: '一个大人带刚出生的双胞胎，12月10日北京到青岛',
    facts: { from: 'BJS', to: 'TAO', date: '2026-12-10' },
    asks: ['people'],
  },
  {
    say: '两个大人一个婴儿，婴儿要单独占座，12月9日成都到北京',
    facts: { from: 'CTU', to: 'BJS', date: '2026-12-09', adults: 2, infantsSeat: 1 },
  },
  { say: '下下周二上海到北京', facts: { from: 'SHA', to: 'BJS' }, asks: ['date'] },
  { say: '4号北京到上海，三天后回来', facts: { from: 'BJS', to: 'SHA' }, asks: ['date', 'return'] },
  { say: '圣诞节前的那个星期六伦敦到纽约', facts: { from: 'LON', to: 'NYC' }, asks: ['date'] },
  { say: '周末去厦门，从上海走', facts: { from: 'SHA', to: 'XMN' }, asks: ['date'] },
  { say: '12月2日星期一东京到首尔', facts: { from: 'TYO', to: 'SEL' }, asks: ['date'] },
  { say: '月初广州飞武汉', facts: { from: 'CAN', to: 'WUH' }, asks: ['date'] },
  { say: '大后天西安到重庆', facts: { from: 'XIY', to: 'CKG', date: '2026-11-25' } },
  { say: '12月3日上海到北京，6号再去西安，9号回上海', facts: {}, asks: ['to'] },
  { say: '不去北京，去天津，12月4日从广州走', facts: { from: 'CAN', to: 'TSN', date: '2026-12-04' } },
  { say: '12月2日北京到上海，非国航不坐', facts: { from: 'BJS', to: 'SHA', date: '2026-12-02', airlines: ['CA'] } },
  {
    say: '12月2日北京到上海，不想坐国航以外的',
    facts: { from: 'BJS', to: 'SHA', date: '2026-12-02', airlines: ['CA'] },
  },
];
