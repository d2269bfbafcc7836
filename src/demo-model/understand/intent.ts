/** Wishes in a message apart from a trip. */
import { withoutEnd } from '../../shared/text/text.ts';
import { findTopic, type Topic } from './choice.ts';

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

const TALK: readonly (readonly [RegExp, Talk])[] = [
  [
    /你是谁|你是什么|你叫什么|什么模型|哪个模型|\b(?:who are you|what are you|your name|(?:which|what) (?:ai )?model|are you (?:an? )?(?:ai|bot|robot|human|real|person))\b/i,
    'identity',
  ],
  [
    /^(?:(?:你好|您好|嗨|早上好|下午好|晚上好|hi|hello|hey|good (?:morning|afternoon|evening))[.。!！,，\s]*)+$/i,
    'greeting',
  ],
  [
    /^(?:(?:好的?|ok|great|perfect)[，, ]*)?(?:非常|十分|太|多)?(?:谢谢|感谢|多谢|谢了)(?:你|您|了|啦)*$|^(?:great|perfect|ok(?:ay)?)?[,! ]*(?:many )?(?:thanks|thank you|thx)\b.{0,20}$/i,
    'thanks',
  ],
  [/\bstart(?:ing)? (?:over|again|afresh|from scratch)\b|重新(?:来|开始)|从头(?:来|开始)/i, 'abandon'],
  [/^(?:再见|拜拜|bye|goodbye|see you|good night)$/i, 'farewell'],
  [
    /^(?:算了|不订了|不买了|不去了|先不订|别订了|取消|(?:算了)?(?:不|别)改了)(?:[吧了]?$|[,，]\s*(?:不[订买去]了?|退票?|取消|再说))|^(?:(?:hmm+|no|nah|ok|actually|well),? )*(?:never ?mind|forget it|leave it(?: as it is)?|keep it(?: as it is)?|don't change (?:it|anything)|don't book(?: it)?|stop|cancel(?: that| this| it| everything| all)?)(?: please)?$/i,
    'abandon',
  ],
  [
    /你(?:能|会|可以)(?:做|干|帮)|能做什么|怎么用|\b(?:what can (?:you|i) (?:do|ask)|what do you do|how (?:do|can) (?:i|you) (?:use|help)|^help(?: me)?$)/i,
    'capabilities',
  ],
];

/** A consent may have friendly words around it, and no "but". */
const YES =
  /^(?:(?:ok(?:ay)?|yes|yep|yeah|yup|sure|right|great|perfect|(?:ok(?:ay)? )?that'?s (?:fine|ok|good)|好|好的|嗯|对|可以|行)[，,.!！ ]*)*(?:好的?|行|可以|是的?|对的?|嗯|没问题|没错|确[认定]|同意|(?:赶紧|就|快)?(?:这样|这么)?订[吧了]?(?:它|这个|这班)?|(?:就|要)(?:它|这个|这班)[吧了]?|下单|要|继续|再试一次|重试|yes|yeah|yep|sure|ok(?:ay)?|please do|(?:go|carry) (?:ahead|on)(?: then)?|do it|confirm(?:ed)?|(?:that(?:'s| is|'s all)|all|looks|sounds) (?:fine|right|good|correct|great|perfect)|correct|book (?:it|this one|that one|them)|(?:try|search) again|(?:that's|thats) us|(?:(?:let's|i'll|we'll) )?(?:take|have|go with) (?:it|that(?: one)?)|go for it|没毛病|出票|妥|成)(?:[，,.!！ ]*(?:吧|好的?|对的?|订吧|谢谢|下单|(?:please )?book (?:that|this)(?: one| flight)?|please book(?: it)?|please|thanks|thank you(?: very much)?|then|do it|book it|go ahead|after all|and book(?: it)?|that(?:'s| is) (?:right|correct|fine)|go for it|出票吧?|赶紧订|怕没票了|没问题|确认|订吧|就(?:它|这个)))*$/i;
const NO =
  /^(?:不|不了|不要|不用了?|不行|先不|没有|不要了|不订了?|no|nope|nah|not now|not yet|no,? thanks|no,? thank you)$|^(?:no,? |nah,? |stop,? )*(?:thanks,? |thank you,? )?(?:don't|do not) book\b|^(?:no|nope|nah)(?: thanks| thank you)?[,.;].*\b(?:dear|expensive|much|later|not|wait)|\b(?:i|we) (?:have|need|want) to (?:think|talk|ask|check)\b(?![- ]in)|^不(?:订|买|要)了?[，,]|先(?:别|等|不(?:订|买|要))|商量|再?问问|再(?:想想|考虑|商量|看看吧)|太贵了?[，,]?\s*(?:不|算了)|不要了$/i;
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
  `^(?:查看|看看|列出|显示|\\b(?:list|show|see|view)(?: me)?\\b)?\\s*(?:all )?${MINE}$|订了(?:哪些|什么)|我?(?:订|买)[过了]的(?:机?票|航班)$|\\bwhat (?:have i|did i) book|^我的(?:航班|飞机|机票)(?:是|在)?(?:几点|什么时候|何时|哪天|几号)|^(?:when(?:'s| is| does)|what time (?:is|does)) my (?:flight|plane|trip)\\b`,
  'i',
);
const SHOW = /详情|查看|看看|显示|\b(?:show|details?|view|see)\b/i;

