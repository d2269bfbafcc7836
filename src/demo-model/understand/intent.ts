/** What a message wants, apart from the details of a flight that it may carry. */
import { findPlaces } from './cities.ts';
import { findTopic, type Topic } from './topics.ts';

export type SkillOrder = { readonly kind: 'load' | 'unload' | 'reference'; readonly words: string };

export type Aim =
  | {
      readonly kind:
        | 'identity'
        | 'capabilities'
        | 'greeting'
        | 'thanks'
        | 'farewell'
        | 'pleasantry'
        | 'time'
        | 'skills';
    }
  | { readonly kind: 'skill-order'; readonly order: SkillOrder }
  | { readonly kind: 'bookings'; readonly action: 'list' | 'show' | 'cancel'; readonly reference?: string }
  | { readonly kind: 'topic'; readonly topic: Topic }
  | { readonly kind: 'abandon' }
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  /** To be judged by its details. */
  | { readonly kind: 'open' };

const FLIGHT_WORDS =
  /机票|航班|飞机|订票|飞(?:往|去|到|回)|直飞|往返|单程|经济舱|商务舱|公务舱|头等舱|\b(?:flights?|fl(?:y|ies|ew|ying)|airfares?|air ?tickets?|plane|airlines?|airports?|one[- ]way|round[- ]trip|business class|first class|economy class|travel(?:l?ing)? (?:to|from)|trip (?:to|from))\b/i;

/** A journey to be planned day by day is no flight to be booked, unless it speaks of one or says from where to where. */
const PLANNING =
  /\b(?:plan|planning|organi[sz]e)\b.{0,40}\b(?:trip|holiday|vacation|itinerary|days?|weekend|visit|stay|journey)\b|[规计]划.{0,16}(?:行程|旅行|旅游|路线|假期|[天日]游)|安排.{0,8}行程|(?:\d|[一二两三四五六七八九十几])[日天]游|攻略|行程(?:安排|规划)/i;
const TICKETS = /机票|航班|飞机|订票|飞(?:往|去|到|回)|\b(?:flights?|fly|tickets?|airfares?|plane)\b/i;

const IDENTITY =
  /你是谁|你是什么|你叫什么|什么模型|哪个模型|是(?:真|大)?(?:人|模型)吗|你是(?:gpt|chatgpt|claude|ai|机器人|人工智能)|\b(?:who are you|what are you|your name|(?:which|what) (?:ai )?model|are you (?:an? )?(?:gpt|chatgpt|claude|ai|bot|robot|human|real|llm|person))\b/i;
const CAPABILITIES =
  /你(?:能|会|可以)(?:做|干|帮)(?:些|点|我)?(?:做)?(?:什么|啥|哪些)|有什么(?:功能|用)|能做什么|怎么用|帮助$|\b(?:what can (?:you|i) (?:do|ask)|what do you do|how (?:do|can) (?:i|you) (?:use|help)|help me$|^help$|your (?:features|capabilities))/i;
const GREETING =
  /^(?:你好|您好|嗨|哈喽|哈啰|早上好|上午好|中午好|下午好|晚上好|早安|在吗|hi|hello|hey|good (?:morning|afternoon|evening)|greetings|hiya|yo)(?:呀|啊|哦|there|!)*$/i;
const THANKS =
  /^(?:(?:好的?|ok|great|perfect)[，, ]*)?(?:非常|十分|太|多)?(?:谢谢|感谢|多谢|谢了|辛苦)(?:你|您|了|啦|啊)*$|^(?:great|perfect|ok(?:ay)?|wonderful)?[,! ]*(?:many )?(?:thanks|thank you|thx|cheers|much appreciated)\b.{0,20}$/i;
