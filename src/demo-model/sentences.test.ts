/**
 * Sentences of ordinary people on Sunday 22 November 2026, with what is made of each: a search is right in every
 * detail, a form holds nothing that was not said, and words start nothing. Half of each list was written before the
 * readers were.
 */
import { describe, expect, it } from 'vitest';
import { madeOf } from './test-kit/one-sentence.ts';

const TODAY = '2026-11-22';

const ENGLISH = `
Book a flight from Madrid to Rome tomorrow → search from=Madrid; to=Rome; date=2026-11-23
I need to get from Paris to Berlin on 2026-12-03 → search from=Paris; to=Berlin; date=2026-12-03
Flights Singapore to Bangkok 2026-12-10, 2 adults → search from=Singapore; to=Bangkok; date=2026-12-10; adults=2
My sister and I want to fly from London to Dublin next Friday → form from=London; to=Dublin
Can she fly from Chicago to Boston on Tuesday? → form from=Chicago; to=Boston; date=2026-11-24
Anything but Lufthansa from Frankfurt to Vienna tomorrow → search from=Frankfurt; to=Vienna; date=2026-11-23; not-airlines=LH
I have to be in Toronto by noon on 2026-12-01, leaving from New York → search from=New York; to=Toronto; date=2026-12-01; arrive-before=12:00
Two adults and a seven-month-old, Sydney to Melbourne, 2026-12-05 → form from=Sydney; to=Melbourne; date=2026-12-05; adults=2
Take me to Osaka, not Tokyo, from Seoul tomorrow → search from=Seoul; to=Osaka; date=2026-11-23
Paris then Rome then Athens, starting 2026-12-02 → form date=2026-12-02
I'm in Seattle and my mom lives in Denver; get her here for 2026-12-20 → form date=2026-12-20
Fly from Hong Kong to Taipei on 3/4 → form from=Hong Kong; to=Taipei
London to New York on Friday the 4th → search from=London; to=New York; date=2026-12-04
Return the day after we land → words
Is there a bus from Lyon to Geneva? → words
A man and his tao of flying: Delhi to Mumbai tomorrow → form from=Delhi; to=Mumbai; date=2026-11-23
Oslo to Stockholm, 2026-12-08, back 2026-12-12 → search from=Oslo; to=Stockholm; date=2026-12-08; return=2026-12-12
I want out of Miami as soon as possible → form
Cheapest weekend in January, Amsterdam to Lisbon → form from=Amsterdam; to=Lisbon
Not tomorrow, the day after: Milan to Zurich → form from=Milan; to=Zurich
JFK to LHR 2026-12-15 → search from=JFK; to=LHR; date=2026-12-15
Family of four from Dubai to Istanbul 2026-12-18 → form from=Dubai; to=Istanbul; date=2026-12-18
Business class for one from Tokyo to Singapore on 2026-12-09 → search from=Tokyo; to=Singapore; date=2026-12-09; cabin=business
could u fly me 2 rome from madrid tmrw → form from=Madrid
What's the weather in Lisbon tomorrow? → words
My 13-year-old flies alone from Munich to Hamburg on 2026-12-22 → form from=Munich; to=Hamburg; date=2026-12-22
Book the second cheapest from Helsinki to Copenhagen tomorrow → form from=Helsinki; to=Copenhagen
No layovers please, Los Angeles to Tokyo, 2026-12-11 → search from=Los Angeles; to=Tokyo; date=2026-12-11; direct
For under $300, Boston to Chicago tomorrow → search from=Boston; to=Chicago; date=2026-11-23; max-price=300
Can I bring my dog from Vancouver to Calgary on 2026-12-01? → form from=Vancouver; to=Calgary; date=2026-12-01
I'd like two tickets from Boston to Miami on December 19th → search from=Boston; to=Miami; date=2026-12-19; adults=2
Please find me a flight to Athens from Vienna this Thursday → search from=Vienna; to=Athens; date=2026-11-26
Fly me from Bali to Perth on 14 January 2027, one way, economy → search from=Bali; to=Perth; date=2027-01-14
Three people, Warsaw to Prague, Saturday 12 December → search from=Warsaw; to=Prague; date=2026-12-12; adults=3
Saturday 13 December, Warsaw to Prague → form from=Warsaw; to=Prague
Sao Paulo to Lima, leave 2026-12-01 and come back 2026-12-15 → search from=Sao Paulo; to=Lima; date=2026-12-01; return=2026-12-15
Helsinki to Oslo round trip on 2026-12-01 → form from=Helsinki; to=Oslo; date=2026-12-01
she's coming too, Berlin to Rome tomorrow → form from=Berlin; to=Rome; date=2026-11-23
Can a man fly from DEN to SEA tomorrow → form from=Denver; to=Seattle; date=2026-11-23
I want to fly to SIN from HKG on 5 December → search from=Hong Kong; to=Singapore; date=2026-12-05
Rome to Paris a week from tomorrow → form from=Rome; to=Paris
Rome to Paris tomorrow or Tuesday → form
Rome to Paris, any day before Christmas → form from=Rome; to=Paris
Rome to Paris tomorrow morning after 9 → form from=Rome; to=Paris
I need to land in Munich by 6pm on 2026-12-02, coming from Dublin → form from=Dublin; to=Munich; date=2026-12-02; arriveBefore=18:00
Edinburgh to Geneva with my two kids (4 and 7) on 2026-12-20 → form from=Edinburgh; to=Geneva; date=2026-12-20
One adult and 1 child, Edinburgh to Geneva, 2026-12-20 → search from=Edinburgh; to=Geneva; date=2026-12-20; children=1
Me, my wife and our infant, Cairo to Doha tomorrow → form from=Cairo; to=Doha; date=2026-11-23; adults=2
Don't book Ryanair: Dublin to London tomorrow → search from=Dublin; to=London; date=2026-11-23; not-airlines=FR
Dublin to London tomorrow, but I'd rather avoid Gatwick → form from=Dublin; to=London; date=2026-11-23
I was in Seoul yesterday and need to go to Busan → form
The day after tomorrow from Nairobi to Cape Town in first class, direct → search from=Nairobi; to=Cape Town; date=2026-11-24; cabin=first; direct
Get me home to Toronto for Thanksgiving → form to=Toronto
New York to Boston to Chicago on 2026-12-03 → form date=2026-12-03
Is Lisbon to Madrid cheaper on Friday or Saturday? → form
Dallas to Houston 2026-02-30 → form from=Dallas; to=Houston
London to London tomorrow → search from=London; to=London; date=2026-11-23
FROM PARIS TO ROME TOMORROW → form date=2026-11-23
Book Barcelona to Milan tomorrow for Anna Baker → form from=Barcelona; to=Milan; date=2026-11-23
Sydney to Auckland on 2026-12-07 with 2 checked bags and a surfboard → form from=Sydney; to=Auckland; date=2026-12-07; bags=2
`;

