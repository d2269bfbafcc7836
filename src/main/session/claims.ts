/**
 * Claims in an answer that a source must hold: booking references, prices, flight numbers, links, files.
 *
 * A missed claim is better than a false mark. No claim: fenced code; examples, with all that follows "For example:";
 * rough, usual and round figures, and ranges; a file that is not said to have been made; a flight number or a reference
 * where nothing is about travel; a home page, which shows itself what it is.
 * Patterns have bounded repetitions: an answer is a model's text.
 */
import type { AnswerCheck } from '../../shared/events.ts';

/** `text` in the answer's spelling. */
export type Claim = Readonly<AnswerCheck['unsupported'][number]>;

const EXAMPLE =
  /\be\.?g\b|\bfor (?:example|instance)\b|\bexamples?\b|\bsuch as\b|\bsamples?\b|\bplaceholders?\b|\bimagin(?:e|ary)\b|\bsuppose\b|\bassum(?:e|ing)\b|\bhypothetical|\blooks? like\b|\bfiction|\bformat (?:is|like|of)\b|例如|比如|譬如|举例|示例|样例|范例|假设|假如|假定|虚构|形如|格式(?:是|为|如)/i;
/** Not the full stop of an abbreviation. */
const SENTENCE_END = /(?<=[。！？；])|(?<=[.!?])(?<!\b(?:e\.g|i\.e|approx|ca|cf|incl|no|vs|est)\.)(?=\s)/i;

