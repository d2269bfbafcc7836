import type { FlightOffer } from '../dialogue/offers.ts';
import type { Proposal } from '../dialogue/proposal.ts';
import { type Remedies, readRemedies } from '../dialogue/remedies.ts';
import { adults, children, currencyOf, maxPrice } from '../dialogue/search-arguments.ts';
import type { Failure, Trip } from '../dialogue/state.ts';
import { dayZh, money, nearTimes, placeZh, printedMoney, spanZh } from './format.ts';
import { CONNECT_MODEL, type Words } from './words.ts';

const CABINS = { economy: '经济舱', premium: '超级经济舱', business: '商务舱', first: '头等舱' } as const;
const TOPICS = {
  baggage: '行李规定',
  refund: '退票规定',
  change: '改签规定',
  children: '儿童票规定',
  documents: '证件要求',
  payment: '付款方式',
  'check-in': '值机时间',
  cities: '支持的城市',
  seats: '选座与餐食',
} as const;
/** `CNY 0` */
const NOTHING = /^[A-Z]{3} 0(?:\.00)?$/;
const LINK = `[连接真正的模型](${CONNECT_MODEL})`;

export const zh: Words = {
  identity: `我是演示模型（离线）：一套在本机运行的固定规则，不是大语言模型，只会用技能查询和预订航班；想要更多能力请${LINK}。`,
  capabilities:
    '我可以帮您查航班、比较价格、订机票，也可以查看或取消已有的预订，并回答行李、退改签等问题。试试说：“明天从北京去东京，最便宜的机票”。',
  greeting: '您好，我是演示模型（离线），可以帮您查询和预订机票。您想从哪里飞到哪里、什么时候出发？',
  thanks: '不客气，祝您旅途愉快！',
  farewell: '再见，祝您一路平安！',
  pleasantry: '谢谢，我随时可以帮您查航班。',
  cannot: `这个请求超出了演示模型（离线）的能力，它只会查询和预订航班，其他事情请${LINK}。`,
  notUnderstood: '抱歉，这句我没听懂。',
  gaveUp: '我试了几次都没有成功，先停下来。请换个说法或条件再试一次。',
  declined: '好的，您没有同意，所以什么都没有预订。需要换一个航班或修改行程，请告诉我。',
  abandoned: '好的，不订了。需要时再告诉我。',
  wontBook: '好的，先不预订。需要换航班、日期或其他条件，请告诉我。',
  noBookings: '您目前没有任何预订。',
  cancelDeclined: '好的，您没有同意取消，预订保持不变。',
  noSkill: `这里没有可以查询航班的技能，所以演示模型（离线）帮不上忙；您可以启用 book-flight 技能，或${LINK}。`,
  noRunTool: '这个会话没有提供运行脚本的工具，所以我无法查询航班。',
  noLoadTool: '这个会话没有提供加载技能的工具，所以我无法使用订票技能；您可以在右侧手动加载它。',
  noScript: (script, skill) => `技能 ${skill} 里缺少脚本 \`${script}\`，所以这一步做不了。请检查该技能是否完整。`,
  loadFailed: (skill, message) => `技能 ${skill} 没有加载成功：${message}`,
  scriptFailed: (script, message) => `脚本 \`${script}\` 没有成功：${message}`,
  notRun: (message) => `这一步没有执行：${message}`,
  cannotFollow: (skill) =>
    `我已加载技能 **${skill}**，但演示模型（离线）只能照着订票技能做事，要执行它的说明请${LINK}。`,
  skills: (list) =>
    list.length === 0
      ? '当前没有可用的技能。'
      : `当前有 ${list.length} 个技能：\n\n${list.map((skill) => `- **${skill.id}**：${skill.description}`).join('\n')}`,
  skillLoaded: (skill) => `已加载技能 **${skill}**。`,
  skillUnloaded: (skill) => `已卸载技能 **${skill}**。`,
  skillNotLoaded: (skill) => `技能 **${skill}** 现在没有加载。`,
  skillUnknown: (skill, known) => `没有名为“${skill}”的技能；现有：${known.join('、') || '无'}。`,
  referenceLoaded: (path) => `已加载参考文件 \`${path}\`。`,
  referenceUnknown: (path, known) =>
    `没有参考文件 \`${path}\`；可用的有：${known.map((one) => `\`${one}\``).join('、') || '无'}。`,
  ranScript: (script, output) => `\`${script}\` 运行完毕：\n\n\`\`\`\n${output}\n\`\`\``,
  time: (today, time) => `今天是 ${dayZh(today)}${time === undefined ? '' : `，现在 ${time}`}。`,
  ask(missing, trip) {
    const known = tripWords(trip);
    const route = missing.includes('from') && missing.includes('to') ? '从哪个城市飞到哪个城市' : undefined;
    const questions = [
      ...(route === undefined ? [] : [route]),
      ...(route === undefined && missing.includes('from') ? ['从哪个城市出发'] : []),
      ...(route === undefined && missing.includes('to') ? ['去哪个城市'] : []),
      ...(missing.includes('date') ? ['哪天出发'] : []),
      ...(missing.includes('return') ? ['哪天返回'] : []),
    ];
    const hint = missing.includes('date') && trip.wantsReturn === undefined ? '需要往返的话，也请告诉我返程日期。' : '';
    const defaults = trip.adults === undefined && trip.cabin === undefined ? '默认按 1 位成人、经济舱查询。' : '';
    return `好的${known === '' ? '' : `，${known}`}。请问${questions.join('、')}？${hint}${defaults}`;
  },
  offers(list, trip) {
    const { offers, matching, currency } = list;
    const cheapest = offers.reduce((a, b) => (b.total < a.total ? b : a));
    const fastest = offers.reduce((a, b) => (b.minutes < a.minutes ? b : a));
    const shown =
      matching > offers.length
        ? `共找到 ${matching} 个方案，列出其中 ${offers.length} 个`
        : `找到 ${offers.length} 个方案`;
    const first = `**${tripWords(trip)}**：${shown}。`;
    const both =
      cheapest === fastest
        ? `最便宜也最快的是${offerWords(cheapest, currency)}。`
        : `最便宜的是${offerWords(cheapest, currency)}；最快的是${offerWords(fastest, currency)}，${difference(cheapest, fastest, currency)}。`;
    const question =
      offers.length === 1 ? '要订这一班吗？乘客姓名是？' : '要哪一个（可以说“第二个”或“最便宜的”）？乘客姓名是？';
    return `${first}${both}\n\n${question}`;
  },
  chosen: (offer, currency) => `好的，选${offerWords(offer, currency)}。`,
  askNames(trip, known) {
    const need = adults(trip) + children(trip);
    const have = known.length === 0 ? '' : zh.noted(known);
    if (known.length > need)
      return `${have}但是查询的是 ${partyWords(trip)}。请重新告诉我每位乘客的姓名，或说明新的人数。`;
    const who =
      need === 1
        ? '乘客的姓名'
        : `${known.length > 0 ? '其余' : '每位'}乘客的姓名（共 ${partyWords(trip)}${children(trip) > 0 ? '，请注明谁是儿童' : ''}）`;
    return `${have}请告诉我${who}，需与证件一致，国际航班请用护照拼音。不需要证件号码和付款信息。`;
  },
  askChoice: '要哪一个航班？可以说“第二个”、航班号或“最便宜的”。',
  noted: (passengers) =>
    `已记下：${passengers.map((one) => `${one.name}（${one.type === 'adult' ? '成人' : '儿童'}）`).join('、')}。`,
  askConsent: (offer, currency) => `要预订${offerWords(offer, currency)}吗？`,
  noSuchOffer: (shown) => `上面的 ${shown} 个方案里没有这一个，请说序号（1–${shown}）或航班号。`,
  booked: ({ reference, flights, total, files }) =>
    [
      `预订成功，编号 **${reference}**${total === undefined ? '' : `，总价 ${printedMoney(total)}`}。`,
      ...flights.map((flight) => `- ${flight}`),
      `${files.length === 0 ? '' : `日历文件和可打印的行程单已保存（${files.map((file) => `\`${file}\``).join('、')}）。`}提醒：航班与票价为模拟数据，不会真正出票或收费。`,
    ].join('\n\n'),
  priceChanged: (was, now) =>
    `价格变了：查询时 ${printedMoney(was)}，现在 ${printedMoney(now)}，还没有预订。要按新价格预订吗，还是换一班？`,
  soldOut: () => '这个航班已经卖完或停售了，没有预订。我重新查了一遍：',
  bookingFailed: (failure) => `没有预订成功：${usage(failure)}`,
  searchFailed,
  bookings(list) {
    const confirmed = list.filter((one) => one.status === 'confirmed');
    const cancelled = list.length - confirmed.length;
    return `您有 ${confirmed.length} 个有效预订${confirmed.length === 0 ? '' : `（${confirmed.map((one) => one.reference).join('、')}）`}${cancelled === 0 ? '' : `，另有 ${cancelled} 个已取消`}。要查看详情或取消，请告诉我编号或第几个。`;
  },
  whichBooking: (list) =>
    `要取消哪一个？有效的预订是：${list.map((one, index) => `${index + 1}. ${one.reference}`).join('，')}。`,
  shown: (reference) => `这是预订 **${reference}** 的详情，日历文件和行程单也重新生成了。`,
  cancelled: (reference, refund) =>
    `预订 **${reference}** 已取消${refund === undefined ? '' : NOTHING.test(refund) ? '，按票规没有退款' : `，退款 ${printedMoney(refund)}`}。`,
  alreadyCancelled: (reference) => `预订 ${reference} 之前已经取消了。`,
  bookingNotFound: (reference) => `没有找到编号为 ${reference} 的预订。说“我的预订”可以查看全部。`,
  manageFailed: (failure) => usage(failure),
  topic: (topic, facts, offer) => {
    const own =
      topic === 'baggage' && offer?.baggageKg !== undefined
        ? `您选的 ${offer.flights.join('+')} 每人${offer.baggageKg === 0 ? '不含托运行李' : `可托运 ${offer.baggageKg} 公斤`}。\n\n`
        : '';
    return `${own}${TOPICS[topic]}如下（来自技能的参考资料）：\n\n${facts}`;
  },
  topicUnknown: (topic) => `技能的参考资料里没有写${TOPICS[topic]}，我不想乱说，请向航空公司确认。`,
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