const FAREWELL = /^(?:再见|拜拜|回头见|晚安|bye|goodbye|see you|good night)(?:啦|了|later|bye|[ !])*$/i;
const PLEASANTRY =
  /^(?:你好吗|最近怎么样|你怎么样|吃了吗|how are you(?: doing)?(?: today)?|how's it going|what's up|nice to meet you|很高兴认识你|haha+|哈哈+|lol|cool|nice|great|wow|不错|真棒|厉害|好厉害|太好了)$/i;
const TIME =
  /现在(?:是)?(?:几点|什么时间|什么时候)|今天(?:是)?(?:几号|星期几|周几|什么日子|几月几)|几点了|\b(?:what(?:'s| is) the (?:time|date)|what time is it|what day is (?:it|today)|what(?:'s| is) today|today's date|current (?:time|date))\b/i;
const SKILLS =
  /(?:有|装了)(?:哪些|什么)(?:技能|skills?)|(?:技能|skills?)(?:列表|清单|有哪些)|列出.{0,4}(?:技能|skills?)|\b(?:(?:which|what) skills|list (?:the |all |your )?skills|available skills)\b/i;
const LOAD_SKILL =
  /(?:加载|载入|启用)(?:技能|skill)?\s*[“"'`「]?([\p{L}\d_-]+)|\bload (?:the )?(?:skill )?[“"'`]?([\p{L}\d_-]+)/iu;
const UNLOAD_SKILL =
  /(?:卸载|移除)(?:技能|skill)?\s*[“"'`「]?([\p{L}\d_-]*)|\bunload (?:the )?(?:skill )?[“"'`]?([\p{L}\d_-]*)/iu;
const LOAD_REFERENCE =
  /(?:加载|载入|打开|读取?|查看|\b(?:load|open|read|show)\b)[^，。,.]*?[\s“"'`「]?([\w./-]+\.(?:md|txt))/i;

const YES =
  /^(?:(?:actually|well|oh|hmm|ok(?:ay)?|yes|算了|那)[，, ]+)*(?:好(?:的|啊|呀|吧|嘞)?|(?:那|那就)?还是订(?:了)?吧|那就订(?:了)?吧|行(?:吧|啊)?|可以(?:的)?|是(?:的)?|对(?:的)?|嗯+|没问题|确认|确定|同意|订吧|就这样(?:吧)?|就(?:它|他|这班|那班|那个)(?:了|吧)?|就这个(?:吧|了)?|下单(?:吧)?|预[订定](?:吧)?|要|继续|帮我订(?:吧|了)?|订(?:了|下)?(?:它|这个|这班)?吧?|成交|接受|yes|yeah|yep|yup|sure|ok(?:ay)?|please do|go ahead|do it|confirm(?:ed)?|that(?:'s| is) (?:fine|right|good|it)|sounds good|book (?:it|that|this|them|now)|book|let's (?:do it|go|book(?: it)?)|that one|this one|perfect|great|fine|y)(?:[，, ]*(?:好的?|订吧|谢谢|please|thanks|thank you|book it|go ahead|do it|then|now|again|after all|anyway|for me))*$/i;
const NO =
  /^(?:不|不了|先不了|不要|不用(?:了)?|不行|不是|不对|先不|暂时不|没有|no|nope|nah|not now|not yet|no thanks|no thank you|n)(?:[，, ]*(?:谢谢|了|thanks|thank you))*$/i;
const ABANDON =
  /算了|不订了|不买了|不去了|不飞了|先不订|不想订|取消吧|别订了|^取消$|\b(?:never ?mind|forget (?:it|about it)|don't book|do not book|not? booking|changed my mind about (?:booking|flying)|stop|cancel (?:that|this|it)$|^cancel$)/i;

const BOOKING_WORD = '(?:预订|预定|订单|订票|行程|已订的?(?:机票|航班)?|机票|航班|票)';
const LIST =
  /(?:我的|查看|看看|查(?:一下|询)?|列出|有(?:哪些|什么|没有)|所有).{0,6}(?:预订|预定|订单|行程)|订了(?:哪些|什么|几)|\b(?:(?:list|show|see|view|check|what are|any|all) (?:me )?(?:all )?(?:of )?(?:my )?(?:current |existing |upcoming )?(?:bookings?|reservations?|trips?|orders?)|my bookings?|do i have (?:any )?bookings?|what (?:have i|did i) book(?:ed)?)\b/i;
const CANCEL = new RegExp(
  `(?:取消|退(?:掉|了)|退订).{0,12}(?:${BOOKING_WORD}|这个|那个|它|第|刚才|刚刚)|${BOOKING_WORD}.{0,8}(?:取消|退掉|退了|退订)|把.{0,12}(?:取消|退掉|退了|退订)|\\bcancel (?:my |the |that |this |our |booking |reservation )?(?:\\w+ )?(?:bookings?|reservations?|flights?|tickets?|trip|order|one)\\b|\\bcancel (?:number |no\\.? )?[A-Z\\d]`,
  'i',
);
const SHOW = /详情|详细|查看|看看|看一下|显示|\b(?:show|details?|view|look up|open|see|check|find)\b/i;
const REFERENCE = /(?<![A-Za-z\d])([A-Z]{6})(?![A-Za-z\d])/;

/** @param knownReferences of bookings seen in the conversation: those are found in small letters too. */
export function findAim(text: string, knownReferences: readonly string[]): Aim {
  const said = text.trim().replace(/[.。!！~～?？\s]+$/u, '');
  if (IDENTITY.test(said)) return { kind: 'identity' };
  if (SKILLS.test(said)) return { kind: 'skills' };
  const order = findSkillOrder(said);
  if (order !== undefined) return { kind: 'skill-order', order };
  const reference = findReference(text, knownReferences);
  const topic = findTopic(said);
  if (topic !== undefined) return { kind: 'topic', topic };
  const named = reference === undefined ? {} : { reference };
  if (CANCEL.test(said) || (reference !== undefined && /取消|退|\bcancel\b/i.test(said))) {
    return { kind: 'bookings', action: 'cancel', ...named };
  }
  if (reference !== undefined && (SHOW.test(said) || said.length <= 8))
    return { kind: 'bookings', action: 'show', ...named };
  if (LIST.test(said)) return { kind: 'bookings', action: 'list' };
  if (TIME.test(said)) return { kind: 'time' };
  if (GREETING.test(said)) return { kind: 'greeting' };
  if (THANKS.test(said)) return { kind: 'thanks' };
  if (FAREWELL.test(said)) return { kind: 'farewell' };
  if (YES.test(said)) return { kind: 'yes' };
  if (NO.test(said)) return { kind: 'no' };
  if (ABANDON.test(said)) return { kind: 'abandon' };
  if (PLEASANTRY.test(said)) return { kind: 'pleasantry' };
  if (CAPABILITIES.test(said) && !FLIGHT_WORDS.test(said)) return { kind: 'capabilities' };
  return { kind: 'open' };
}

export function isPlanning(text: string): boolean {
  return PLANNING.test(text) && !TICKETS.test(text) && findPlaces(text).length < 2;
}

export function speaksOfFlights(text: string): boolean {
  return FLIGHT_WORDS.test(text);
}

export function findReference(text: string, known: readonly string[]): string | undefined {
  const capital = REFERENCE.exec(text)?.[1];
  return capital ?? known.find((reference) => text.toUpperCase().includes(reference));
}

function findSkillOrder(text: string): SkillOrder | undefined {
  const file = LOAD_REFERENCE.exec(text)?.[1];
  if (file !== undefined) return { kind: 'reference', words: file };
  const unload = UNLOAD_SKILL.exec(text);
  if (unload !== null) return { kind: 'unload', words: unload[1] ?? unload[2] ?? '' };
  const load = LOAD_SKILL.exec(text);
  return load === null ? undefined : { kind: 'load', words: load[1] ?? load[2] ?? '' };
}