/** Sentences of the answer's prose, without emphasis. */
function sentencesOf(answer: string): readonly string[] {
  let isFenced = false;
  let isExample = false;
  return answer.split('\n').flatMap((raw, index, lines) => {
    const line = raw.trim();
    const isFence = line.startsWith('```') || line.startsWith('~~~');
    if (isFence) isFenced = !isFenced;
    if (isFence || isFenced || line === '') return [];
    // An example is the block after the colon, and lists and quotes after that.
    const [before = '', above = ''] = [lines[index - 1], lines[index - 2]].map((one) => one?.trim());
    if (before === '' && !/[:：]$/.test(above) && !/^[-*>|]/.test(line)) isExample = false;
    if (isExample) return [];
    isExample = /[:：]$/.test(line) && EXAMPLE.test(line);
    const sentences = line.replaceAll(/\*\*|`/g, '').split(SENTENCE_END);
    return sentences.filter((sentence) => !EXAMPLE.test(sentence));
  });
}

const LINK = /https?:\/\/[^\s<>"'`)\]}|\\\u0080-\uffff]{1,1000}/gi;
/** A link as it is compared: no scheme, no `www.`, no fragment, no slash or stop at its end. */
export const sameLink = (link: string): string =>
  link.toLowerCase().replace(/^https?:\/\/(?:www\.)?|[/.,;:!?*_~&]{0,9}(?:#.{0,1000})?$/g, '');
const OWN_HOST =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|10\.|192\.168\.|(?:[\w-]{1,63}\.){0,4}(?:example|test|local|invalid|localhost)(?=[/:?])|(?:[\w-]{1,63}\.){0,4}example\.(?:com|org|net)(?=[/:?])|(?:your|my)[\w-])/;

/** A code beside a word for it, before or after; or a shop's letters and a mixed code. */
const REFERENCE = new RegExp(
  [
    String.raw`(?:\b(?:[Bb]ooking|BOOKING|[Rr]eservation|[Cc]onfirmation|(?:[Ee]-?)?[Tt]icket|[Oo]rder|[Ii]tinerary|[Rr]eference|REFERENCE|[Ll]ocator|PNR)(?:[ -](?:[Rr]eference|REFERENCE|[Cc]onfirmation|[Nn]umber|[Cc]ode|[Ll]ocator|[Nn]o|I[Dd]|[Rr]ef)){0,2}(?: is)?(?![A-Za-z])|订单编?号|预[订定](?:编|单|参考)?号|订座编号|确认[号码]|参考编?号|票号|编号)[\s:：#|（(“"'为是]{1,8}([A-Z0-9]{2,10}(?:-[A-Z0-9]{2,13})?)(?![A-Za-z0-9-])`,
    String.raw`(?<![\w-])([A-Z\d]{5,8})(?= (?:is|as) (?:your|the) (?:booking|reservation|confirmation|reference|PNR)\b)`,
    String.raw`(?<![\w-])([A-Z]{2,4}-(?=[A-Z]{0,5}\d)(?=\d{0,5}[A-Z])[A-Z\d]{6})(?![\w-])`,
  ].join('|'),
  'g',
);
/** Too short, words only, a date, a flight number, and words in capitals that often follow a booking. */
const NO_CODE =
  /^.{0,4}$|^(?![A-Z]{6}$)[A-Z-]*$|^\d{4}-\d\d|^[A-Z\d]{2}\d{1,4}$|^(?:STATUS|FAILED|PLEASE|UPDATE|NUMBER|CREDIT|POLICY|BEFORE|PAYPAL)$/;

/** A flight number; not halves of a day, regions with their laws, aircraft (A320), or years after two letters. */
const FLIGHT =
  /(?<![A-Za-z0-9_\-/.$#])(?!(?:AM|PM|EU|EC|UK|US|ID|NO|OK|PO|TV|[QH]\d) ?\d)(?:(?:[A-Z]{2}|\d[A-Z])\d{2,4}|[A-Z]\d{4,5}|(?:[A-Z]{2}|[A-Z]\d|\d[A-Z]) (?!(?:19|20)\d\d\b)\d{3,4})(?![A-Za-z0-9_\-/%]|[.:,]\d)/g;
/** Without such a word, a code or number is of something else. */
const TRAVEL =
  /\bbook(?:ed|ings?)\b|\breserv(?:ed|ations?)\b|\bPNR\b|\bitinerary\b|\bhotels?\b|\bflights?\b|\bfl(?:y|ies|ying|ew)\b|\bair(?:line|port)s?\b|\bdepart|预[订定]|订[单票座]|[出机]票|票号|酒店|航班|起飞|登机|直飞|航空/i;

const NUMBER = String.raw`\d{1,3}(?:[,，]\d{3}){1,4}(?:\.\d{1,2})?(?!\d)|\d{1,3}(?:\.\d{3}){1,4}(?:,\d{1,2})?(?!\d)|\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,]\d{1,4})?(?!\d)`;
const CODES = 'USD|EUR|GBP|CNY|RMB|JPY|HKD|TWD|KRW|SGD|AUD|CAD|CHF|NZD|INR|THB';
const BEFORE_PRICE = `(?<![A-Za-z0-9$])(?:(?:US|HK|NT|CA|AU|SG|NZ|CN|R|S|C|A)?[$¥￥€£₩₹₽฿]|(?:${CODES}) ?[$¥￥€£]?|人民币|港币)`;
const AFTER_PRICE = String.raw`元(?![组素件年旦]|一?次)|日元|美元|欧元|英镑|港[元币]|韩元|新元|加元|澳元|泰铢|人民币|块钱|(?:${CODES}|euros?|dollars?|yuan|yen)\b|[€£¥￥]`;
export const PRICE = new RegExp(
  String.raw`(${BEFORE_PRICE}) ?(${NUMBER})|(?<![\w.,])(${NUMBER}) ?(?:${AFTER_PRICE})`,
  'g',
);
const GENERAL =
  /\b(?:typical|usual|general|normal)(?:ly)?\b|\baverage\b|\bestimate[sd]?\b|\brang(?:e[sd]?|ing)\b|\bvar(?:y|ies)\b|\bbetween\b|一般|通常|往往|平均|预计|估计|估算|之间|区间|浮动/i;
const ROUGH_BEFORE =
  /(?:\b(?:about|around|approx\w{0,9}|roughly|nearly|almost|some|under|over|below|above|than|least|most|from|to|circa|ca|maybe|perhaps|starting at)|[~≈<>±\-–—～至到]|大约|大概|约|将?近|接近|不到|超过|[低高多少]于|最[多少]|[至]少)\s?(?:the |an? )?$/i;
const ROUGH_AFTER =
  /^\s?(?:[kKmMbB]\b|[万亿千百+$]|(?:million|billion|thousand|hundred|bn)\b|(?:[-–—~～至到]|to ) ?[$€£¥￥]?\d|左右|上下|以[上下内]|起|多|or (?:so|more|less)\b)/;

/** The numbers that it can mean: "1,280.00" is 1280, "432,10" is 432.1, "1.280" may be 1280 or 1.28. */
export function readings(number: string): readonly number[] {
  const digits = number.replaceAll(/\s/g, '');
  const swapped = Number(digits.replaceAll('.', '').replace(',', '.'));
  if (/^[\d.]{1,18},\d{1,2}$/.test(digits)) return [swapped];
  const plain = Number(digits.replaceAll(/[,，]/g, ''));
  return /^\d{1,3}(?:\.\d{3})+$/.test(digits) ? [plain, swapped] : [plain];
}

export const NUMBERS = new RegExp(NUMBER, 'g');
export const numberOf = (price: string): string => price.match(NUMBERS)?.[0] ?? '';

function* pricesIn(sentence: string): Generator<string> {
  for (const { 0: text, 1: sign, index } of sentence.matchAll(PRICE)) {
    const number = numberOf(text);
    // A round figure is rough or a wish, `$1` more often a script's argument, and below 1 are rates.
    if (/^[1-9]0{2,}$|^0/.test(number.replace(',', '')) || (sign === '$' && /^\d$/.test(number))) continue;
    if (ROUGH_BEFORE.test(sentence.slice(Math.max(0, index - 24), index))) continue;
    if (!ROUGH_AFTER.test(sentence.slice(index + text.length, index + text.length + 12))) yield text.trim();
  }
}

/** Frameworks are named as files are: `Node.js`. */
const FILE =
  /(?<![\w.-])(?!(?:[A-Z][a-z\d]{0,20}|node|vue|next|react|three|d3)\.js\b)\w[\w.-]{0,80}\.(?:pdf|docx?|xlsx?|pptx?|csv|tsv|txt|md|html?|jsonl?|xml|ya?ml|toml|ics|png|jpe?g|gif|svg|webp|zip|mp[34]|wav|py|[jt]sx?|sh|sql|ipynb|css|log)\b(?![\w-]|\.\w)/g;
const MADE =
  /\b(?:I|we)(?:['’]ve| have)?(?: \w{1,20}){0,2} (?:saved|created|wrote|written|generated|exported|produced|added|updated|attached|stored|downloaded)\b|\b(?:has|have) been (?:saved|created|written|generated|exported|updated|attached|stored)\b|\b(?:saved|exported|written|stored|attached) (?:as|to|in|at)\b|^\W{0,6}(?:saved|created|wrote|generated|exported|updated)\b|已经?(?:[为帮]?[您你])?(?:成功)?(?:把.{0,30}|将.{0,30})?(?:保存|生成|创建|写入|导出|存[为到]|下载|更新)/i;
const NOT_MADE =
  /\b(?:can|could|should|would|will|may|might|must|if|when|once|unless|let me|let['’]s|shall|not|no|are|be|gets?|default)\b|n['’]t\b|可以|需要|应该|如果|请|建议|没|未|不/i;

/**
 * Each claim once.
 * @param context what the conversation is about: the person's messages, loaded skills.
 */
export function claimsIn(answer: string, context: readonly string[]): readonly Claim[] {
  const sentences = sentencesOf(answer);
  const isTravel = [...context, ...sentences].some((one) => TRAVEL.test(one));
  const found = new Map<string, Claim>();
  const add = (kind: Claim['kind'], text: string) => found.set(`${kind} ${text}`, { kind, text });
  for (const whole of sentences) {
    const sentence = whole.replaceAll(LINK, (link) => {
      const same = sameLink(link);
      if (/[/?]/.test(same) && !OWN_HOST.test(same)) add('link', link.replace(/[.,;:!?*_~&]{1,9}$/, ''));
      return ' ';
    });
    for (const [, ...codes] of isTravel ? sentence.matchAll(REFERENCE) : [])
      if (!NO_CODE.test(codes.join(''))) add('reference', codes.join(''));
    const isGeneral = GENERAL.test(sentence);
    for (const [flight] of isTravel && !isGeneral ? sentence.matchAll(FLIGHT) : []) add('flight', flight);
    for (const price of isGeneral ? [] : pricesIn(sentence)) add('price', price);
    const isMade = MADE.test(sentence) && !NOT_MADE.test(sentence);
    for (const [name] of isMade ? sentence.matchAll(FILE) : []) add('file', name);
  }
  return [...found.values()];
}
