/** Rarer forms of what is removed: said apart, in groups of another kind, in a program's options, on paper. */
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { card, email, home, key, personal, phone, type RedactionPattern } from './key-patterns.ts';
import { isIban, isLuhn, PASSWORDS, PHONES, STREETS_BEFORE } from './person-patterns.ts';

// Texts that look drawn by lot, as keys and tokens of every maker are: words and names are not.

/** Bits a character; English words in a row have about four of them, but change between kinds of characters rarely. */
const LEAST_ENTROPY = 3.9;
/** Min share of places between characters where letters, capitals and digits meet. */
const LEAST_CHANGES = 0.25;
/** `getElementById` is words for the most part. */
const MOST_WORDY = 0.4;
const MIN_MIXED = 20;
const MIN_LOWER = 32;

export const RANDOM = /(?<![A-Za-z0-9_+/=.-])[A-Za-z0-9_+=-]{20,512}(?![A-Za-z0-9_+/=-])/g;

/** Ids that models' APIs give to calls, messages and requests. */
const OF_AN_API = /^(?:call|toolu|msg|req|resp|run|rs|fc|chatcmpl|thread|asst)[_-]/;

export function looksRandom(text: string): boolean {
  if (OF_AN_API.test(text)) return false;
  const [lower, upper, digits] = [/[a-z]/, /[A-Z]/, /\d/].map((kind) => kind.test(text));
  // Checksums and identifiers are written like this, and a session is full of them.
  if (/^[0-9a-f-]+$/i.test(text) || digits !== true) return false;
  const isMixed = lower === true && upper === true;
  if (!isMixed && lower !== true && upper !== true) return false;
  if (text.length < (isMixed ? MIN_MIXED : MIN_LOWER) || (isMixed && wordy(text) > MOST_WORDY)) return false;
  return changes(text.replace(/[^A-Za-z0-9]/g, '')) >= LEAST_CHANGES && entropy(text) >= LEAST_ENTROPY;
}

/** Share of characters in runs of small letters that may be words. */
export function wordy(text: string): number {
  return (text.match(/[a-z]{3,}/g) ?? []).reduce((sum, run) => sum + run.length, 0) / text.length;
}

function changes(text: string): number {
  const kinds = [...text].map((character) => (/\d/.test(character) ? 0 : /[a-z]/.test(character) ? 1 : 2));
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length / Math.max(1, text.length - 1);
}

function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return -[...counts.values()].reduce((sum, count) => sum + (count / text.length) * Math.log2(count / text.length), 0);
}

