import { formatFor } from '../shared/messages/format.ts';
import sentences from './data/sentences.zh.json' with { type: 'json' };
import { bestOf, type FlightOffer } from './dialogue/offers.ts';
import type { Trip } from './dialogue/state.ts';
import { adults, childAges, children, infants, returnTimes } from './dialogue/trip.ts';
import type { Words } from './en.ts';
import { CONNECT_MODEL, dayZh, isService, NOTHING, printedMoney, reasons } from './say.ts';
import { airlineNamesOf, airportNamesOf, isAirport, NEXT_DAY, type Place, type Times } from './understand/places.ts';

const format = formatFor('zh');
const money = (amount: number, currency: string): string => format.money({ amount, currency });
const LINK = `[连接真正的模型](${CONNECT_MODEL})`;

const CABINS = { economy: '经济舱', premium: '超级经济舱', business: '公务舱', first: '头等舱' } as const;

const place = (one: Place) => (isAirport(one) ? `${one.zh} ${one.query}` : one.zh);

function partyWords(trip: Trip): string {
  const ages = childAges(trip).length === 0 ? '' : `（${childAges(trip).join('、')} 岁）`;
  return [
    `${adults(trip)} 名成人`,
    ...(children(trip) === 0 ? [] : [`${children(trip)} 名儿童${ages}`]),
    ...(trip.infantsLap ? [`${trip.infantsLap} 名不占座婴儿`] : []),
    ...(trip.infantsSeat ? [`${trip.infantsSeat} 名占座婴儿`] : []),
  ].join('、');
}

const timeWords = ({ departAfter, departBefore, arriveAfter, arriveBefore }: Times): string[] =>
  [
    departAfter && `${departAfter} 以后出发`,
    departBefore && `${departBefore} 以前出发`,
    arriveAfter && (arriveAfter === NEXT_DAY ? '次日到' : `${arriveAfter} 以后到`),
    arriveBefore && `${arriveBefore.replace(/(.*)\+1$/, '次日 $1')} 以前到`,
  ].filter((part) => typeof part === 'string');

/** All that the person asked for beyond the way, the days and the party. */
function conditionWords(trip: Trip): string[] {
  const { airlines, notAirlines, notAirports, maxStops } = trip;
  return [
    trip.direct ? '直飞' : undefined,
    ...timeWords(trip),
    ...timeWords(returnTimes(trip)).map((time) => `回程 ${time}`),
    airlines && `${trip.rather?.includes('airlines') ? '优先' : '只坐'}${airlineNamesOf(airlines, 'zh').join('、')}`,
    notAirlines && `不坐${airlineNamesOf(notAirlines, 'zh').join('、')}`,
    notAirports && `不经${airportNamesOf(notAirports, 'zh').join('、')}`,
    maxStops === undefined ? undefined : `最多中转 ${maxStops} 次`,
    trip.minConnection && `中转至少 ${format.minutes(trip.minConnection)}`,
    trip.maxConnection && `中转最多 ${format.minutes(trip.maxConnection)}`,
    trip.bags && `每人托运 ${trip.bags} 件`,
    trip.maxPrice && `总价不超过 ${money(trip.maxPrice, trip.currency ?? 'CNY')}`,
    trip.sort && (trip.sort === 'departure' ? '按起飞时间排' : '按用时排'),
    trip.flex && `前后浮动 ${trip.flex} 天`,
  ].filter((part) => typeof part === 'string');
}

/** Known facts of the trip; may be empty. */
function tripWords(trip: Trip): string {
  const { from, to, date, legs, cheapestOf } = trip;
  const isComplete = from !== undefined && to !== undefined && (date ?? cheapestOf) !== undefined;
  const nights = trip.nights === undefined ? '' : `（隔 ${trip.nights} 晚返回）`;
  const back = trip.wantsReturn ? `往返${nights}` : isComplete ? '单程' : undefined;
  return [
    ...(legs?.map((leg) => `${place(leg.from)} → ${place(leg.to)} ${dayZh(leg.date)}`) ?? [
      from !== undefined && to !== undefined
        ? `${place(from)} → ${place(to)}`
        : ((from && `从${place(from)}出发`) ?? (to && `去${place(to)}`)),
      date && `${dayZh(date)}${from === undefined || to !== undefined ? '出发' : ''}`,
      cheapestOf && `${format.month(cheapestOf)}里最便宜的一天`,
      (date ?? cheapestOf) === undefined && trip.month ? format.month(trip.month) : undefined,
      trip.returnDate === undefined ? back : `${dayZh(trip.returnDate)}返回`,
    ]),
    !trip.open?.includes('adults') && (isComplete || trip.adults !== undefined || trip.children !== undefined)
      ? partyWords(trip)
      : undefined,
    trip.cabin !== undefined || isComplete ? CABINS[trip.cabin ?? 'economy'] : undefined,
    ...conditionWords(trip),
  ]
    .filter((part) => part !== undefined)
    .join('，');
}

