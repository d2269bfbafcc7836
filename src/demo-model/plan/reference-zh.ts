/**
 * The reference is written in English. These are its sentences in Chinese, with its own figures put in; a sentence that
 * is not known here stays as it is written: quoted is better than invented.
 */

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [
    /Fees are per passenger for the whole trip; a change also costs the difference in fare\. The amounts are on the card\./g,
    '手续费按每位乘客、整个行程计算；改签还要补票价差额。具体金额见航班卡片。',
  ],
  [
    /Within (\d+) hours of departure the cancellation fee doubles, up to the whole price\. After departure nothing is refunded\./g,
    '起飞前 $1 小时内退票费加倍，最高为全部票款；起飞后不退款。',
  ],
  [
    /Within (\d+) hours of booking, with (\d+) days or more to departure, every fare is refunded in full\./g,
    '预订后 $1 小时内、且距起飞还有 $2 天以上，任何票价都全额退款。',
  ],
  [
    /Children of (\d+) to (\d+) pay (\d+) ?% of the adult fare, (\d+) ?% within mainland China\. Children sit with an adult of the booking\./g,
    '$1–$2 岁的儿童付成人票价的 $3%，中国大陆境内航线付 $4%；儿童须与同一预订中的成人同座。',
  ],
  [/Check-in closes (\d+) minutes before departure\./g, '起飞前 $1 分钟停止办理值机。'],
  [
    /At a connection allow what the offer has: it is sold as one ticket\./g,
    '中转时间以航班方案为准，联程作为一张票出售。',
  ],
  [
    /Nobody is charged: the timetable, the fares and the bookings are simulated\./g,
    '不会收取任何费用：航班时刻、票价和预订都是模拟的。',
  ],
  [/More baggage is bought from the airline\./g, '超出部分请向航空公司购买。'],
  [/Lithium batteries and power banks go in the cabin bag\./g, '锂电池和充电宝须放在随身行李中。'],
  [/Per person; the offer's own figures \([^)]*\) are what counts\./g, '按每位乘客计算，以航班方案上的数字为准。'],
  [/Infants under (\d+) cannot be booked\./g, '未满 $1 岁的婴儿不能预订。'],
  [
    /(\d+) to (\d+) passengers in one booking, at least one adult, at most (\d+) children for each adult\./g,
    '一次预订 $1–$2 位乘客，至少 1 位成人，每位成人最多带 $3 位儿童。',
  ],
  [
    /There is \*\*no payment part\*\*: never ask for a card, a bank account, a password or a document number, and do not keep one that is offered\./g,
    '不需要付款：不收银行卡、账户、密码，也不收证件号码。',
  ],
];

const CELLS: readonly (readonly [RegExp, string])[] = [
  [/\bWithin one country\b/g, '境内'],
  [/\bInternational\b/g, '国际'],
  [/\bLow-cost airlines\b/g, '廉价航空'],
  [/\bCabin bag\b/g, '随身行李'],
  [/\| Cabin \|/g, '| 舱位 |'],
  [
    /\bEconomy (?=经济舱)|\bPremium (?=超级经济舱)|\bBusiness (?=商务舱)|\bFirst (?=头等舱)|\bSaver (?=特价)|\bStandard (?=标准)|\bFlex (?=灵活)/g,
    '',
  ],
  [/\((?:every low-cost fare)\)/g, '（廉价航空均为此类）'],
  [/\(Flex (\d+) kg\)/g, '（灵活票价 $1 公斤）'],
  [/low-cost (\d+) kg/g, '廉价航空 $1 公斤'],
  [/(\d+) kg/g, '$1 公斤'],
  [/\| none \|/g, '| 无 |'],
  [/\| Fare \|/g, '| 票价 |'],
  [/\| Change \|/g, '| 改签 |'],
  [/ Cancellation \|/g, ' 退票 |'],
  [/(\d+) % of the adult fare/g, '成人票价的 $1%'],
  [/(\d+) %/g, '$1%'],
  [/\bnot refundable\b/g, '不可退款'],
  [/\| free \|/g, '| 免费 |'],
];

export function inChinese(text: string): string {
  const sentences = SENTENCES.reduce((said, [pattern, chinese]) => said.replace(pattern, chinese), text);
  return sentences
    .split('\n')
    .map((line) =>
      line.startsWith('|') ? CELLS.reduce((said, [pattern, chinese]) => said.replace(pattern, chinese), line) : line,
    )
    .join('\n')
    .replace(/。 +/g, '。');
}
