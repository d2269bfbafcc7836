/** Wishes in a message apart from a trip. */
import { withoutEnd } from '../../shared/text/text.ts';
import { findTopic, type Topic } from './choice.ts';
import { meaningOf } from './phrases.ts';

type Talk = 'identity' | 'capabilities' | 'greeting' | 'thanks' | 'farewell' | 'abandon';

export type Aim =
  | { readonly kind: Talk }
  | {
      readonly kind: 'bookings';
      readonly action: 'list' | 'show' | 'cancel' | 'change' | 'refund';
      readonly reference?: string;
    }
  /** `rest`: what follows its reference, such as the new day. */
  | { readonly kind: 'change'; readonly reference: string; readonly rest: string }
  | { readonly kind: 'topic'; readonly topic: Topic }
  | { readonly kind: 'more' }
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  /** Judged by what it says of a trip. */
  | { readonly kind: 'open' };

const FLIGHT = /机票|航班|飞机|订票|飞(?:往|去|到|回)|\b(?:flights?|fly(?:ing)?|airfares?|plane)\b/i;

const FLIGHT_NUMBER = /(?<![A-Za-z\d])[A-Z]{2}\d{3,4}(?![A-Za-z\d])/;

/** Words of consent, and the friendly words around them: a message of these alone agrees. */
const ASSENT =
  /\b(?:ok(?:ay)?|yes|yep|yeah|yup|sure|right|correct|fine|good|great|perfect|lovely|brilliant|agreed|absolutely|definitely|of course|confirm(?:ed)?|(?:go|carry) (?:ahead|on|for it)|proceed|continue|do (?:it|that|so)|book(?: (?:it|them|this|that)(?: one| flight)?)?|(?:try|search) again|(?:take|have|go with) (?:it|that(?: one)?)|(?:looks?|sounds?) (?:fine|right|good|great))\b|没问题|没错|没毛病|确[认定]|同意|好|行|可以|是的?|对|嗯|妥|成|下单|出票|订|继续|重试|再试一次|就这|预[订定]|要/gi;
