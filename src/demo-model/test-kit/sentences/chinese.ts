import { sentencesOf } from './sentence.ts';

/** Written before the demo model was read. */
const FIRST = `
明天从北京飞上海 → from=BJS; to=SHA; date=2026-11-23
12月5号广州到曼谷，下午三点之前要到 → from=CAN; to=BKK; date=2026-12-05; arriveBefore=15:00
不要国航，12月1日北京去东京 → from=BJS; to=TYO; date=2026-12-01; notAirlines=CA
一家三口12月20日从成都去三亚，孩子5岁 → from=CTU; to=SYX; date=2026-12-20; adults=2; children=1; ages=5
我和老婆带一个十个月大的宝宝，12月3日上海到昆明 → from=SHA; to=KMG; date=2026-12-03; adults=2 | asks infants
想去一趟首尔，下周从青岛走 → from=TAO; to=SEL | asks date
不去东京，去大阪，12月8日从上海出发 → from=SHA; to=OSA; date=2026-12-08
北京到西安再到成都，12月6日出发 → date=2026-12-06 | asks to
我爸要从哈尔滨来深圳看我，12月10号 → from=HRB; to=SZX; date=2026-12-10 | asks people
下周五杭州飞重庆 → from=HGH; to=CKG; date=2026-11-27
12/24-1/2 上海往返伦敦 → from=SHA; to=LON; date=2026-12-24; return=2027-01-02
元旦去厦门，从南京走，1月3号回来 → from=NKG; to=XMN; date=2027-01-01; return=2027-01-03
两个大人一个12岁的孩子，武汉到北京，12月15日 → from=WUH; to=BJS; date=2026-12-15; adults=3; ages=12
东京明天天气怎么样 → asks topic
帮我在大阪订个酒店 → asks topic
12月2日北京飞广州，早上八点以后出发，中午十二点前到 → from=BJS; to=CAN; date=2026-12-02; departAfter=08:00; arriveBefore=12:00
月底从上海去新加坡 → from=SHA; to=SIN | asks date
12月中旬深圳飞巴黎，两个人，公务舱 → from=SZX; to=PAR; adults=2; cabin=business | asks date
后天长沙到北京直飞，1000块以内 → from=CSX; to=BJS; date=2026-11-24; direct; maxPrice=1000; currency=CNY
除了春秋航空都可以，12月9日上海到大阪 → from=SHA; to=OSA; date=2026-12-09; notAirlines=9C
只坐东航或者南航，12月11日上海到广州 → from=SHA; to=CAN; date=2026-12-11; airlines=MU,CZ
我住在西雅图，想12月12日去芝加哥看女儿 → from=SEA; to=CHI; date=2026-12-12
下下周一北京去香港，周四回 → from=BJS; to=HKG; date=2026-11-30; return=2026-12-03
12月18日福州到台北，要靠窗的座位 → from=FOC; to=TPE; date=2026-12-18 | beyond 靠窗
妈妈腿脚不好需要轮椅，12月7日重庆到北京，就她一个人 → from=CKG; to=BJS; date=2026-12-07; adults=1 | beyond 轮椅
3/4 上海飞首尔 → from=SHA; to=SEL; date=2027-03-04
过两个礼拜从大连去首尔 → from=DLC; to=SEL | asks date
1月哪天最便宜？上海到曼谷 → from=SHA; to=BKK; cheapestOf=2027-01
4个人12月19日从北京去三亚玩一周 → from=BJS; to=SYX; date=2026-12-19; return=2026-12-26; adults=4
12月31号晚上8点前必须到家，我家在沈阳，从广州走 → from=CAN; to=SHE; date=2026-12-31; arriveBefore=20:00
11月31日上海到北京 → from=SHA; to=BJS | asks date
给我和两个同事订12月4日北京到深圳，最早一班 → from=BJS; to=SZX; date=2026-12-04; adults=3
国庆去新疆乌鲁木齐，从北京出发，5天 → from=BJS; to=URC | asks date
12月13日成都到拉萨，不要中转，不要红眼航班 → from=CTU; to=LXA; date=2026-12-13; direct | beyond 红眼
周六去杭州，周日回北京 → from=BJS; to=HGH; date=2026-11-28; return=2026-11-29
我要去趟伦敦，别从希思罗走，12月14日香港出发 → from=HKG; to=LON; date=2026-12-14; notAirports=LHR
两大一小，12月22日天津到海口，小孩一岁半 → from=TSN; to=HAK; date=2026-12-22; adults=2 | asks infants
婴儿一个，大人两个，婴儿不占座，12月16日郑州到上海 → from=CGO; to=SHA; date=2026-12-16; adults=2; infantsLap=1
想托运两件行李，12月8日广州飞墨尔本 → from=CAN; to=MEL; date=2026-12-08; bags=2
前后差一两天都行，12月10日北京到悉尼 → from=BJS; to=SYD; date=2026-12-10 | beyond 前后差一两天
转机时间别少于两小时，12月9日上海到罗马 → from=SHA; to=ROM; date=2026-12-09; minConnection=120
明天的航班，去北京 → to=BJS; date=2026-11-23 | asks from
孩子们放寒假想去哈尔滨看冰灯，我们从上海走，1月23日 → from=SHA; to=HRB; date=2027-01-23 | asks people
全家去三亚，从北京，1月25日 → from=BJS; to=SYX; date=2027-01-25 | asks people
12月6日合肥到广州，别太贵 → from=HFE; to=CAN; date=2026-12-06 | beyond 别太贵
晚上到的不要，12月12日南宁飞上海 → from=NNG; to=SHA; date=2026-12-12 | beyond 晚上到的不要
十二月二十五号从温哥华回上海，东航的不坐 → from=YVR; to=SHA; date=2026-12-25; notAirlines=MU
12月20日 曼谷到清迈 最多500美元 → from=BKK; to=CNX; date=2026-12-20; maxPrice=500; currency=USD
沈阳飞上海，周三上午，2位 → from=SHE; to=SHA; date=2026-11-25; departBefore=12:00; adults=2
帮我看看12月1号到12月8号深圳东京往返，一个大人带两个小孩，6岁和3岁 → from=SZX; to=TYO; date=2026-12-01; return=2026-12-08; adults=1; children=2; ages=6,3
`;

