/** Rarer forms of what is removed: said apart, in groups of another kind, in a program's options, on paper. */
import { isIban, isLuhn } from './checksums.ts';
import type { RedactionPattern } from './redaction-pattern.ts';

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
      /(\b(?:api|access|secret|auth|licen[cs]e|private)[ _-]?(?:key|token)s?["']?\s{1,3}(?:is|was|are|=|:)\s{1,3}["'“]?)(?=[^\s"'<]{0,64}\d)(?!\[redacted)[^\s"'<>,;，。；”]{8,256}(?<!\.)/gi,
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