const FRIENDLY =
  /\b(?:please|thank you|thanks?|very much|a lot|that'?s?|this|it|it's|is|all|everything|us|let's|let|i'll|we'll|we're|i'm|we|i|are|am|then|now|and|so|just|(?:for|to|by|with) (?:me|us)|after all|looks?|happy|with|the|details|one)\b|看(?:着|起来|上去)|觉得|[很请快赶紧吧的了哦呀啊呢它那就都这样么个班怕没票谢您你帮我们咱俩两]/gi;
const isYes = (said: string): boolean =>
  said.search(ASSENT) >= 0 && !/[\p{L}\p{N}]/u.test(said.replace(ASSENT, '').replace(FRIENDLY, ''));
const NO =
  /^(?:不|不了|不要|不用了?|不行|先不|没有|不要了|不订了?|no|nope|nah|not now|not yet)$|^(?:no|nah),? (?:thanks|thank you)$|\b(?:don't|do not) (?:book|want (?:it|this|that))\b|^(?:no|nope|nah)(?: thanks| thank you)?[,.;].*\b(?:dear|expensive|much|later|not|wait)|\b(?:(?:i|we) (?:have|need|want) to|let me|i'll) (?:think|talk|ask|check)\b(?![- ]in)|\bchanged my mind\b|改主意|反悔|^不(?:订|买|要)了?[，,]|先(?:别|等|不(?:订|买|要))|商量|再?问问|得(?:先)?问|再(?:想想|考虑|商量|看看吧)|太贵了?[，,]?\s*(?:不|算了)|不要了$/i;
/** Holds a consent back, where the message says nothing else. */
export const HESITATES =
  /^(?!.*(?<!don't )\b(?:book|take) )(?:no|nope|nah|stop|wait|hold on|hang on|not (?:yet|now|so fast))\b|^(?!.*(?<![不别先])[订买])(?:不(?=$|[，,。了是行用急])|等等|等一?下|先等|慢着|别)/i;
const MORE =
  /^(?:please )?(?:show|list|see)(?: me| us)? (?:more|all|the rest|others?)(?: flights| options)?(?: for this trip)?$|^(?:any(?:thing)?|something|what) (?:else|other)(?: (?:flights|options|ones|is there))?\b|\b(?:more|other) (?:options|flights|choices|times)\b|^(?:请为这次行程)?(?:列出|看|再看|显示)?(?:更多|全部|所有)(?:的?航班)?$|(?:还有|有没有)(?:别的|其他|其它|更多)|再?多看(?:看|几个)|换一批|\b(?:got|have|is there|find) anything else\b|\bnone of (?:those|these|them)\b/i;

const REFERENCE = /(?<![A-Za-z\d])([A-Z]{6})(?![A-Za-z\d])/;
const MINE =
  '(?:我的?(?:预订|预定|订单|行程)|(?:预订|预定|订单)|\\b(?:my |the |this |that )?(?:bookings?|reservations?)\\b)';
const BOOKED = `(?:${MINE}|机票|航班|\\b(?:flight|ticket|trip)\\b)`;
const CANCEL = new RegExp(
  `(?:取消|退掉|退订|\\bcancel\\b).{0,16}${BOOKED}|${MINE}.{0,8}(?:取消|退掉|退了|退订)|^(?:取消|退掉)它$|^把.+(?:取消|退掉|退了|退订)$`,
  'i',
);
/** Beside a wish to cancel: letters with digits, unless they are a flight, name a booking too, here or elsewhere. */
const NUMBER =
  /(?<![A-Za-z\d])(?![A-Z\d]{2}\d{1,4}(?![A-Za-z\d]))(?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])([A-Z\d]{5,14})(?![A-Za-z\d])/;
const PLEASE =
  "(?:(?:请|麻烦|帮我|给我|替我|我|们|想|要|需要|得|申请|办理?|一下)+|(?:please |i(?:’|'| woul)?d? ?(?:like|want|need) (?:to )?|(?:can|could) you |help me )+)?";
/** A wish that need not say which booking it means. */
const WISHES_CANCEL = new RegExp(
  `^${PLEASE}(?:退(?:一下|掉|了)?(?:这张)?(?:机?票|款)[吧了]?|把.{0,12}票?退[了掉]吧?|(?:a |my )?refund(?: (?:for |of )?(?:my |this )?(?:booking|flight|ticket)s?)?)(?=$|[\\s,，:：])`,
  'i',
);
const WISHES_CHANGE = new RegExp(
  `^${PLEASE}(?:改签|改期|改机票|把.{0,12}(?:机票|航班|预订|订单).{0,6}(?:改[签到成期]|换[到成]).*|(?:change|move|rebook|reschedule) (?:my|our) (?:bookings?|reservations?|flights?|tickets?|trip)\\b)`,
  'i',
);
const ASKS =
  /[吗么?？]|多少|怎么|如何|能不能|可不可以|[能可]以?(?:退|改)|费|规[定则]|政策|条件|流程|\b(?:how|what|fees?|rules?|policy|cost)\b/i;
const CHANGE = /改签|改期|改到|改成|换到|换成|\b(?:change|move|rebook|reschedule|switch)\b/i;
const NOT = /不|别|\b(?:not|never|don't)\b/i;
const LIST = new RegExp(
  `^(?:查看|看看|列出|显示|\\b(?:list|show|see|view)(?: me)?\\b)?\\s*(?:all )?${MINE}$|订了(?:哪些|什么)|我?(?:订|买)[过了]的(?:机?票|航班)$|\\bwhat (?:have i|did i|i(?:'ve| have)) book|(?:把|看看?)我的?订单|^我的(?:航班|飞机|机票)(?:是|在)?(?:几点|什么时候|何时|哪天|几号)|^(?:when(?:'s| is| does)|what time (?:is|does)) my (?:flight|plane|trip)\\b`,
  'i',
);
const SHOW = /详情|查看|看看|显示|\b(?:show|details?|view|see)\b/i;

const ANOTHER =
  /\b(?:another|a new|also (?:need|want)|now (?:find|book|i)|book (?:me )?a|find (?:me|us)|different trip|next trip)\b|再(?:帮我)?(?:订|买|查|看)|另外|还(?:要|想|需要)(?:订|买|从|去)?/i;

/** A wish about the booking that is the subject; undefined for another trip and a question of rules. @param isDay says a day or time, no place. */
export function findBookingAim(text: string, isDay: boolean): 'refund' | 'cancel' | 'change' | 'show' | undefined {
  if (ANOTHER.test(text) || /\b(?:don't|do not|never) (?:cancel|change|move)\b|(?:不要?|别)(?:取消|退|改)/i.test(text))
    return undefined;
  if (/^(?:那就?)?(?:取消|退)(?:了|掉)?吧|\b(?:like|want|have|please|need)(?: to)? cancel\b/i.test(text))
    return 'cancel';
  if (findTopic(text) === 'names') return undefined;
  const asksRule =
    findTopic(text) !== undefined &&
    /\badd\b|加|[?？吗么]|^(?:can|am|is|do|does|may|what|when|how|if)\b|什么时候|怎么|能不能|能.{0,8}[吗不]|几件|多久/i.test(
      text,
    );
  if (isDay && CHANGE.test(text)) return 'change';
  const isNew = /\b(?:an?|one) (?:\w+ )?(?:flight|ticket|trip)\b|[订买]/i.test(text);
  const named = meaningOf('booking', text) as 'refund' | 'cancel' | 'change' | 'show' | undefined;
  const found = named ?? (isDay && !isNew && findTopic(text) === undefined ? 'change' : undefined);
  return asksRule && found !== 'refund' && !(found === 'cancel' && !/[?？吗]/.test(text)) ? undefined : found;
}

export function findAim(text: string): Aim {
  const said = withoutEnd(text.trim(), '.。!！~～?？ \t\n');
  const talk = meaningOf('talk', said) as Talk | undefined;
  if (talk !== undefined && !(talk === 'capabilities' && FLIGHT.test(said))) return { kind: talk };
  const reference = REFERENCE.exec(text)?.[1];
  const named = reference === undefined ? {} : { reference };
  const isCancel = CANCEL.test(said) || (reference !== undefined && /取消|退|\bcancel\b/i.test(said));
  if (isCancel && !NOT.test(said)) return cancel(reference ?? NUMBER.exec(said)?.[1]);
  if (reference !== undefined && CHANGE.test(said) && !NOT.test(said)) {
    return { kind: 'change', reference, rest: afterReference(said, reference) };
  }
  if (reference !== undefined && (SHOW.test(said) || said === reference))
    return { kind: 'bookings', action: 'show', ...named };
  if (LIST.test(said)) return { kind: 'bookings', action: 'list' };
  const wish = findWish(text, said);
  if (wish !== undefined) return wish;
  if (MORE.test(said)) return { kind: 'more' };
  if (isYes(said)) return { kind: 'yes' };
  if (NO.test(said)) return { kind: 'no' };
  const topic = findTopic(said);
  return topic === undefined ? { kind: 'open' } : { kind: 'topic', topic };
}

/** Wish to cancel or change what is booked, without saying which. */
function findWish(text: string, said: string): Aim | undefined {
  if (ASKS.test(text) || NOT.test(said)) return undefined;
  if (WISHES_CHANGE.test(said)) return { kind: 'bookings', action: 'change' };
  if (!WISHES_CANCEL.test(said)) return undefined;
  return cancel(NUMBER.exec(said)?.[1]);
}

const cancel = (reference: string | undefined): Aim => ({
  kind: 'bookings',
  action: 'cancel',
  ...(reference === undefined ? {} : { reference }),
});

/** "to the 20th", "to Friday": a day, where a booking is moved. */
function afterReference(text: string, reference: string): string {
  const rest = text.slice(text.indexOf(reference) + reference.length);
  return rest
    .replace(/\bto (?=the \d|\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|[A-Z][a-z]+ \d)/gi, 'on ')
    .trim();
}

/** Asked of a place that one could also fly to. */
const OFF_TOPIC =
  /天气|气温|下雨|冷|热|几度|租车|租一?辆|酒店|宾馆|高铁|火车|动车|大巴|自驾|时差|汇率|好玩|好吃|笑话|[诗]|\b(?:weather|rain(?:ing|y)?|forecast|temperature|(?:rent|hire)(?: me)? a car|car (?:rental|hire)|museums?|hotels?|trains?|bus(?:es)?|drive|ferry|cruise|time difference|exchange rate|poem|joke|restaurants?|population)\b/i;

/** Asks something, rather than for flights. */
export const isQuestion = (text: string): boolean =>
  /[?？]|[吗么]\W*$|[是对]吧\W*$|是不是|多久|多少|几点|怎么|什么|能不能|可不可以|(?:^|\bbut |, ?(?:and |so ))(?:is|are|am|does|do|may|what|which|how|can|could|when|where|why)\b/i.test(
    text,
  );
export const isOffTopic = (text: string): boolean => OFF_TOPIC.test(text);
export const isAboutFlying = (text: string): boolean =>
  !isOffTopic(text) && /\b(?:be at|get to|airport|gate|board\w*|plane|terminal)\b|机场|飞机|登机/i.test(text);
/** Journeys by air at large: no other skill answers for their rules either. */
export const isOfTravel = (text: string): boolean =>
  !isOffTopic(text) &&
  (speaksOfFlights(text) ||
    /\b(?:travel\w*|airlines?|airports?|luggage|seats?|on ?board|boarding|passengers?|flying)\b|航空|机场|登机|乘客|座位/i.test(
      text,
    ));
export const speaksOfFlights = (text: string): boolean => FLIGHT.test(text) || FLIGHT_NUMBER.test(text);