/** Runs of the words that wallets are recovered by (BIP 39). */
const WORDS: ReadonlySet<string> = new Set(english);
const CHARACTERS: ReadonlySet<string> = new Set(chinese);
/** The shortest phrase. */
const LEAST = 12;
/** Numbers, commas, dots and breaks between words of a list. */
const RUN = /(?<![A-Za-z])[a-z]{3,8}(?:[\s,;|"'-]{1,6}(?:\d{1,2}[.):]?\s{0,3})?[a-z]{3,8}){11,2000}(?![A-Za-z])/gi;
const CHINESE_RUN = /(?<!\p{Script=Han})\p{Script=Han}(?:\s\p{Script=Han}){11,200}(?!\p{Script=Han})/gu;

type WordRun = Readonly<Record<'from' | 'to', number>>;

/** Twelve and more words in a row, each of the list: prose has articles and short words between. */
export function* recoveryWords(text: string): Generator<WordRun> {
  for (const { 0: run, index } of text.matchAll(RUN)) yield* longRuns(run, index, /[a-z]+/gi, WORDS);
  for (const { 0: run, index } of text.matchAll(CHINESE_RUN)) yield* longRuns(run, index, /\S/gu, CHARACTERS);
}

function* longRuns(run: string, offset: number, word: RegExp, list: ReadonlySet<string>): Generator<WordRun> {
  let [from, to, count] = [0, 0, 0];
  const spans = [...run.matchAll(word)].map(({ 0: one, index }) => ({
    one: one.toLowerCase(),
    index,
    end: index + one.length,
  }));
  for (const [index, span] of spans.entries()) {
    if (list.has(span.one)) {
      if (count === 0) from = span.index;
      count += 1;
      to = span.end;
    }
    if (list.has(span.one) && index < spans.length - 1) continue;
    if (count >= LEAST) yield { from: offset + from, to: offset + to };
    count = 0;
  }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Payment cards by check digit or printed form; UnionPay's (62…) by length alone. */
export const isCard = (text: string): boolean => {
  const digits = digitsOf(text);
  if (digits.length < 13 || digits.length > 19) return false;
  return isLuhn(digits) || /^62\d{14,17}$/.test(digits) || /^\d{4}([ -])\d{4}\1\d{4}\1\d{4}/.test(text);
};

const END = '(?![A-Za-z0-9])';
const AT = String.raw`\s{0,2}[[({]\s{0,2}at\s{0,2}[\])}]\s{0,2}`;
const DOT = String.raw`(?:\s{0,2}[[({]\s{0,2}dot\s{0,2}[\])}]\s{0,2}|\.)`;

/** Phone numbers with the same separator between their parts. */
const PARTED = ['[.]', '_', '/', String.raw`\t`, String.raw`\r?\n`, String.raw`\\n`]
  .map((gap) => String.raw`1[3-9]\d${gap}\d{4}${gap}\d{4}`)
  .join('|');

export const FURTHER_PATTERNS: readonly RedactionPattern[] = [
  // Arguments and files of programs: curl, MySQL, and a .netrc.
  key(
    /((?<!\S)(?:-u\s{0,2}|--(?:proxy-)?user[ =])["']?)(?!\d{1,6}:\d{1,6}\b)[^\s:'"[\]]{1,64}:(?!\/\/)[^\s'"]{3,256}/g,
  ),
  // A statement that makes an account of a database.
  key(
    /(\b(?:identified\s{1,4}(?:with\s{1,4}\w{1,32}\s{1,4})?by|(?:encrypted|with|set)\s{1,4}password(?:\s{0,4}(?:=|to))?)\s{1,4}['"])(?!\[redacted)[^'"\n]{3,256}/gi,
  ),
  // Several words: only quotes say where they end.
  key(/(\bpassphrase\s{1,3}(?:is\s{1,3})?["“'])(?!\[redacted)[^"”'\n]{6,256}(?=["”'])/gi),
  // Said in a sentence: "the API key is …". A word has no digits.
  key(
    /((?<![A-Za-z])(?:api|access|secret|auth|licen[cs]e|private|app|client)[ _-]?(?:key|token|secret)s?["']?\s{0,3}(?:(?:is|was|are|=|:)\s{1,3}|[：是为]\s{0,3})["'“]?)(?=[^\s"'<]{0,64}\d)(?!\[redacted)[^\s"'<>,;，。；”]{8,256}(?<!\.)/gi,
  ),
  // An option with a value in quotes, words that restore a wallet.
  key(
    /((?<![A-Za-z])(?:[A-Z0-9]{1,20}_){0,4}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY)\s{1,4}["'])[^"'\n]{4,256}(?=["'])/g,
  ),
  key(
    /((?:(?:recovery|seed|mnemonic|backup) (?:phrase|words)|助记词)["']?\s{0,3}(?:is|are|[:=：是为])\s{0,3}["']?)(?:\p{L}{1,10}[ ,，、]{1,3}){11,23}\p{L}{1,10}/giu,
  ),
  // A short one, where it is plain that it is one.
  key(
    /((?:password|passwd|passcode|密码|口令)["']?\s{0,4}[:=：]\s{0,4}["'“]?)(?!\[redacted|null\b|none\b|true\b|false\b|string\b|undefined\b)[^\s"'\\,;&<>“”，；]{3,5}(?![^\s"'\\,;&<>“”，；])/gi,
  ),
  // Addresses that are themselves the key, and signed ones.
  key(
    /((?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks|open\.(?:feishu|larksuite)\.\w{2,3}\/open-apis\/bot\/v2\/hook|outlook\.office\.com\/webhook)\/)[^\s"'<>\\]{8,512}/gi,
    '://',
  ),
  key(
    /([?&](?:key|sig|signature|x-amz-signature|x-amz-credential|auth|code|ticket|session)=)[^\s&"'<>\\#]{12,1024}/gi,
    '=',
  ),
  email(
    new RegExp(`[A-Za-z0-9._%+-]{1,64}${AT}[A-Za-z0-9-]{1,63}(?:${DOT}[A-Za-z0-9-]{1,63}){1,6}`, 'gi'),
    new RegExp(AT, 'i'),
  ),
  email(/"[^"\n\\@]{1,64}"@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/gu, '@'),
  email(/[A-Za-z0-9._%+-]{1,64}@(?:\[[0-9A-Fa-f:.]{3,45}\]|(?:\d{1,3}\.){3}\d{1,3}(?![\d.]))/g, '@'),
  email(/[A-Za-z0-9._%+-]{1,64} @ (?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])/g, ' @ '),
  home(/\/(?:HOME|USERS)\/[^/\s"'`:;,<>|\\()[\]]{1,64}/g),
  home(/\\{1,4}home\\{1,4}[^\\/\s"'<>|:]{1,64}/g, '\\home\\'),
  // Chinese numbers: in any groups, in Chinese numerals, and beside a word.
  phone(`(?<![A-Za-z0-9.])(?:${PARTED})${END}`),
  phone(/(?<![A-Za-z0-9.])1[3-9] \d{3} \d{3} \d{3}(?![A-Za-z0-9])/g),
  phone(
    /(?<![零〇一幺二三四五六七八九])[一幺][三四五六七八九][零〇一幺二三四五六七八九]{9}(?![零〇一幺二三四五六七八九])/g,
  ),
  // A letter that no hexadecimal number has: what follows it is no piece of a checksum.
  phone(/([g-zG-Z_])1[3-9]\d{9}(?!\d)/g),
  phone(/(?<![A-Za-z0-9.])\(\d{3}\)\d{3}[ .-]?\d{4}(?![A-Za-z0-9])/g),
  phone(/(?<![A-Za-z0-9.+])\+[1-9]\d{0,2}(?:\/\d{2,8}){2,4}(?![A-Za-z0-9])/g),
  card(new RegExp(`((?:card|cc|pan|num|number|acct|account)[_:=]?)\\d{13,19}${END}`, 'gi'), isCard),
  card(/(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/gi, isIban),
  // Numbers of persons in the United States, by their form.
  card(/(?<![A-Za-z0-9.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![A-Za-z0-9-])/g),
];

/** Facts of persons as other languages and countries write them. */
const NAME = String.raw`\p{Lu}[\p{L}'’.-]{1,24}`;

/** E.164 allows 15 digits. */
export const isPhone = (text: string): boolean => {
  const { length } = digitsOf(text);
  return length >= 7 && length <= 15 && !/^(?:19|20)\d{2}[-/.]\d{1,2}\D/.test(text);
};

export const FURTHER_PERSON_PATTERNS: readonly RedactionPattern[] = [
  key(
    new RegExp(
      String.raw`((?<!\p{L})(?:${PASSWORDS})["']?\s{0,3}(?:[:=：]|\p{L}{1,4}\s)?\s{0,3}["'“]?)(?!\[redacted)(?=[^\s"'”，。]{0,64}[\d!@#$%^&*])[^\s"'”，。]{4,128}`,
      'giu',
    ),
  ),
  phone(
    new RegExp(
      String.raw`((?<!\p{L})(?:${PHONES}|tel|phone|手机号?|电话)["']?[.:：=]{0,2}\s{0,3})(?:\+\s?)?\(?\d[\d ()./-]{5,22}\d${END}`,
      'giu',
    ),
    isPhone,
  ),
  // Russia's within the country, and India's.
  phone(/(?<![A-Za-z0-9.+-])8[ -]?\(?9\d{2}\)?[ -]?\d{3}[ -]\d{2}[ -]\d{2}(?![A-Za-z0-9-])/g),
  personal(
    String.raw`(?<!\p{L})(?:${STREETS_BEFORE}) ?(?:(?:de|del|della|dei|da|do|la|las|los|el) ){0,3}${NAME}(?: (?:(?:de|da|do|y|e) )?${NAME}){0,3},? (?:n[º°.]? ?)?\d{1,4}(?: ?[a-z](?!\p{L}))?(?:, ?[\dº°ª]{1,4} ?[A-Z]?(?!\d))?(?:, (?:\d{4,6} )?${NAME})?`,
  ),
  // Addresses in Taiwan, Hong Kong and Japan.
  personal(
    /(?:\p{Script=Han}{2,3}[市縣区區都府県道]){0,2}\p{Script=Han}{0,4}[區区鄉鎮市町村]?\p{Script=Han}{1,6}(?:路|街|道|大道)(?:[\d一二三四五六七八九十]{1,3}段)?(?:\d{1,4}巷)?(?:\d{1,4}弄)?\d{1,5}(?:之\d{1,3})?號(?:\d{1,3}樓)?/gu,
  ),
  personal(
    /(?:〒\d{3}-\d{4}\s?)?\p{Script=Han}{2,3}[都道府県][\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]{1,20}(?:\d{1,4}丁目)?\d{1,4}(?:[-−番]\d{1,4}){1,3}(?!\d)/gu,
  ),
  personal(/(?<![A-Za-z])P\.? ?O\.? Box \d{1,7}(?:, [A-Z][A-Za-z .'-]{1,30}){0,2}(?:,? [A-Z]{2} \d{5}(?:-\d{4})?)?/gi),
  // A place on the map that is said to be a home.
  personal(
    /(?<![\d.])-?\d{1,2}\.\d{4,8},\s?-?\d{1,3}\.\d{4,8}(?=[^\n]{0,20}(?:\bhome|\bhouse|家|住))|(?<=(?:\bhome|\bhouse|\blive|我家|住)[^\n]{0,25})(?<![\d.])-?\d{1,2}\.\d{4,8},\s?-?\d{1,3}\.\d{4,8}/g,
  ),
  // Payment names of India.
  card(/(?<![\w.-])[\w.-]{2,64}@(?:ok(?:hdfcbank|icici|sbi|axis)|ybl|ibl|axl|apl|paytm|upi)(?![\w.-])/gi),
];
