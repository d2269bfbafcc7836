/** Questions about rules rather than flights, and where in a reference their answers stand. */

export type Topic =
  | 'baggage'
  | 'refund'
  | 'change'
  | 'children'
  | 'documents'
  | 'payment'
  | 'check-in'
  | 'cities'
  | 'seats';

interface TopicWords {
  readonly topic: Topic;
  /** In a person's question. */
  readonly asked: RegExp;
  /** In a reference's headings and lines. */
  readonly written: RegExp;
}

export const TOPICS: readonly TopicWords[] = [
  {
    topic: 'baggage',
    asked: /行李|托运|随身(?:带|物)|\b(?:baggage|luggage|suitcases?|carry-?on|(?:checked )?bags?)\b/i,
    written: /行李|托运|baggage|luggage/i,
  },
  {
    topic: 'refund',
    asked:
      /退票|退款|退改|能退|可以退|退钱|取消(?:政策|规定|费用?|手续费)|\b(?:refund(?:s|able|ed)?|money back|cancell?ation (?:policy|fees?|rules?|charge)|cancel(?:ling)? (?:fee|cost))\b/i,
    written: /退票|退款|取消|refund|cancel/i,
  },
  {
    topic: 'change',
    asked:
      /改签|改期(?:费|政策|规定)|退改|变更(?:费|政策)|\b(?:change fees?|rebook(?:ing)?|change (?:policy|rules?)|(?:can|may) i change (?:my|the|a) (?:ticket|booking|flight) (?:later|after))\b/i,
    written: /改签|改期|change/i,
  },
  {
    topic: 'children',
    asked:
      /(?:儿童|小孩|孩子|婴儿|宝宝)(?:票)?(?:多少|怎么|几岁|价|打折|规定|政策|需要|可以|要不要|票)|几岁.{0,6}(?:儿童|票)|\b(?:child(?:ren)?'?s? (?:fares?|tickets?|policy|price|discount|age)|infants?|bab(?:y|ies)|(?:how old|what age).{0,30}child|kids? (?:pay|fare)|unaccompanied)\b/i,
    written: /儿童|婴儿|child|infant/i,
  },
  {
    topic: 'documents',
    asked: /护照|签证|证件|身份证|\b(?:passports?|visas?|travel documents?|which documents|id cards?)\b/i,
    written: /护照|签证|证件|passport|visa|document/i,
  },
  {
    topic: 'payment',
    asked: /付款|支付|怎么付|信用卡|付钱|\b(?:pay(?:ment)?|credit card|how (?:do|can) i pay)\b/i,
    written: /支付|付款|payment|charged/i,
  },
  {
    topic: 'check-in',
    asked: /值机|登机牌|办理登机|\b(?:check[- ]?in|boarding pass)\b/i,
    written: /值机|登机|check-in|boarding/i,
  },
  {
    topic: 'cities',
    asked:
      /(?:支持|能飞|可以飞|能去|有)(?:哪些|什么|几个)(?:城市|地方|目的地)|(?:哪些|什么)(?:城市|目的地|地方)(?:可以|能|有)|(?:去|飞)哪些(?:城市|地方)|\b(?:(?:which|what) (?:cities|destinations|airports|places)|(?:supported|available) (?:cities|destinations)|where (?:can|do) (?:i|you|we) fly)\b/i,
    written: /支持的?城市|supported cities|destinations|cities/i,
  },
  {
    topic: 'seats',
    asked:
      /选座|靠窗|靠过道|特殊餐|餐食|\b(?:seat selection|window seat|aisle seat|choose (?:a|my) seat|special meals?)\b/i,
    written: /选座|座位|seat selection|餐|meal/i,
  },
];

export function findTopic(text: string): Topic | undefined {
  return TOPICS.find(({ asked }) => asked.test(text))?.topic;
}