/** The flight itself: the list on the screen may be in another order than the script’s. */
function offerWords(offer: FlightOffer, currency: string): string {
  return `${offer.airline} ${offer.flights.join('+')}（${offer.departs} 起飞，${offer.arrives}${offer.dayOffset} 到达，${offer.direct ? '直飞' : '中转'}，${money(offer.total, currency)}）`;
}

function difference(cheapest: FlightOffer, fastest: FlightOffer, currency: string): string {
  const more = money(Math.round((fastest.total - cheapest.total) * 100) / 100, currency);
  return `多花 ${more} 可省 ${format.minutes(cheapest.minutes - fastest.minutes)}`;
}

export const zh: Words = {
  ...sentences,
  identity: `我是演示模型（离线）：一套在本机运行的固定规则，不是大语言模型，只会用技能查询和预订航班；想要更多能力请${LINK}。`,
  cannot: `这句我没听懂。我是演示模型（离线），可以查询、预订、改签和取消航班，也知道行李和退改规则。其他事情请${LINK}。`,
  leftOver: (phrases) =>
    `“${phrases.slice(0, 3).join('”、“')}”没能算进去${phrases.some(isService) ? '，订好后请向航空公司申请' : ''}。`,
  askWhich: (days) => `是${days.map(dayZh).join('，还是')}？`,
  about: (offer, currency) =>
    `${offerWords(offer, currency)}全程 ${format.minutes(offer.minutes)}，${offer.baggageKg === undefined ? '行李额见卡片' : offer.baggageKg === 0 ? '不含托运行李' : `含 ${offer.baggageKg} 公斤托运行李`}。`,
  refund: (reference, refund, fee, why) =>
    `现在取消 ${reference}，${NOTHING.test(refund) ? '没有退款' : `可退 ${printedMoney(refund, format)}`}${fee === '' || NOTHING.test(fee) ? '' : `，扣 ${printedMoney(fee, format)}手续费`}。${why}还没有取消：要取消就说“取消它”。`,
  noSkill: `这里没有可以查询航班的技能，所以演示模型（离线）帮不上忙；你可以启用 book-flight 技能，或${LINK}。`,
  noScript: (script, skill) => `技能 ${skill} 里缺少脚本 \`${script}\`，所以这一步做不了。请检查该技能是否完整。`,
  loadFailed: (skill, message) => `技能 ${skill} 没有加载成功：${message}`,
  scriptFailed: (script, message) => `脚本 \`${script}\` 没有成功：${message}`,
  notRun: (message) => `这一步没有执行：${message}`,
  cannotFollow: (skill) =>
    `我已加载技能 **${skill}**，但演示模型（离线）只能照着订票技能做事，要执行它的说明请${LINK}。`,
  ask(missing, trip) {
    const known = tripWords(trip);
    const route = missing.includes('from') && missing.includes('to') ? '从哪个城市飞到哪个城市' : undefined;
    const questions = [
      ...(route === undefined ? [] : [route]),
      ...(route === undefined && missing.includes('from') ? ['从哪个城市出发'] : []),
      ...(route === undefined && missing.includes('to') ? ['去哪个城市'] : []),
      ...(missing.includes('date') ? ['哪天出发'] : []),
      ...(missing.includes('return') ? ['哪天返回'] : []),
      ...(missing.includes('adults') ? ['几个人出行（小孩请说明年龄）'] : []),
      ...(missing.includes('infants') ? ['婴儿占座还是不占座'] : []),
    ];
    const hint = missing.includes('date') && trip.wantsReturn === undefined ? '需要往返的话，也请告诉我返程日期。' : '';
    const defaults =
      trip.adults === undefined && trip.cabin === undefined && !missing.includes('adults')
        ? '默认按 1 名成人、经济舱查询。'
        : '';
    return `好的${known === '' ? '' : `，${known}`}。请问${questions.join('、')}？${hint}${defaults}`;
  },
  askCheck: (trip) => `按“${tripWords(trip)}”来查，对吗？`,
  offers(list, trip, isChange = false) {
    const { offers, matching, currency, isOut } = list;
    const { cheapest, fastest } = bestOf(offers);
    const way = isOut ? '去程' : trip.outbound === undefined ? '' : '回程';
    const shown = `找到${way} ${matching} 班${matching > offers.length ? `，先看 ${offers.length} 班` : ''}`;
    const first = `**${tripWords(trip)}**：${shown}。`;
    const both =
      cheapest === fastest
        ? `第 ${cheapest.position} 个最便宜也最快：${offerWords(cheapest, currency)}。`
        : `第 ${cheapest.position} 个最便宜：${offerWords(cheapest, currency)}；第 ${fastest.position} 个最快：${offerWords(fastest, currency)}，${difference(cheapest, fastest, currency)}。`;
    const question = isOut
      ? '去程要哪一班？价格为往返总价，选好后再看回程。'
      : isChange
        ? '要改到哪一班？改签费用会先给你看。'
        : offers.length === 1
          ? '要订这一班吗？乘客姓名是？'
          : '要哪一个（可以说“第二个”或“最便宜的”）？乘客姓名是？';
    return `${first}${both}\n\n${question}`;
  },
  chosen: (offer, currency) => `好的，选${offerWords(offer, currency)}。`,
  askNames(trip, given) {
    const count = adults(trip) + children(trip) + infants(trip);
    const differs = given > count ? `查询的是 ${partyWords(trip)}。` : '';
    const who =
      count === 1
        ? '乘客的姓名'
        : `每位乘客的姓名（共 ${partyWords(trip)}${children(trip) > 0 ? '，请注明谁是儿童' : ''}）`;
    return `${differs}请告诉我${who}，需与证件一致，国际航班请用护照拼音。不需要证件号码和付款信息。`;
  },
  notedNames: (who) => `乘客已记下：${who.map(({ name }) => name).join('、')}。`,
  askConsent: (offer, currency) => `要预订${offerWords(offer, currency)}吗？`,
  noSuchOffer: (shown) => `上面的 ${shown} 个方案里没有这一个，请说序号（1–${shown}）或航班号。`,
  booked: ({ reference, flights, total, files }) =>
    [
      `预订成功，订单号 **${reference}**${total === undefined ? '' : `，总价 ${printedMoney(total, format)}`}。`,
      ...flights.map((flight) => `- ${flight}`),
      `${files.length === 0 ? '' : `日历文件和可打印的行程单已保存（${files.map((file) => `\`${file}\``).join('、')}）。`}提醒：航班与票价为模拟数据，不会真正出票或收费。`,
    ].join('\n\n'),
  priceChanged: (was, now) =>
    `价格变了：查询时 ${printedMoney(was, format)}，现在 ${printedMoney(now, format)}，还没有预订。要按新价格预订吗，还是换一班？`,
  bookingFailed: (failure) => `没有预订成功：${reasons(failure)}`,
  searchFailed: (failure, trip) =>
    `${failure.kind === 'no-flights' ? '没有查到航班' : '这次查询没有做成'}。${reasons(failure)}请换个城市、日期或条件${tripWords(trip) === '' ? '' : `（${tripWords(trip)}）`}。`,
  failed: (failure) => reasons(failure),
  bookings(list) {
    const confirmed = list.filter((one) => one.status === 'confirmed');
    const cancelled = list.length - confirmed.length;
    return `你有 ${confirmed.length} 个有效预订${confirmed.length === 0 ? '' : `（${confirmed.map((one) => one.reference).join('、')}）`}${cancelled === 0 ? '' : `，另有 ${cancelled} 个已取消`}。要查看详情或取消，请告诉我订单号或第几个。`;
  },
  whichBooking: (list) =>
    `要取消哪一个？有效的预订是：${list.map((one, index) => `${index + 1}. ${one.reference}`).join('，')}。`,
  whichToChange: (list) =>
    `请告诉我订单号和新的日期，例如“把 ${list[0]?.reference ?? ''} 改到周五”。有效的预订是：${list.map((one) => one.reference).join('，')}。`,
  shown: (reference) => `这是预订 **${reference}** 的详情，日历文件和行程单也重新生成了。`,
  cancelled: (reference, refund) =>
    `预订 **${reference}** 已取消${refund === undefined ? '' : NOTHING.test(refund) ? '，按这张票的规定，退不了款' : `，退款 ${printedMoney(refund, format)}`}。`,
  changed: ({ reference, flights, total }) =>
    [
      `订单 **${reference}** 已改签${total === undefined ? '' : `，现票价 ${printedMoney(total, format)}`}。`,
      ...flights.map((flight) => `- ${flight}`),
      '日历文件和行程单已重新生成。',
    ].join('\n\n'),
  notChanged: (failure) => `没有改签，预订保持不变。${reasons(failure)}`,
  cannotChange: (reference) =>
    `订单 ${reference} 不能改签：它已取消、尚未付款，或包含多个城市。可以先订新航班，再取消这一单。`,
  askChange: (offer, currency) => `要改签成${offerWords(offer, currency)}吗？`,
  alreadyCancelled: (reference) => `预订 ${reference} 之前已经取消了。`,
  bookingNotFound: (reference) => `没有找到订单号为 ${reference} 的预订。说“我的预订”可以查看全部。`,
  summary: (trip, bookings, lastMessage) =>
    [
      `行程：${tripWords(trip) || '尚未确定'}`,
      ...(bookings.length === 0
        ? []
        : [
            `预订：${bookings.map((one) => `${one.reference}（${one.status === 'confirmed' ? '有效' : '已取消'}）`).join('、')}`,
          ]),
      `用户最后说：${lastMessage}`,
    ].join('\n'),
};