/** Written with the readers in sight, to lead them astray. */
const SECOND = `
她12月3日要从北京飞三亚，你帮她看看 → from=BJS; to=SYX; date=2026-12-03 | beyond 她
12月3日北京到三亚，国航或者海航都不要 → from=BJS; to=SYX; date=2026-12-03; notAirlines=CA,HU
12月3日北京到三亚，国航也可以 → from=BJS; to=SYX; date=2026-12-03 | beyond 国航
12月3日北京到三亚，最好是海航 → from=BJS; to=SYX; date=2026-12-03 | beyond 海航
12月3日北京到三亚，没有海航就算了 → from=BJS; to=SYX; date=2026-12-03 | beyond 海航
12月3日北京到三亚，不是不能坐春秋 → from=BJS; to=SYX; date=2026-12-03 | beyond 春秋
12月3日去上海，北京出发，只降虹桥 → from=BJS; to=SHA; date=2026-12-03 | beyond 只降虹桥
12月3日北京去上海，不要浦东机场 → from=BJS; to=SHA; date=2026-12-03; notAirports=PVG
12月3日前到上海，从北京走 → from=BJS; to=SHA | asks date
12月3日到上海，从北京走，三点之前 → from=BJS; to=SHA | asks date
12月3日下午五点半前赶到上海，从北京走 → from=BJS; to=SHA; date=2026-12-03; arriveBefore=17:30
12月3日北京到上海，晚上十点以后到 → from=BJS; to=SHA; date=2026-12-03; arriveAfter=22:00
12月3日北京到上海，18:00后起飞 → from=BJS; to=SHA; date=2026-12-03; departAfter=18:00
12月3日北京到上海，中午左右的 → from=BJS; to=SHA | asks date
12月3日北京到上海，上午到 → from=BJS; to=SHA; date=2026-12-03 | beyond 上午到
我带孩子12月3日从杭州去厦门 → from=HGH; to=XMN; date=2026-12-03 | asks people
我们俩带一个6岁的孩子12月3日从杭州去厦门 → from=HGH; to=XMN; date=2026-12-03; adults=2; children=1; ages=6
两大两小12月3日杭州到厦门，孩子4岁和13岁 → from=HGH; to=XMN; date=2026-12-03; adults=3; children=1
两大两小12月3日杭州到厦门 → from=HGH; to=XMN; date=2026-12-03 | asks people
一家四口12月3日杭州到厦门，孩子7岁和1岁 → from=HGH; to=XMN; date=2026-12-03; adults=2; children=1 | asks infants
爷爷奶奶12月3日从杭州去厦门 → from=HGH; to=XMN; date=2026-12-03 | asks people
同事们12月3日从杭州去厦门团建 → from=HGH; to=XMN; date=2026-12-03 | asks people
三个人12月3日杭州到厦门，其中一个坐轮椅 → from=HGH; to=XMN; date=2026-12-03; adults=3 | beyond 轮椅
孕妇一个人12月3日杭州到厦门 → from=HGH; to=XMN; date=2026-12-03 | beyond 孕妇
我和朋友12月3日杭州到厦门 → from=HGH; to=XMN; date=2026-12-03 | asks people
下周末武汉到西安 → from=WUH; to=XIY | asks date
12月初武汉到西安 → from=WUH; to=XIY | asks date
腊月二十八武汉到西安 → from=WUH; to=XIY | asks date
除夕前一天武汉到西安 → from=WUH; to=XIY | asks date
12月5日去武汉，6日晚上回西安 → to=WUH | asks date, from
12月5日西安去武汉，两天后回 → from=XIY; to=WUH; date=2026-12-05; return=2026-12-07
12月5日西安去武汉玩五天 → from=XIY; to=WUH; date=2026-12-05 | beyond 五天
12月5号到8号西安武汉往返 → from=XIY; to=WUH; date=2026-12-05; return=2026-12-08
12月5日或者6日西安到武汉 → from=XIY; to=WUH | asks date
西安到武汉，12月5日，周日 → from=XIY; to=WUH | asks date
不是12月5日，是6日，西安到武汉 → from=XIY; to=WUH | asks date
先飞广州再飞海口，12月5日从郑州走 → date=2026-12-05 | asks to
从广州或者深圳飞上海，12月5日 → to=SHA; date=2026-12-05 | asks from
经香港去悉尼，12月5日从广州走 → date=2026-12-05 | asks to
去悉尼，不在香港转机，12月5日从广州走 → from=CAN; to=SYD; date=2026-12-05; notAirports=HKG
广州到悉尼，12月5日，每人不超过五千 → from=CAN; to=SYD; date=2026-12-05 | beyond 每人
广州到悉尼，12月5日，预算八千左右 → from=CAN; to=SYD | asks date
广州到悉尼，12月5日，最多中转一次，总价不超过6000元 → from=CAN; to=SYD; date=2026-12-05; maxStops=1; maxPrice=6000; currency=CNY
广州到悉尼，12月5日，三个人托运两件行李 → from=CAN; to=SYD; date=2026-12-05; adults=3 | beyond 两件行李
广州到悉尼，12月5日，每人托运1件，两个人 → from=CAN; to=SYD; date=2026-12-05; adults=2; bags=1
广州到悉尼，12月5日，前后一天都行 → from=CAN; to=SYD; date=2026-12-05; flex=1
广州到悉尼，12月5日，不一定要直飞 → from=CAN; to=SYD; date=2026-12-05 | beyond 直飞
广州到悉尼，12月5日，别给我经济舱 → from=CAN; to=SYD; date=2026-12-05 | beyond 经济舱
上海到苏州的高铁几点有 → asks topic
悉尼现在几度 → asks topic
`;