function partyWords(trip: Trip): string {
  return `${adults(trip)} 位成人${children(trip) === 0 ? '' : `、${children(trip)} 位儿童`}`;
}

/** What is known of the trip; empty where nothing is. */
function tripWords(trip: Trip): string {
  const complete = trip.from !== undefined && trip.to !== undefined && trip.date !== undefined;
  const route =
    trip.from !== undefined && trip.to !== undefined
      ? `${placeZh(trip.from)} → ${placeZh(trip.to)}`
      : trip.from !== undefined
        ? `从${placeZh(trip.from)}出发`
        : trip.to !== undefined
          ? `去${placeZh(trip.to)}`
          : undefined;
  const limit = maxPrice(trip);
  return [
    route,
    trip.date === undefined ? undefined : `${dayZh(trip.date)}出发`,
    trip.returnDate === undefined
      ? trip.wantsReturn
        ? '往返'
        : complete
          ? '单程'
          : undefined
      : `${dayZh(trip.returnDate)}返回`,
    complete || trip.adults !== undefined || trip.children !== undefined ? partyWords(trip) : undefined,
    trip.cabin !== undefined || complete ? CABINS[trip.cabin ?? 'economy'] : undefined,
    trip.direct ? '直飞' : undefined,
    trip.departAfter !== undefined || trip.departBefore !== undefined
      ? `${trip.departAfter ?? '00:00'}–${trip.departBefore ?? '23:59'} 起飞`
      : undefined,
    limit === undefined ? undefined : `总价 ${money(limit, currencyOf(trip))} 以内`,
    trip.airline === undefined ? undefined : `只看 ${trip.airline}`,
  ]
    .filter((part) => part !== undefined)
    .join('，');
}

