/** Rarer forms of what is removed: said apart, in groups of another kind, in a program's options, on paper. */
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import type { RedactionPattern } from './key-patterns.ts';
import { isIban, isLuhn, PASSWORDS, PHONES, STREETS_BEFORE } from './person-patterns.ts';

// Texts that look drawn by lot, as keys and tokens of every maker are: words and names are not.

/** Bits a character; English words in a row have about four of them, but change between kinds of characters rarely. */
const LEAST_ENTROPY = 3.9;
/** Min share of places between characters where letters, capitals and digits meet. */
const LEAST_CHANGES = 0.25;
/** `getElementById` is words for the most part. */
const MOST_WORDY = 0.4;
const MIN_MIXED = 24;
const MIN_LOWER = 32;

export const RANDOM = /(?<![A-Za-z0-9_+/=.-])[A-Za-z0-9_+=-]{24,512}(?![A-Za-z0-9_+/=-])/g;

export function looksRandom(text: string): boolean {
  const [lower, upper, digits] = [/[a-z]/, /[A-Z]/, /\d/].map((kind) => kind.test(text));
  // Checksums and identifiers are written like this, and a session is full of them.
  if (/^[0-9a-f-]+$/i.test(text) || digits !== true) return false;
  const isMixed = lower === true && upper === true;
  if (!isMixed && lower !== true && upper !== true) return false;
  if (text.length < (isMixed ? MIN_MIXED : MIN_LOWER) || (isMixed && wordy(text) > MOST_WORDY)) return false;
  return changes(text.replace(/[^A-Za-z0-9]/g, '')) >= LEAST_CHANGES && entropy(text) >= LEAST_ENTROPY;
}