/** The first half was written before the readers were read again, the second after it. */
const THIRD = `
她12月9日要从成都到拉萨 → from=CTU; to=LXA; date=2026-12-09
我爱人12月9日从上海飞厦门，我不去 → from=SHA; to=XMN; date=2026-12-09 | beyond 我不去
12月9日广州到曼谷，千万别给我订南航 → from=CAN; to=BKK; date=2026-12-09; notAirlines=CZ
12月9日北京到成都，国航和川航都不要 → from=BJS; to=CTU; date=2026-12-09; notAirlines=CA,3U
12月9日深圳到北京，最晚11点半要落地 → from=SZX; to=BJS; date=2026-12-09; arriveBefore=11:30
12月9日从西安去广州，中午以前走不了 → from=XIY; to=CAN; date=2026-12-09 | beyond 中午以前走不了
12月9日两点在杭州开会，从北京出发 → from=BJS; to=HGH; date=2026-12-09 | beyond 开会
12月9日昆明到西双版纳，夫妻俩带一个3岁的孩子 → from=KMG; to=JHG; date=2026-12-09 | asks people
爷爷奶奶和我，12月9日哈尔滨到三亚 → from=HRB; to=SYX; date=2026-12-09; adults=3 | asks people
两个大人抱一个一岁的宝宝，12月9日长沙到海口 → from=CSX; to=HAK; date=2026-12-09; adults=2 | asks infants
2个大人1个婴儿（不占座），12月9日青岛到大连 → from=TAO; to=DLC; date=2026-12-09; adults=2; infantsLap=1
12月10日星期三从南京到重庆 → from=NKG; to=CKG | asks date
半个月以后从武汉去桂林 → from=WUH; to=KWL | asks date
12/9去，12/12回，天津到厦门 → from=TSN; to=XMN; date=2026-12-09; return=2026-12-12
12月9日从郑州去上海，玩三天回来 → from=CGO; to=SHA; date=2026-12-09 | asks return
12月9日北京飞新加坡，过两天再从新加坡飞吉隆坡 → from=BJS; date=2026-12-09 | asks to
从上海出发，东京、大阪各玩三天 → from=SHA | asks to, date
一月份哪天从杭州去三亚最便宜 → from=HGH; to=SYX; cheapestOf=2027-01
不从浦东走，从虹桥走，12月9日去广州 → to=CAN; date=2026-12-09; notAirports=PVG | asks from
我们两个人12月9日成都到昆明，一共不超过一千五 → from=CTU; to=KMG; date=2026-12-09; adults=2; maxPrice=1500; currency=CNY
他能从北京飞海口吗，12月9日 → from=BJS; to=HAK; date=2026-12-09
12月9日上海到成都，东航以外都行 → from=SHA; to=CTU; date=2026-12-09; notAirlines=MU
12月9日上海到成都，春秋、吉祥不坐 → from=SHA; to=CTU; date=2026-12-09; notAirlines=9C,HO
12月9日上海到成都，别在下午六点以后到 → from=SHA; to=CTU; date=2026-12-09; arriveBefore=18:00
12月9日上海到成都，早上八点以前不走 → from=SHA; to=CTU; date=2026-12-09; departAfter=08:00
12月9日上海到成都，下午两点前到，上午九点后出发 → from=SHA; to=CTU; date=2026-12-09; arriveBefore=14:00; departAfter=09:00
12月9日上海到成都，预算两千三 → from=SHA; to=CTU; date=2026-12-09; maxPrice=2300; currency=CNY
12月9日上海到成都，八百以内 → from=SHA; to=CTU; date=2026-12-09; maxPrice=800; currency=CNY
两个大人，孩子一个11岁一个12岁，12月9日北京到三亚 → from=BJS; to=SYX; date=2026-12-09; adults=3; children=1
1个成人带1个婴儿，婴儿要占座，12月9日北京到三亚 → from=BJS; to=SYX; date=2026-12-09; adults=1; infantsSeat=1
我带娃12月9日从重庆去昆明 → from=CKG; to=KMG; date=2026-12-09 | asks people
三个大人两个小孩，小孩5岁和9岁，12月9日重庆到昆明 → from=CKG; to=KMG; date=2026-12-09; adults=3; children=2
12月9日重庆到昆明，下周日回 → from=CKG; to=KMG; date=2026-12-09 | asks return
下个月9号重庆到昆明 → from=CKG; to=KMG; date=2026-12-09
12月最后一个周五重庆到昆明 → from=CKG; to=KMG | asks date
三月里最便宜的一天，重庆到昆明，两个大人 → from=CKG; to=KMG; cheapestOf=2027-03; adults=2
重庆到昆明，3月5日最便宜的航班 → from=CKG; to=KMG; date=2027-03-05
2027年2月哪天重庆飞昆明最便宜，不坐西部航空 → from=CKG; to=KMG; cheapestOf=2027-02 | asks notAirlines
12月9日北京到上海，12月12日上海到广州 → asks from, to, date
北京、西安、成都、北京，12月9日开始 → date=2026-12-09 | asks from, to
`;

