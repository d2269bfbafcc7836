/** What went wrong, in Chinese, with what would have worked. */
import type { Proposal } from '../dialogue/proposal.ts';
import { type Remedies, readRemedies } from '../dialogue/remedies.ts';
import type { Failure, Trip } from '../dialogue/state.ts';
import { dayZh, nearTimes, placeZh, printedMoney } from './format.ts';

export function searchFailed(failure: Failure, trip: Trip, proposal: Proposal | undefined): string {
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
  const route = `${trip.from === undefined ? '' : placeZh(trip.from)}到${trip.to === undefined ? '' : placeZh(trip.to)}`;
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
  if (names !== '') return `没有找到城市“${city}”，你是不是想说：${names}？${question(proposal)}`;
  return `没有找到城市“${city}”，它不在支持的城市之列。请换一个城市，或问我“支持哪些城市”。`;
}

function question(proposal: Proposal | undefined): string {
  switch (proposal?.kind) {
    case 'city':
      return `要改查${(proposal.end === 'from' ? proposal.trip.from : proposal.trip.to)?.zh ?? ''}吗？`;
    case 'airports':
      return `要改查${proposal.trip[proposal.end]?.zh ?? ''}的所有机场吗？`;
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
export function usage({ message }: Failure): string {
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
      (m) => `一次最多订 ${m[2]} 人，你说了 ${m[1]} 人，请分开预订。`,
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