/** Wishes about a booking in ordinary words, without its reference. */
const OF_BOOKING: readonly (readonly [RegExp, 'refund' | 'cancel' | 'change' | 'show'])[] = [
  [
    /\bhow much\b.*\b(?:back|lose|refund|cancel\w*|call(?:ed)? it off|cost)|\b(?:what|anything|money|much|something)\b.*\b(?:back|refund\w*)\b|\brefund\w*\b.*\?|\bcancel\w*\b.*\b(?:fee|cost|charge|lose)|(?:能|可以|会)?退(?:回来?|还)?.{0,4}(?:多少|几成)|(?:扣|收)(?:多少|几成|不扣|吗)|(?:能|可以)退[吗么票]|退票费|退.{0,6}手续费/i,
    'refund',
  ],
  [
    /\bcancel\b|\bcall (?:it|this|everything|the whole thing|the trip) off\b|\bget rid of\b|\b(?:don't|do not|no longer) (?:need|want) (?:the|this|that|my|our|it)\b|\bforget (?:the trip|it all|about (?:the|this) trip)|取消|退掉|退了|退票|退订|不去了|去不成了|不想去|不飞了|不要了/i,
    'cancel',
  ],
  [
    /\b(?:change|move|push|postpone|bring (?:it|the|our|my)? ?(?:\w+ )?forward|shift|resched\w+|rebook|switch|swap|extend|instead|put (?:it|them|the|our|my)|stay (?:on )?(?:until|till|longer))\b|\b(?:days?|week) (?:later|earlier|early|sooner)\b|\b(?:is|would be|suits? \w+) better\b|(?:更|比较|还是.{1,4})(?:好|合适|方便)|\bby (?:a|one|two|\d) (?:days?|weeks?)\b|\b(?:later|earlier) (?:flight|one|day)\b|改签|改期|改[到成一下]|挪|推[迟后]|往[后前]|提前|延[后长期]|换[到成个一]|[早晚][一两1-9]天|多(?:待|住|玩)/i,
    'change',
  ],
  [
    /\b(?:show|see|view|details?|itinerary|receipt|confirmation)\b|\bwhat (?:have|did|do) (?:i|we)\b.*\b(?:book|got|have)|\b(?:when|what time|which terminal|where)\b.*\b(?:my|our|the|i|we|it)\b|\bmy (?:trips?|bookings?|flights?|reservations?)\b|\b(?:pull|bring|call) (?:it|the (?:trip|booking)) up\b|单子|瞅|订单|行程|几点|(?:我的?|这)(?:航班|机?票)|看看|查一?下|哪个?航站楼/i,
    'show',
  ],
];
const ANOTHER =
  /\b(?:another|a new|also (?:need|want)|now (?:find|book|i)|book (?:me )?a|find (?:me|us)|different trip|next trip)\b|再(?:帮我)?(?:订|买|查|看)|另外|还(?:要|想|需要)(?:订|买|从|去)?/i;

/** A wish about the booking that is the subject; undefined for another trip, and for a question of rules. */
export function findBookingAim(text: string): 'refund' | 'cancel' | 'change' | 'show' | undefined {
  if (ANOTHER.test(text) || /\b(?:don't|do not|never) (?:cancel|change|move)\b|(?:不要?|别)(?:取消|退|改)/i.test(text))
    return undefined;
  if (/^(?:那就?)?(?:取消|退)(?:了|掉)?吧/.test(text)) return 'cancel';
  if (findTopic(text) === 'names') return undefined;
  const asksRule =
    findTopic(text) !== undefined &&
    /[?？吗么]|^(?:can|am|is|do|does|may|what|when|how|if)\b|什么时候|怎么|能不能|能.{0,8}[吗不]|几件|多久/i.test(text);
  const found = OF_BOOKING.find(([pattern]) => pattern.test(text))?.[1];
  return asksRule && found !== 'refund' && !(found === 'cancel' && !/[?？吗]/.test(text)) ? undefined : found;
}

export function findAim(text: string): Aim {
  const said = withoutEnd(text.trim(), '.。!！~～?？ \t\n');
  const talk = TALK.find(([pattern]) => pattern.test(said))?.[1];
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
  if (YES.test(said)) return { kind: 'yes' };
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
  /[?？]|[吗么]\W*$|多久|多少|几点|怎么|什么|能不能|可不可以|^(?:is|are|am|does|do|may|what|which|how|can|could|when|where|why)\b/i.test(
    text,
  );
export const isOffTopic = (text: string): boolean => OFF_TOPIC.test(text);
/** Journeys by air at large: no other skill answers for their rules either. */
export const isOfTravel = (text: string): boolean =>
  !isOffTopic(text) &&
  (speaksOfFlights(text) ||
    /\b(?:travel\w*|airlines?|airports?|luggage|seats?|on ?board|boarding|passengers?|flying)\b|航空|机场|登机|乘客|座位/i.test(
      text,
    ));
export const speaksOfFlights = (text: string): boolean => FLIGHT.test(text) || FLIGHT_NUMBER.test(text);