/** The eight grave classes once more, refused airlines above all; written before the readers were read again, but for the last two. */
const FOURTH = `
帮她订12月3日伦敦到罗马的票，她叫Eva Hall → from=LON; to=ROM; date=2026-12-03
他12月5日要从巴黎去马德里，就他一个人 → from=PAR; to=MAD; date=2026-12-05
我老板让我给他订周一柏林到维也纳，他一个人走 → from=BER; to=VIE | asks people, date
能不能帮我看看明天上海到西安的票？ → from=SHA; to=XIY; date=2026-11-23
替我妈看一下12月9日成都到三亚，就她自己飞 → from=CTU; to=SYX; date=2026-12-09 | asks people
你们有周四从北京到大连的航班吗 → from=BJS; to=DLC | asks date
12月2日伦敦到东京，别给我订日航 → from=LON; to=TYO; date=2026-12-02; notAirlines=JL
12月6日北京飞香港，除了国航都行 → from=BJS; to=HKG; date=2026-12-06; notAirlines=CA
明天上海到广州，东航不考虑 → from=SHA; to=CAN; date=2026-11-23; notAirlines=MU
周五深圳到北京，南航就算了 → from=SZX; to=BJS; notAirlines=CZ | asks date
12月7日大阪到首尔，全日空以外的都可以 → from=OSA; to=SEL; date=2026-12-07; notAirlines=NH
12月8日成都到上海，千万别订春秋 → from=CTU; to=SHA; date=2026-12-08; notAirlines=9C
12月3日巴黎到法兰克福，汉莎除外 → from=PAR; to=FRA; date=2026-12-03; notAirlines=LH
12月4日香港到新加坡，死也不坐国泰 → from=HKG; to=SIN; date=2026-12-04; notAirlines=CX
12月10日纽约到伦敦，不想再坐英航了 → from=NYC; to=LON; date=2026-12-10; notAirlines=BA
厦门到北京，12月9日，排除厦航 → from=XMN; to=BJS; date=2026-12-09; notAirlines=MF
明天杭州去成都，哪家都行就是不要川航 → from=HGH; to=CTU; date=2026-11-23; notAirlines=3U
北京到上海后天，我讨厌东航和春秋 → from=BJS; to=SHA; date=2026-11-24; notAirlines=MU,9C
12月11日首尔到曼谷，大韩航空不行，泰航也不行 → from=SEL; to=BKK; date=2026-12-11; notAirlines=KE,TG
12月15日新加坡到东京，要全日空，不要日航 → from=SIN; to=TYO; date=2026-12-15; notAirlines=JL; airlines=NH
广州到北京12月5日，避开南航 → from=CAN; to=BJS; date=2026-12-05; notAirlines=CZ
上海到东京12月12日，非日航的航班 → from=SHA; to=TYO; date=2026-12-12; notAirlines=JL
12月14日迪拜到伦敦，不是阿联酋航空就行 → from=DXB; to=LON; date=2026-12-14; notAirlines=EK
12月3日从马德里出发，下午两点前必须到希思罗 → from=MAD; to=LON; date=2026-12-03; arriveBefore=14:00
明天苏黎世到伦敦，最晚十点半落地 → from=ZRH; to=LON; date=2026-11-23 | asks arriveBefore
12月2日柏林到巴黎，我三点在那边有个会 → from=BER; to=PAR; date=2026-12-02 | beyond 有个会
周三北京到上海，中午之前到 → from=BJS; to=SHA; arriveBefore=12:00 | asks date
12月6日罗马到雅典，晚上六点以后到就行 → from=ROM; to=ATH; date=2026-12-06; arriveAfter=18:00
我和老公带两个孩子（4岁和9岁），12月19日上海到三亚 → from=SHA; to=SYX; date=2026-12-19; adults=2; children=2
我们三个人，都是大人，12月4日北京到成都 → from=BJS; to=CTU; date=2026-12-04; adults=3
我和爸妈12月12日从广州去昆明 → from=CAN; to=KMG; date=2026-12-12 | asks people
给我妈买一张12月8日武汉到北京的，我自己不去 → from=WUH; to=BJS; date=2026-12-08 | asks people
两大一小，小的13岁，12月20日杭州到厦门 → from=HGH; to=XMN; date=2026-12-20; adults=3
12月21日深圳到西安，夫妻俩带个上初中的孩子 → from=SZX; to=XIY; date=2026-12-21 | asks people
12月6日上海到北京，给我女儿买，她5号满12岁 → from=SHA; to=BJS; date=2026-12-06 | asks people
12月5日上海到北京，两个大人带一个八个月的宝宝 → from=SHA; to=BJS; date=2026-12-05; adults=2 | asks infants
我和老婆抱着宝宝，12月7日广州到海口 → from=CAN; to=HAK; date=2026-12-07; adults=2 | asks infants
一个大人带刚出生的双胞胎，12月10日北京到青岛 → from=BJS; to=TAO; date=2026-12-10 | asks people
两个大人一个婴儿，婴儿要单独占座，12月9日成都到北京 → from=CTU; to=BJS; date=2026-12-09; adults=2; infantsSeat=1
下下周二上海到北京 → from=SHA; to=BJS; date=2026-12-01
4号北京到上海，三天后回来 → from=BJS; to=SHA | asks date, return
圣诞节前的那个星期六伦敦到纽约 → from=LON; to=NYC | asks date
周末去厦门，从上海走 → from=SHA; to=XMN | asks date
12月2日星期一东京到首尔 → from=TYO; to=SEL | asks date
月初广州飞武汉 → from=CAN; to=WUH | asks date
大后天西安到重庆 → from=XIY; to=CKG; date=2026-11-25
12月3日上海到北京，6号再去西安，9号回上海 → asks to
不去北京，去天津，12月4日从广州走 → from=CAN; to=TSN; date=2026-12-04
12月2日北京到上海，非国航不坐 → from=BJS; to=SHA; date=2026-12-02; airlines=CA
12月2日北京到上海，不想坐国航以外的 → from=BJS; to=SHA; date=2026-12-02; airlines=CA
`;