const CHINESE = `
订一张明天从上海去大阪的机票 → search from=上海; to=大阪; date=2026-11-23
后天北京飞广州，两个大人 → search from=北京; to=广州; date=2026-11-24; adults=2
2026年12月3日从深圳到成都 → search from=深圳; to=成都; date=2026-12-03
她要从沈阳去大连，下周五 → form from=Shenyang; to=Dalian; date=2026-11-27
除了东航都行，上海到西安，明天 → search from=上海; to=西安; date=2026-11-23; not-airlines=MU
下午三点前要到重庆，从杭州出发，12月5日 → search from=杭州; to=重庆; date=2026-12-05; arrive-before=15:00
我和老婆带一个八个月的宝宝去三亚，从武汉走 → form from=Wuhan; to=Sanya; adults=2
不去东京，去大阪，从青岛 → form from=Qingdao; to=Osaka
先去曼谷再去新加坡最后回广州 → form
下下周三从南京去昆明 → search from=南京; to=昆明; date=2026-12-02
3/4从厦门去香港 → search from=厦门; to=香港; date=2027-03-04
我人在伦敦，想回北京过年 → form
到了以后第二天就回来 → words
爸妈想去一趟首尔 → form to=Seoul
一家三口明天从天津去哈尔滨 → form from=Tianjin; to=Harbin; date=2026-11-23
从北京去上海的高铁还有票吗 → words
明天东京冷不冷 → words
从广州到悉尼，12月20日去，1月3日回 → search from=广州; to=悉尼; date=2026-12-20; return=2027-01-03
便宜点的，成都去拉萨，越快越好 → form from=Chengdu; to=Lhasa
后天不行，大后天吧，长沙去郑州 → form from=Changsha; to=Zhengzhou
PVG到NRT，2026-12-15 → search from=PVG; to=NRT; date=2026-12-15
我不是从北京走，是从天津走，去大阪，明天 → form
元旦前后从西安去三亚 → form from=Xi'an; to=Sanya
帮我妈订一张明天昆明到贵阳的票，她68岁 → form from=Kunming; to=Guiyang
直飞，明天下午，北京到东京 → search from=北京; to=东京; date=2026-11-23; depart-after=12:00; depart-before=18:00; direct
明天北京或者天津去首尔都可以 → form
月底从福州去台北 → form from=Fuzhou; to=Taipei
一个大人两个小孩，2026-12-24，上海到新加坡 → form from=Shanghai; to=Singapore; date=2026-12-24
要商务舱，明天香港到伦敦 → search from=香港; to=伦敦; date=2026-11-23; cabin=business
我想把狗带上，明天从成都飞北京 → form from=Chengdu; to=Beijing; date=2026-11-23
帮我买两张12月19日北京到三亚的机票 → search from=北京; to=三亚; date=2026-12-19; adults=2
这周四从南京飞厦门 → form from=Nanjing; to=Xiamen
从巴厘岛到珀斯，2027年1月14日，单程，经济舱 → search from=巴厘岛; to=珀斯; date=2027-01-14
三个人，12月12日（周六），成都到昆明 → search from=成都; to=昆明; date=2026-12-12; adults=3
12月13日周六，成都到昆明 → form from=Chengdu; to=Kunming
12月1日去，12月15日回，青岛到首尔 → search from=青岛; to=首尔; date=2026-12-01; return=2026-12-15
2026-12-01从长沙到曼谷，往返 → form from=Changsha; to=Bangkok; date=2026-12-01
她也去，明天从北京到上海 → form from=Beijing; to=Shanghai; date=2026-11-23
我和我老公明天从上海去东京 → search from=上海; to=东京; date=2026-11-23; adults=2
5号从香港去新加坡 → form from=Hong Kong; to=Singapore
一周后从广州去重庆 → form from=Guangzhou; to=Chongqing
明天或者周二从深圳到北京 → form
春节前随便哪天，西安到海口 → form from=Xi'an; to=Haikou
明早九点以后杭州飞北京 → form from=Hangzhou; to=Beijing
12月2日晚上六点前赶到成都，从上海走 → search from=上海; to=成都; date=2026-12-02; arrive-before=18:00
带两个孩子（4岁和7岁），12月20日，武汉到三亚 → form from=Wuhan; to=Sanya; date=2026-12-20
1位成人1名儿童，12月20日，武汉到三亚 → search from=武汉; to=三亚; date=2026-12-20; children=1
我们三口人带个婴儿明天去大连，从济南走 → form from=Jinan; to=Dalian; date=2026-11-23
别订春秋，明天上海到沈阳 → search from=上海; to=沈阳; date=2026-11-23; not-airlines=9C
明天北京到广州，不要大兴机场 → search from=北京; to=广州; date=2026-11-23; not-airports=PKX
我昨天在首尔，想去釜山 → form to=Busan
后天从南宁到桂林，头等舱，直飞 → search from=南宁; to=桂林; date=2026-11-24; cabin=first; direct
下周五从上海到新加坡有哪些航班？ → search from=上海; to=新加坡; date=2026-11-27
北京到上海再到香港，12月3日 → form date=2026-12-03
周五便宜还是周六便宜，郑州到贵阳 → form from=Zhengzhou; to=Guiyang
2026-02-30大连到天津 → form from=Dalian; to=Tianjin
北京到北京，明天 → search from=北京; to=北京; date=2026-11-23
去拉萨 → form to=Lhasa
给王芳订一张明天兰州到乌鲁木齐的票 → form from=Lanzhou; to=Urumqi; date=2026-11-23
12月7日哈尔滨到福州，带两件行李 → form from=Harbin; to=Fuzhou; date=2026-12-07
`;

const rows = (table: string): [string, string][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(/ → (?=(?:search|form|words)\b)/) as [string, string]);

describe.each([
  ['English', rows(ENGLISH)],
  ['Chinese', rows(CHINESE)],
])('in %s', (_, sentences) => {
  it.each(sentences)('%s → %s', (sentence, made) => {
    const { search, form, text } = madeOf(sentence, TODAY);
    const values = Object.entries(search ?? form ?? {}).map(([name, value]) =>
      value === '' || value === true ? name : `${name}=${value}`,
    );
    const kind = search !== undefined ? 'search' : form !== undefined ? 'form' : 'words';
    expect([kind, values.join('; ')].join(' ').trim()).toBe(made);
    // Asks about what is not searched, or declines it as beyond this model.
    if (search === undefined) expect(text).toMatch(form === undefined ? /skilldeck:\/\/settings\/model/ : /[?？]/);
  });

  it('is sixty sentences', () => {
    expect(new Set(sentences.map(([sentence]) => sentence)).size).toBe(60);
  });
});