function offerWords(offer: FlightOffer, currency: string): string {
  return `第 ${offer.position} 个 ${offer.airline} ${offer.flights.join('+')}（${offer.departs} 起飞，${offer.arrives}${offer.dayOffset} 到达，${offer.direct ? '直飞' : '中转'}，${money(offer.total, currency)}）`;
}

function difference(cheapest: FlightOffer, fastest: FlightOffer, currency: string): string {
  return `多花 ${money(Math.round((fastest.total - cheapest.total) * 100) / 100, currency)} 可省 ${spanZh(cheapest.minutes - fastest.minutes)}`;
}

function searchFailed(failure: Failure, trip: Trip, proposal: Proposal | undefined): string {
  const remedies = readRemedies(failure);
  if (failure.kind === 'unknown-city') return unknownCity(failure, remedies, proposal);
  if (failure.kind !== 'no-flights') return `没有查到航班：${usage(failure)}`;
  const reasons = [
    remedies.noDirect ? '当天没有直飞航班' : undefined,
    remedies.cheapest === undefined ? undefined : `当天最低总价是 ${printedMoney(remedies.cheapest)}`,
    remedies.airlines.length === 0 ? undefined : `当天执飞的航空公司有 ${remedies.airlines.join('、')}`,
    remedies.departures.length === 0
      ? undefined
      : `当天的起飞时间有 ${nearTimes(remedies.departures, trip).join('、')}`,
    remedies.noSeats ? '所选舱位的余座不够，可以换舱位、换日期或减少人数' : undefined,
    remedies.noneBack ? '去程有航班，但返程当天没有合适的' : undefined,
    remedies.days.length === 0 ? undefined : `临近有航班的日期：${remedies.days.map(dayZh).join('、')}`,
    remedies.noRoute ? '没有航空公司经营这条航线，可以试试附近更大的城市，或分两段预订' : undefined,
  ].filter((reason) => reason !== undefined);
  const route = `${trip.from?.zh ?? ''}到${trip.to?.zh ?? ''}`;
  return `没有找到${route}${trip.date === undefined ? '' : `在 ${dayZh(trip.date)}`}符合条件的航班${reasons.length === 0 ? '' : `：${reasons.join('；')}`}。${question(proposal)}`;
}