/** Everyday short forms: half of them not understood when they were first tried, the others to lead the new readers astray. */
const FIFTH = `
帮我看看下下周五北京到杭州的机票 → from=BJS; to=HGH; date=2026-12-04
下下下周五北京到杭州 → from=BJS; to=HGH | asks date
我和女朋友想下个月8号去清迈，从上海出发，15号回 → from=SHA; to=CNX; date=2026-12-08; return=2026-12-15; adults=2
下个月31号从厦门去西安 → from=XMN; to=XIY; date=2026-12-31
下下个月3号从厦门去西安 → from=XMN; to=XIY; date=2027-01-03
广州飞胡志明，本月28号 → from=CAN; to=SGN; date=2026-11-28
这个月3号从广州飞河内 → from=CAN; to=HAN | asks date
明晚北京到成都 → from=BJS; to=CTU; date=2026-11-23; departAfter=18:00
今晚或者明早从北京去成都 → from=BJS; to=CTU | asks date
从浦东飞成都天府，后天早班机 → from=SHA; to=CTU; date=2026-11-24; departBefore=12:00
12月8日羽田到仁川 → from=TYO; to=SEL; date=2026-12-08
最便宜的从广州到曼谷的机票，12月哪天都行 → from=CAN; to=BKK; cheapestOf=2026-12
12月哪天都不行，1月再说，广州到曼谷 → from=CAN; to=BKK | asks date
12月5日，重庆——昆明，1位成人，1位儿童（8岁） → from=CKG; to=KMG; date=2026-12-05; adults=1; children=1; ages=8
PVG到LAX，12月18，2个大人，头等舱 → from=SHA; to=LAX; date=2026-12-18; adults=2; cabin=first
北京飞三亚 4月30去5月5回 → from=BJS; to=SYX; date=2027-04-30; return=2027-05-05
12月2人去三亚，从北京走 → from=BJS; to=SYX; adults=2 | asks date
帮我查查明天有没有从武汉直飞新加坡的 → from=WUH; to=SIN; date=2026-11-23; direct
不想直飞大阪，12月6日从上海走 → from=SHA; to=OSA; date=2026-12-06 | beyond 不想直飞
明天从北京去上海，当天来回 → from=BJS; to=SHA; date=2026-11-23; return=2026-11-23
12月6日从西安到三亚多少钱 → from=XIY; to=SYX; date=2026-12-06
最好直飞，下下周三成都到巴黎，下午出发，两个大人一个小孩 → from=CTU; to=PAR; date=2026-12-02; direct; departAfter=12:00; departBefore=18:00 | asks people
12月12号南京到桂林的最早航班 → from=NKG; to=KWL; date=2026-12-12 | beyond 最早
12月12号南京到桂林，最早班机 → from=NKG; to=KWL; date=2026-12-12 | beyond 最早
老人两位，12月12号南京到桂林 → from=NKG; to=KWL; date=2026-12-12; adults=2
`;

export const CHINESE = [FIRST, SECOND, THIRD, FOURTH, FIFTH].flatMap(sentencesOf);