/** Share of characters in runs of small letters that may be words. */
function wordy(text: string): number {
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

export interface WordRun {
  readonly from: number;
  readonly to: number;
}

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

const isCheckedCard = (text: string): boolean => {
  const digits = digitsOf(text);
  return digits.length >= 13 && digits.length <= 19 && isLuhn(digits);
};

const SECRET = '(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|密码|口令|密钥)';
/** A letter that no hexadecimal number has: what follows it is no piece of a checksum. */
const WORD = '[g-zG-Z_]';
const END = '(?![A-Za-z0-9])';
const AT = String.raw`\s{0,2}[[({]\s{0,2}at\s{0,2}[\])}]\s{0,2}`;
const DOT = String.raw`(?:\s{0,2}[[({]\s{0,2}dot\s{0,2}[\])}]\s{0,2}|\.)`;

/** Phone numbers with the same separator between their parts. */
const PARTED = ['[.]', '_', '/', String.raw`\t`, String.raw`\r?\n`, String.raw`\\n`]
  .map((gap) => String.raw`1[3-9]\d${gap}\d{4}${gap}\d{4}`)
  .join('|');

export const FURTHER_PATTERNS: readonly RedactionPattern[] = [
  {
    kind: 'key',
    needs: '</',
    pattern: new RegExp(String.raw`(<[\w:.-]{0,20}${SECRET}[\w.-]{0,20}>\s{0,4})(?!\[redacted)[^<\s][^<]{0,511}`, 'gi'),
  },
  // Arguments and files of programs: curl, MySQL, and a .netrc.
  {
    kind: 'key',
    pattern:
      /((?<!\S)(?:-u\s{0,2}|--(?:proxy-)?user[ =])["']?)(?!\d{1,6}:\d{1,6}\b)[^\s:'"[\]]{1,64}:(?!\/\/)[^\s'"]{3,256}/g,
  },
  { kind: 'key', needs: 'mysql', pattern: /(\bmysql\w{0,8}\b[^\n]{0,200}?\s-p)(?!\[redacted)[^\s'"]{3,128}/g },
  { kind: 'key', pattern: /(\bpassword\s{1,4})(?=[^\s"'<]{0,64}\d)(?!\[redacted)[^\s"'<,;，。；]{5,128}/gi },
  // A statement that makes an account of a database.
  {
    kind: 'key',
    pattern:
      /(\b(?:identified\s{1,4}(?:with\s{1,4}\w{1,32}\s{1,4})?by|(?:encrypted|with|set)\s{1,4}password(?:\s{0,4}(?:=|to))?)\s{1,4}['"])(?!\[redacted)[^'"\n]{3,256}/gi,
  },
  // Several words: only quotes say where they end.
  { kind: 'key', pattern: /(\bpassphrase\s{1,3}(?:is\s{1,3})?["“'])(?!\[redacted)[^"”'\n]{6,256}(?=["”'])/gi },
  // Said in a sentence: "the API key is …". A word has no digits.
  {
    kind: 'key',
    pattern:
      /((?<![A-Za-z])(?:api|access|secret|auth|licen[cs]e|private|app|client)[ _-]?(?:key|token|secret)s?["']?\s{0,3}(?:(?:is|was|are|=|:)\s{1,3}|[：是为]\s{0,3})["'“]?)(?=[^\s"'<]{0,64}\d)(?!\[redacted)[^\s"'<>,;，。；”]{8,256}(?<!\.)/gi,
  },
  // Digits that open something, an account's word after its name, an option with a value in quotes, words that restore a wallet.
  {
    kind: 'key',
    pattern:
      /(\b(?:pin|code)\s{1,3}(?:for|of|to)\s{1,3}(?:the|my|our)\s{1,3}[a-z ]{3,30}?(?:\s{1,3}is|\s{0,3}[:=])\s{0,3})\d{3,8}#?(?![\w-])/gi,
  },
  {
    kind: 'key',
    pattern:
      /(\b(?:user(?:name)?|login|account)\s{1,3}\S{1,64}[\s,/]{1,3}(?:and\s{1,3})?pass\s{1,3}(?:is\s{1,3})?)(?=\S{0,64}[\d!@#$%^&*])[^\s"']{5,128}/gi,
  },
  {
    kind: 'key',
    pattern:
      /((?<![A-Za-z])(?:[A-Z0-9]{1,20}_){0,4}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY)\s{1,4}["'])[^"'\n]{4,256}(?=["'])/g,
  },
  {
    kind: 'key',
    pattern:
      /((?:(?:recovery|seed|mnemonic|backup) (?:phrase|words)|助记词)["']?\s{0,3}(?:is|are|[:=：是为])\s{0,3}["']?)(?:\p{L}{1,10}[ ,，、]{1,3}){11,23}\p{L}{1,10}/giu,
  },
  // A short one, where it is plain that it is one.
  {
    kind: 'key',
    pattern:
      /((?:password|passwd|passcode|密码|口令)["']?\s{0,4}[:=：]\s{0,4}["'“]?)(?!\[redacted|null\b|none\b|true\b|false\b|string\b|undefined\b)[^\s"'\\,;&<>“”，；]{3,5}(?![^\s"'\\,;&<>“”，；])/gi,
  },
  {
    kind: 'key',
    pattern:
      /(\b(?:token|secret|key)\s{1,3}|(?:密钥|令牌)\s{0,3})(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{16,128})(?![0-9A-Za-z])/gi,
  },
  // Addresses that are themselves the key, and signed ones.
  {
    kind: 'key',
    needs: '://',
    pattern:
      /((?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks|open\.(?:feishu|larksuite)\.\w{2,3}\/open-apis\/bot\/v2\/hook|outlook\.office\.com\/webhook)\/)[^\s"'<>\\]{8,512}/gi,
  },
  {
    kind: 'key',
    needs: '=',
    pattern:
      /([?&](?:key|sig|signature|x-amz-signature|x-amz-credential|auth|code|ticket|session)=)[^\s&"'<>\\#]{12,1024}/gi,
  },
  {
    kind: 'email',
    needs: new RegExp(AT, 'i'),
    pattern: new RegExp(`[A-Za-z0-9._%+-]{1,64}${AT}[A-Za-z0-9-]{1,63}(?:${DOT}[A-Za-z0-9-]{1,63}){1,6}`, 'gi'),
  },
  { kind: 'email', needs: '@', pattern: /"[^"\n\\@]{1,64}"@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/gu },
  {
    kind: 'email',
    needs: '@',
    pattern: /[A-Za-z0-9._%+-]{1,64}@(?:\[[0-9A-Fa-f:.]{3,45}\]|(?:\d{1,3}\.){3}\d{1,3}(?![\d.]))/g,
  },
  {
    kind: 'email',
    needs: ' @ ',
    pattern: /[A-Za-z0-9._%+-]{1,64} @ (?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])/g,
  },
  { kind: 'home', pattern: /\/(?:HOME|USERS)\/[^/\s"'`:;,<>|\\()[\]]{1,64}/g },
  { kind: 'home', needs: '\\home\\', pattern: /\\{1,4}home\\{1,4}[^\\/\s"'<>|:]{1,64}/g },
  // Chinese numbers: in any groups, in Chinese numerals, and beside a word.
  { kind: 'phone', pattern: new RegExp(`(?<![A-Za-z0-9.])(?:${PARTED})${END}`, 'g') },
  { kind: 'phone', pattern: /(?<![A-Za-z0-9.])1[3-9] \d{3} \d{3} \d{3}(?![A-Za-z0-9])/g },
  {
    kind: 'phone',
    pattern:
      /(?<![零〇一幺二三四五六七八九])[一幺][三四五六七八九][零〇一幺二三四五六七八九]{9}(?![零〇一幺二三四五六七八九])/g,
  },
  { kind: 'phone', pattern: new RegExp(String.raw`(${WORD})1[3-9]\d{9}(?!\d)`, 'g') },
  { kind: 'phone', pattern: /(?<![A-Za-z0-9.])\(\d{3}\)\d{3}[ .-]?\d{4}(?![A-Za-z0-9])/g },
  { kind: 'phone', pattern: /(?<![A-Za-z0-9.+])\+[1-9]\d{0,2}(?:\/\d{2,8}){2,4}(?![A-Za-z0-9])/g },
  {
    kind: 'card',
    pattern: /(?<![A-Za-z0-9.])\d{4}(?:[ \t\r\n_,/-]{1,2}\d{4}){2}[ \t\r\n_,/-]{1,2}\d{1,7}(?![A-Za-z0-9])/g,
    holds: isCheckedCard,
  },
  {
    kind: 'card',
    pattern: new RegExp(`((?:card|cc|pan|num|number|acct|account)[_:=]?)\\d{13,19}${END}`, 'gi'),
    holds: isCheckedCard,
  },
  {
    kind: 'card',
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g,
    holds: isIban,
  },
  // Numbers of persons: passports by their name, those of the United States by their form.
  {
    kind: 'card',
    pattern:
      /((?:护照|通行证|passport)\s{0,2}(?:号码?|no|nr|number)?\s{0,2}[.:：#]{0,2}\s{0,4}(?:is\s|是)?)(?=[A-Z]{0,3}\d)[A-Z]{0,3}\d{6,9}(?![A-Za-z0-9])/gi,
  },
  { kind: 'card', pattern: /(?<![A-Za-z0-9.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![A-Za-z0-9-])/g },
];

/** Facts of persons as other languages and countries write them. */
const FURTHER_PERSON_PATTERNS_END = '(?![A-Za-z0-9])';
const NAME = String.raw`\p{Lu}[\p{L}'’.-]{1,24}`;

const isPhone = (text: string): boolean => {
  const { length } = text.replace(/\D/g, '');
  return length >= 7 && length <= 15 && !/^(?:19|20)\d{2}[-/.]\d{1,2}\D/.test(text);
};

export const FURTHER_PERSON_PATTERNS: readonly RedactionPattern[] = [
  {
    kind: 'key',
    pattern: new RegExp(
      String.raw`((?<!\p{L})(?:${PASSWORDS})["']?\s{0,3}(?:[:=：]|\p{L}{1,4}\s)?\s{0,3}["'“]?)(?!\[redacted)(?=[^\s"'”，。]{0,64}[\d!@#$%^&*])[^\s"'”，。]{4,128}`,
      'giu',
    ),
  },
  {
    kind: 'phone',
    pattern: new RegExp(
      String.raw`((?<!\p{L})(?:${PHONES}|tel|phone|手机号?|电话)["']?[.:：=]{0,2}\s{0,3})(?:\+\s?)?\(?\d[\d ()./-]{5,22}\d${FURTHER_PERSON_PATTERNS_END}`,
      'giu',
    ),
    holds: isPhone,
  },
  // Russia's within the country, and India's.
  { kind: 'phone', pattern: /(?<![A-Za-z0-9.+-])8[ -]?\(?9\d{2}\)?[ -]?\d{3}[ -]\d{2}[ -]\d{2}(?![A-Za-z0-9-])/g },
  {
    kind: 'personal',
    pattern: new RegExp(
      String.raw`(?<!\p{L})(?:${STREETS_BEFORE}) ?(?:(?:de|del|della|dei|da|do|la|las|los|el) ){0,3}${NAME}(?: (?:(?:de|da|do|y|e) )?${NAME}){0,3},? (?:n[º°.]? ?)?\d{1,4}(?: ?[a-z](?!\p{L}))?(?:, ?[\dº°ª]{1,4} ?[A-Z]?(?!\d))?(?:, (?:\d{4,6} )?${NAME})?`,
      'gu',
    ),
  },
  // Addresses in Taiwan, Hong Kong and Japan.
  {
    kind: 'personal',
    pattern:
      /(?:\p{Script=Han}{2,3}[市縣区區都府県道]){0,2}\p{Script=Han}{0,4}[區区鄉鎮市町村]?\p{Script=Han}{1,6}(?:路|街|道|大道)(?:[\d一二三四五六七八九十]{1,3}段)?(?:\d{1,4}巷)?(?:\d{1,4}弄)?\d{1,5}(?:之\d{1,3})?號(?:\d{1,3}樓)?/gu,
  },
  {
    kind: 'personal',
    pattern:
      /(?:〒\d{3}-\d{4}\s?)?\p{Script=Han}{2,3}[都道府県][\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]{1,20}(?:\d{1,4}丁目)?\d{1,4}(?:[-−番]\d{1,4}){1,3}(?!\d)/gu,
  },
  {
    kind: 'personal',
    pattern: /(?<![A-Za-z])P\.? ?O\.? Box \d{1,7}(?:, [A-Z][A-Za-z .'-]{1,30}){0,2}(?:,? [A-Z]{2} \d{5}(?:-\d{4})?)?/gi,
  },
  // Names of travellers and card holders after their label, and of who introduces themselves.
  {
    kind: 'personal',
    pattern: new RegExp(
      String.raw`((?<!\p{L})(?:(?:[Pp]assenger|[Tt]ravell?er|[Gg]uest|[Cc]ard ?holder)(?: name)?|[Nn]ame on (?:the )?(?:ticket|card|passport|booking)|[Ff]ull name)["']?\s{0,2}[:=]\s{0,3}["']?)${NAME}(?: ${NAME}){1,3}`,
      'gu',
    ),
  },
  {
    kind: 'personal',
    pattern: new RegExp(String.raw`((?<!\p{L})(?:I['’]m|I am|[Mm]y name is) )${NAME}(?: ${NAME}){1,2}`, 'gu'),
  },
  {
    kind: 'personal',
    pattern:
      /((?:乘客|乘机人|旅客|联系人|持卡人|收件人|入住人)(?:姓名)?[:：]\s{0,2}|(?<!\p{Script=Han})姓名[:：]\s{0,2}|我叫|我的名字[是叫])(?:欧阳|上官|司马|诸葛|司徒|[王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许邓韩冯曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤])\p{Script=Han}{1,2}(?!\p{Script=Han})/gu,
  },
  // A place on the map that is said to be a home.
  {
    kind: 'personal',
    pattern:
      /(?<![\d.])-?\d{1,2}\.\d{4,8},\s?-?\d{1,3}\.\d{4,8}(?=[^\n]{0,20}(?:\bhome|\bhouse|家|住))|(?<=(?:\bhome|\bhouse|\blive|我家|住)[^\n]{0,25})(?<![\d.])-?\d{1,2}\.\d{4,8},\s?-?\d{1,3}\.\d{4,8}/g,
  },
  {
    kind: 'card',
    pattern:
      /((?:known travell?er|redress|global entry)(?: (?:number|no\.?|id))?\s{0,3}(?:is|[:#])?\s{0,3}|\bKTN\s{0,3}[:#]?\s{0,3})[A-Z]{0,2}\d{7,9}(?![A-Za-z0-9])/gi,
  },
  { kind: 'card', pattern: /((?:军官证|士兵证|警官证)号?码?[:：]?\s{0,2})\p{Script=Han}字第\d{5,9}号?/gu },
  // Payment names of India.
  {
    kind: 'card',
    pattern: /(?<![\w.-])[\w.-]{2,64}@(?:ok(?:hdfcbank|icici|sbi|axis)|ybl|ibl|axl|apl|paytm|upi)(?![\w.-])/gi,
  },
];