function unknownCity(failure: Failure, remedies: Remedies, proposal: Proposal | undefined): string {
  const city = /'(.+)'/.exec(failure.message)?.[1] ?? '';
  const names = remedies.cities
    .map((near) => `${near.place.zh}${near.km === undefined ? '' : `（约 ${near.km} 公里）`}`)
    .join('、');
  if (remedies.because === 'country') return `“${city}”是一个国家，请选一个城市，可以飞的有：${names}。`;
  if (remedies.because === 'near')
    return `目前不能飞往或飞离“${city}”，离它最近的可订城市是：${names}。${question(proposal)}`;
  if (names !== '') return `没有找到城市“${city}”，您是不是想说：${names}？${question(proposal)}`;
  return `没有找到城市“${city}”，它不在支持的城市之列。请换一个城市，或问我“支持哪些城市”。`;
}

function question(proposal: Proposal | undefined): string {
  switch (proposal?.kind) {
    case 'city':
      return `要改查${(proposal.end === 'from' ? proposal.trip.from : proposal.trip.to)?.zh ?? ''}吗？`;
    case 'day':
      return `要改查 ${dayZh(proposal.trip.date ?? '')} 吗？`;
    case 'stops':
      return '要接受中转再查一次吗？';
    case 'price':
      return '要放宽预算再查一次吗？';
    case 'time':
      return '要不限起飞时间再查一次吗？';
    case 'airline':
      return '要不限航空公司再查一次吗？';
    case undefined:
      return '请换个日期、城市或条件试试。';
  }
}

/** Errors about values, in words; one that is not known here is quoted. */
function usage({ message }: Failure): string {
  const rules: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
    [
      /^Date (\S+) is in the past \(today is (\S+)\)/,
      (m) => `${dayZh(m[1] ?? '')}已经过去了（今天是 ${dayZh(m[2] ?? '')}），请换一个日期。`,
    ],
    [
      /^Date (\S+) is too far ahead.*up to (\d+) days, until (\S+)/,
      (m) => `${dayZh(m[1] ?? '')}太远了，最多提前 ${m[2]} 天，到 ${dayZh(m[3] ?? '')}为止。`,
    ],
    [
      /^Return date (\S+) is before the departure date (\S+)/,
      (m) => `返程 ${dayZh(m[1] ?? '')}早于去程 ${dayZh(m[2] ?? '')}，请问哪个日期要改？`,
    ],
    [/^At least 1 passenger/, () => '至少需要 1 位乘客，请问几位出行？'],
    [
      /^Too many passengers: (\d+) given, at most (\d+)/,
      (m) => `一次最多订 ${m[2]} 人，您说了 ${m[1]} 人，请分开预订。`,
    ],
    [/^Children cannot travel without/, () => '儿童需要有成人陪同，请加上至少 1 位成人。'],
    [/^Too many children.*at most (\d+)/, (m) => `每位成人最多带 ${m[1]} 位儿童，请增加成人或分开预订。`],
    [/^Origin and destination are the same city/, () => '出发地和目的地是同一个城市，请告诉我要去哪里。'],
    [/^--depart-after (\S+) is later than --depart-before (\S+)/, (m) => `起飞时间范围不对：${m[1]} 晚于 ${m[2]}。`],
    [/^Invalid passenger name '(.+)'/, (m) => `姓名“${m[1]}”不符合要求，请按证件填写，只用文字。`],
    [/^Passenger '(.+)' is named twice/, (m) => `乘客“${m[1]}”出现了两次，请确认是不是两个人。`],
    [/^The offer is for/, () => '乘客人数与查询的人数不一致，请重新告诉我姓名或人数。'],
    [/^Key '.+' was already used for another booking \((\w+)\)/, (m) => `同样的预订已经存在（${m[1]}）。`],
    [/^Booking (\w+) is already cancelled/, (m) => `预订 ${m[1]} 之前已经取消了。`],
    [/^Booking (\w+) cannot be cancelled: it has departed/, (m) => `预订 ${m[1]} 的航班已经起飞，不能取消。`],
    [/^Unknown airline/, () => '没有这家航空公司的航班。'],
  ];
  for (const [pattern, words] of rules) {
    const match = pattern.exec(message);
    if (match !== null) return words(match);
  }
  return `脚本报告“${message}”。`;
}
