/** Numbers and facts of persons: identity papers, accounts, births, addresses, plates, accounts elsewhere, machines. */
import { anyCase } from '../../shared/text/text.ts';
import { card, network, personal, type RedactionPattern } from './key-patterns.ts';

// Words of other languages for redacted data, as parts of patterns. English and Chinese are with the patterns.

export const PASSWORDS =
  'passwort|kennwort|contraseña|clave|mot de passe|senha|пароль|パスワード|비밀번호|wachtwoord|lösenord|adgangskode|passord|salasana|hasło|heslo|jelszó|şifre|parola|lozinka|mật khẩu|kata sandi|密碼|暗証番号|كلمة المرور';

export const PAPERS =
  "護照|台灣護照|旅券|パスポート|여권|pass(?:nummer|-?nr)|reisepass|passeport|pasaporte|passaporto?|paspoort|pasaport|паспорт[а-я]{0,3}|снилс|инн|nik|ktp|kimlik|ahv|avs|f[øo]dselsnummer|rodn[eé] [cč][ií]slo|nif|c[eé]dula|rut|cpr|personnummer|ausweis(?:nummer|-?nr)?|carte d['’]identit[eé]|carta d['’]identità|身[分份][证證](?:字[号號])?|居留[证證]|台胞證|在留カード|免許証|個人番号|주민등록번호|운전면허|führerschein|permis de conduire|prawo jazdy|dow[oó]d osobisty|svnr|insz|niss|oib|egn|jmbg|teudat zehut";

export const ACCOUNTS =
  'konto(?:nummer|-?nr)?|blz|compte|cuenta|conto corrente|rekening(?:nummer)?|帳號|帳戶|口座番号|계좌번호|сч[её]т|clabe|cbu|ifsc';

export const BIRTHS =
  '生年月日|생년월일|出生[于於]|出生年月|geboren|nacid[oa](?: el)?|nat[oa] il|data di nascita|data de nascimento|дата рождения|doğum tarihi|geboortedatum|f[øö]dsels?dat[ou]m?|födelsedatum|data urodzenia';

/** After a word for a birth, any word may be a month. */
const BIRTH_DAYS = [
  String.raw`\d{1,2}\.?[ -](?:de |di )?[a-zà-ɏа-я]{3,12}\.?,?[ -](?:de |del )?(?:19|20)\d{2}`,
  String.raw`(?:19|20)\d{2}\s?년\s?\d{1,2}\s?월\s?\d{1,2}\s?일`,
].join('|');

export const PHONES =
  'ph|cell(?:phone)?|handy|mobil(?:e|telefon|nummer)?|m[oó]vil|celular|portable|t[eé]l[eé]fon[eo]?|telefoon|puhelin|fax|電話|手機|携帯|座机|固话|전화|휴대폰|тел(?:ефон)?';

/** Streets whose kind precedes their name, followed by the house. */
export const STREETS_BEFORE =
  'Calle|C/|Avenida|Avda\\.|Plaza|Paseo|Carrer|Via|Viale|Piazza|Corso|Largo|Rua|Travessa|ul\\.|ulica|al\\.|Улица|улица|ул\\.|проспект|пр\\.|Jalan|Jl\\.';

const PASSPORTS =
  'passport|护照|護照|通行证|旅券|パスポート|여권|reisepass|passeport|pasaporte|passaporto?|paspoort|pasaport|паспорт';

/** Names of countries in English and Chinese, the longest first, as one part of a pattern. */
function countries(): string {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const names = ['en', 'zh'].flatMap((language) => {
    const named = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return codes.map((code) => named.of(code));
  });
  const all = [...names, 'UK', 'USA', '香港', '澳门', '台湾', '中华人民共和国'].filter((name) => name !== undefined);
  return [...new Set(all)]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[().]/g, String.raw`\$&`))
    .join('|');
}

// Check digits that tell numbers of persons and accounts from others.

/** ISO 13616: letters as numbers, the first four characters last, and 1 is left by 97. */
export function isIban(text: string): boolean {
  const given = text.replace(/[ -]/g, '').toUpperCase();
  if (given.length < 15 || given.length > 34) return false;
  let rest = 0;
  for (const character of given.slice(4) + given.slice(0, 4)) {
    const value = /\d/.test(character) ? character : String(character.charCodeAt(0) - 55);
    for (const digit of value) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

/** ISO/IEC 7812-1: the check digit of card numbers. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** GB 11643: seventeen weighted digits and the check digit, X for ten. */
function isChineseId(text: string): boolean {
  const digits = text.replace(/[^\dXx]/g, '').toUpperCase();
  if (digits.length !== 18) return false;
  const sum = [...digits.slice(0, 17)].reduce(
    (total, digit, index) => total + Number(digit) * (2 ** (17 - index) % 11),
    0,
  );
  return '10X98765432'[sum % 11] === digits[17];
}

/** Hong Kong: the first letters count from 10, a missing second one as 36. */
function isHongKongId(text: string): boolean {
  const [, letters = '', digits = '', check = ''] =
    /^([A-Z]{1,2})(\d{6})\(?([\dA])\)?$/.exec(text.replace(/\s/g, '').toUpperCase()) ?? [];
  if (check === '') return false;
  const values = [...letters.padStart(2, ' ')].map((letter) => (letter === ' ' ? 36 : letter.charCodeAt(0) - 55));
  const all = [...values, ...[...digits].map(Number), check === 'A' ? 10 : Number(check)];
  return all.reduce((sum, value, index) => sum + value * (9 - index), 0) % 11 === 0;
}

/** Taiwan: the letter encodes two digits. */
function isTaiwanId(text: string): boolean {
  if (!/^[A-Z][1289A-D]\d{8}$/.test(text)) return false;
  const code = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(text.charAt(0)) + 10;
  const second = /\d/.test(text.charAt(1)) ? Number(text.charAt(1)) : (text.charCodeAt(1) - 65) % 10;
  const digits = [Math.floor(code / 10), code % 10, second, ...[...text.slice(2)].map(Number)];
  const sum = digits.reduce((total, digit, index) => total + digit * (index === 0 || index === 10 ? 1 : 10 - index), 0);
  return sum % 10 === 0;
}

/** Singapore: weighted digits, and letters by the series. */
function isSingaporeId(text: string): boolean {
  const [, series = '', digits = '', check] = /^([STFGM])(\d{7})([A-Z])$/.exec(text) ?? [];
  const weights = [2, 7, 6, 5, 4, 3, 2];
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
  const offset = /[TG]/.test(series) ? 4 : series === 'M' ? 3 : 0;
  const letters = /[ST]/.test(series) ? 'JZIHGFEDCBA' : series === 'M' ? 'KLJNPQRTUWX' : 'XWUTRQPNMLK';
  const index = (sum + offset) % 11;
  return check !== undefined && letters[series === 'M' ? 10 - index : index] === check;
}

/** Spain: the letter is what the number leaves by 23. */
function isSpanishId(text: string): boolean {
  const given = text.replace(/[\s.-]/g, '').toUpperCase();
  const number = Number(given.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))));
  return given.at(-1) === 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23];
}

/** France: what the number leaves by 97. */
function isFrenchId(text: string): boolean {
  const digits = text.replace(/\s/g, '');
  return digits.length === 15 && 97 - Number(BigInt(digits.slice(0, 13)) % 97n) === Number(digits.slice(13));
}

/** India's Aadhaar (Verhoeff): tables of the dihedral group of ten. */
function isAadhaar(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (digits.length !== 12) return false;
  const times = (a: number, b: number): number =>
    a < 5 ? (b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)) : b < 5 ? 5 + ((a - b + 5) % 5) : (a - b + 5) % 5;
  const PERMUTED = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const permute = (digit: number, turns: number): number => {
    let value = digit;
    for (let turn = 0; turn < turns; turn += 1) value = PERMUTED[value] ?? 0;
    return value;
  };
  return (
    [...digits].reverse().reduce((check, digit, index) => times(check, permute(Number(digit), index % 8)), 0) === 0
  );
}

/** Not inside a word or number, and not at the digits of an encoded blank. */
const START = '(?<![A-Za-z0-9.])(?<!%(?=20))';
const END = '(?![A-Za-z0-9])';
/** Between a label and what it names: a colon, a quote, a verb, "no." and the like. */
const IS = String.raw`(?:\s(?:of|for|on|to|in|at|from)(?: [a-z'’-]{1,15}){1,5}(?=\s?(?:\bis\b|\bwas\b|[:=])))?["'’”*_]{0,3}[\s-]{0,3}(?:\(?(?:(?:no|nr|num|number|id|code|holder|card)\b|n[°º]|№|号码?|號碼?|编号|番号|번호)\.?\)?\s{0,3}){0,2}["']?\s{0,3}(?:[:：=#>|]|->|\bis\b|\bwas\b|是|为|号)?[>\s]{0,4}(?:\bis\b\s{0,2})?["'“*_]{0,3}\s{0,2}`;

/** “Since” begins with a short label. */
const NOT_BEGUN = '(?<!(?<![A-Za-z])[A-Za-z]{3,4}(?=[A-Za-z]))';
/** The value after one of these words, with or without a sign between. */
const labelled = (names: string, value: string, flags = 'gi'): RegExp =>
  new RegExp(`((?<![A-Za-z])(?:${names})${NOT_BEGUN}${IS})(?!\\[redacted)${value}`, flags);

/** The code or name of the issuing country before a passport's number. Codes are capitals; a number has six to ten characters. */
const ISSUER = String.raw`[,，]?\s?[([（]?${anyCase(String.raw`(?:(?:(?:issued )?(?:by|in|from|of)|country(?: code)?|国家码?|签发国)[:：]?\s{0,2})?`)}(?:P<)?(?:[A-Z]{2,3}|D(?:<<)?|[A-Z][a-z]{2,14}(?=[)\]）])|${anyCase(countries().toLowerCase())})[)\]）]?`;
/** “Pass” names a passport as a label or behind whose it is; “Rail pass”, “boarding pass” and “they pass” are none. */
const PASS = String.raw`(?<=(?:^|[\n.,;:!?()[\]{}|"'“”>*#，。；：]|(?<!\S)[-–]|(?<![a-z])(?:my|his|her|their|our|your|[a-zA-Z]{1,20}['’]s|(?:me|de|se)ine?[mn]?|ihre?[mn]?|unsere?[mn]?)|(?<![a-z])reise-)\s{0,3})pass`;
const PASSPORT_NUMBER = String.raw`(?:(?:[A-Z]{1,3}[ -]?)?(?:\d[ -]?){5,9}[A-Za-z0-9]|(?=(?:[A-Z]{0,2}\d){5})[A-Z0-9]{8,10}|[a-z]{1,2}\d{6,8})`;
const BY_COUNTRY = new RegExp(
  String.raw`((?<![A-Za-z])${anyCase(`(?:${PASSPORTS}|${PASS})`)}${anyCase(IS)}${ISSUER}(?:\s{0,2}[:：,，/·-])?\s{0,3}${anyCase('(?:is\\s{1,2})?')})(?!\[redacted)${PASSPORT_NUMBER}${END}`,
  'g',
);

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const DAY = [
  String.raw`(?:19|20)\d{2}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}(?:\s?日)?`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.](?:(?:19|20)\d{2}|\d{2})(?!\d)`,
  String.raw`\d{1,2}(?:st|nd|rd|th)?[ -](?:of )?${MONTH}\.?,?[ -](?:19|20)\d{2}`,
  String.raw`${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d{2}`,
  String.raw`(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)`,
].join('|');

const PAPER = String.raw`passport|hkid|护照|通行证|台胞证|回乡证|national id(?:entity)?|identity(?: card| number| document)?|id(?:entity)? ?(?:card|no|nr|number)|personal id|身份证|证件|军官证|驾驶?证|驾照|社保号?|driving licen[cs]e|driver'?s? licen[cs]e|licen[cs]e (?:no|number)|ssn|social security|nino?|national insurance|bsn|pesel|tfn|tax (?:id|file)|taxpayer|steuer-?id\w{0,20}|personalausweis|aadhaar|cpf|cnpj|nric|fin|dni|nie|curp|sin|my ?number|マイナンバー|codice fiscale|nhs|medicare|pan|visa (?:no|number)|签证号|known travell?er|global entry|ktn|redress|frequent flyer|mileage|会员号|医保|${PAPERS}`;
const ACCOUNT = `(?:bank )?a(?:ccoun|cc)t(?: no| number| num)?|a/c|acct|iban|bank card|开户账号|银行账[号户]|银行卡|账号|账户|賬戶|卡号|信用卡|储蓄卡|routing(?: number)?|sort code|bsb|bank(?: no| number)?|${ACCOUNTS}`;
const PLATE = `(?:number |licen[cs]e |registration )?plate|vehicle reg(?:istration)?|car reg(?:istration)?|registration(?: no| number)?|reg no|车牌|车牌号|kennzeichen|immatriculation`;
const ADDRESS = `(?<!\\b(?:base|server|network|memory) )(?:home |postal |shipping |delivery |billing |mailing |street |residential |my )?address(?!(?: |%20|\\+)(?:the|this|that|these|those|an?|all|any|it|them|both|each|space|bar|book|range|issues?|bugs?)\\b)|ship to|lives? at|living at|(?<!_)addr|地址|住址|家庭住址|收货地址|通讯地址|住在|anschrift|adresse|direcci[oó]n`;
const STREET =
  'Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Close|Crescent|Terrace|Square|Way|Place|Pl|Parkway|Pkwy|Gardens|Grove|Mews';
const HAN = String.raw`\p{Script=Han}`;

type Holds = RedactionPattern['holds'];
const paper = (names: string, value: string, holds?: Holds) => card(labelled(names, value), holds);
const fact = (names: string, value: string, holds?: Holds) => personal(labelled(names, value), holds);
const digits = (text: string): string => text.replace(/\D/g, '');
/** No place to live: before any number comes a scheme, or a path as code. */
const ON_THE_WEB = /^\D*?(?::\/\/|`\D*?\/)/;
/** Words of a sentence about addresses, and of an address. */
const ZH_PROSE = /[的在以请从为把被可会不]|第 ?\d|输入|最多/;
const ZH_PLACE = /[省市区區县縣镇乡村町路街巷弄号號栋幢楼室苑厦座]|单元/;
const plain = (source: string, holds?: (match: string) => boolean): RedactionPattern =>
  card(START + source + END, holds);
const hasDigits = (least: number) => (text: string) => digits(text).length >= least;

const isAddress = (text: string): boolean => {
  const parts = text.split('.').map(Number);
  const [first = 0] = parts;
  return parts.every((part) => part <= 255) && first !== 0 && first !== 127 && first !== 255 && parts.length === 4;
};

export const PERSON_PATTERNS: readonly RedactionPattern[] = [
  // Papers, by a word beside them.
  paper(PAPER, String.raw`(?=[A-Z]{0,6}[ -]?\d)[A-Z0-9]{1,18}(?:[ ./-][A-Z0-9]{1,8}){0,6}${END}`, hasDigits(5)),
  paper(PAPER, String.raw`[A-Z]{1,6}\d[A-Z0-9]{4,14}${END}`),
  card(BY_COUNTRY, (text) => !/^20[1-4]\d[- ]?(?:0\d|1[0-2])[- ]?[0-3]\d$/.test(text)),
  card(/((?<![A-Za-z0-9])(?:CHN|CN)\s?[:：]?\s{0,2})[EG] ?\d{4} ?\d{4}(?![A-Za-z0-9])/g),
  paper(
    'frequent fl[yi]er|miles ?(?:&|and) ?more|phoenix ?miles|loyalty (?:card|number)|常旅客卡?|里程卡|凤凰知音卡?|会员卡',
    String.raw`(?:[A-Z]{2} ?)?\d(?: ?\d){5,15}${END}`,
  ),
  // Papers, by their form.
  plain(
    String.raw`[1-9]\d{5}[ -]?(?:18|19|20)\d{2}[ -]?(?:0[1-9]|1[0-2])[ -]?(?:0[1-9]|[12]\d|3[01])[ -]?\d{3}[ -]?[\dXx]`,
  ),
  plain(String.raw`[1-9](?:[ -]?\d){16}[ -]?[\dXx]`, isChineseId),
  plain(String.raw`(?:[EG]\d{8}|E[A-HJ-NP-Z]\d{7}|(?:P|S|D)E?\d{7}|[HM]\d{8}(?:\d{2})?|C[A-HJ-NP-Z]\d{7})`),
  card(/(?<![A-Za-z0-9.])[A-Z]{2}[ -]?\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?[A-D](?![A-Za-z0-9])/g),
  card(String.raw`${START}[A-Z]{1,2}\d{6}\s?\([\dA]\)`),
  plain(String.raw`[A-Z]{1,2}\d{6}[\dA]`, isHongKongId),
  plain(String.raw`[A-Z][1289A-D]\d{8}`, isTaiwanId),
  plain(String.raw`[STFGM]\d{7}[A-Z]`, isSingaporeId),
  plain(String.raw`(?:\d{8}|[XYZ]-?\d{7})-?[A-Z]`, isSpanishId),
  plain(String.raw`[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}`, isFrenchId),
  plain(String.raw`[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]`),
  plain(String.raw`[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d`),
  plain(String.raw`[A-Z]{3}[ABCFGHLJPTK][A-Z]\d{4}[A-Z]`),
  plain(String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`),
  card(/(?<![A-Za-z0-9.-])\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6}(?![A-Za-z0-9-])/g),
  card(String.raw`${START}[2-9]\d{3} \d{4} \d{4}${END}(?! \d)`, isAadhaar),
  card(/(?<![A-Za-z0-9.-])\d{3}[ -]\d{3}[ -]\d{3}(?![A-Za-z0-9-])/g, (text) => isLuhn(digits(text))),
  card(/(?<![A-Za-z0-9.-])(?:19|20)?\d{6}[-+]\d{4}(?![A-Za-z0-9-])/g, (text) => isLuhn(digits(text).slice(-10))),
  card(/(?<![A-Za-z0-9.-])(?!000|666|9)\d{3} (?!00)\d{2} (?!0000)\d{4}(?![A-Za-z0-9-])/g),
  // The lines that machines read.
  card(
    /P[A-Z<][A-Z]{3}[A-Z<]{10,39}(?:\s{1,4}[A-Z0-9<]{20,44})?|(?<![A-Z0-9<])[A-Z0-9<]{9}\d[A-Z<]{3}\d{7}[MFX<]\d{7}[A-Z0-9<]{2,16}/g,
    (text) => text.includes('<'),
  ),
  // Cards and accounts.
  paper(`cvv2?|cvc2?|cvn|security code|card verification|安全码|校验码|后三位`, String.raw`\d{3,4}${END}`),
  paper(ACCOUNT, String.raw`\d(?:[ -]?\d){5,22}${END}`),
  paper(ACCOUNT, String.raw`[A-Z]{2}\d{2}[A-Z0-9 ]{10,34}${END}`),
  paper(
    'expir(?:y|es|ation)(?: date)?|exp|valid thru|有效期',
    String.raw`(?:0[1-9]|1[0-2])\s?/\s?(?:20)?\d{2}(?![\d/])`,
  ),
  // A card across lines or with other signs between its groups; American Express has 4, 6 and 5.
  card(/(?<![A-Za-z0-9.])\d{4}[\s.,_*|/-]{1,12}\d{6}[\s.,_*|/-]{1,12}\d{5}(?![A-Za-z0-9])/g, (text) =>
    isLuhn(digits(text)),
  ),
  card(/(?<![A-Za-z0-9.])\d{4}(?:[\s.,_*|>/-]{1,12}\d{4}){3}(?![A-Za-z0-9])/g, (text) => isLuhn(digits(text))),
  card(
    /(?<![A-Za-z0-9.])(?<!:\/\/\S{0,200}\/(?=\d{17,19}(?!\d)))\d(?:\s{0,6}\d){12,18}(?![A-Za-z0-9])/g,
    (text) => digits(text).length >= 13 && isLuhn(digits(text)) && /^[2-6]/.test(text),
  ),
  // Dates of a person's life.
  fact(
    String.raw`date of birth|birth ?da(?:te|y)|birth|d\.?o\.?b\.?|born(?: in [A-Za-z ]{2,30}?)?(?: on)?|出生日期|出生年月日?|出生|生日|生于|geburtsdatum|geboren(?: am)?|date de naissance|n[ée]e? le|fecha de nacimiento|${BIRTHS}`,
    `(?:${DAY}|${BIRTH_DAYS})`,
  ),
  personal(/(?:(?:19|20)\d{2}年\d{1,2}月\d{1,2}日)(?=出?生)/g),
  fact(
    `(?:${ADDRESS})(?![a-z])`,
    String.raw`(?=[^\n"]{0,120}\d)[^\n"\\{}<>;；。]{6,160}(?<![\s,.，。])`,
    (text) => !ON_THE_WEB.test(text) && (!ZH_PROSE.test(text) || ZH_PLACE.test(text)),
  ),
  personal(
    String.raw`(?<![\w.])\d{1,5}[A-Za-z]?,? (?:(?:[NSEW]|North|South|East|West)\.? )?(?:[A-Z][A-Za-z'’]{1,20} ){1,4}(?:${STREET})\b\.?(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|#)\.? ?[\w-]{1,8})?(?:, (?![A-Z]{2} \d)[A-Z][A-Za-z .'-]{1,30}){0,2}(?:,? (?:[A-Z]{2} )?\d{5}(?:-\d{4})?(?!\d)|,? [A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})?`,
  ),
  personal(
    /(?<![\p{L}\d])\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|gracht|kade|plein|gatan|vägen|katu|gade|vej) \d{1,4} ?[a-z]?(?:, (?:D-)?\d{4,5} \p{Lu}[\p{L}-]{1,30})?/gu,
  ),
  personal(
    /(?<![\p{L}\d])\d{1,4}(?: ?bis| ?ter)?,? (?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d|[Cc]hemin|[Aa]ll[ée]e|[Ii]mpasse|[Qq]uai|[Vv]ia|[Cc]alle) (?:(?:de|du|des|la|le|les|l['’]|d['’]) ?){0,3}\p{Lu}[\p{L}' -]{1,40}(?:, \d{5} \p{Lu}[\p{L}-]{1,30})?/gu,
  ),
  personal(
    `(?:${HAN}{2,8}?(?:省|市|自治区|特别行政区|區|区|县|州)){0,4}${HAN}{1,12}?(?:路|街|道|巷|弄|大道|胡同|村|里|街道|小区|花园|广场)[\\d一二三四五六七八九十百甲乙东西南北-]{1,8}(?:号|弄|栋|幢|楼|室|单元|座)(?:${HAN}{0,12}[\\dA-Z-]{1,6}(?:号楼|号|栋|幢|楼|层|室|单元|座)?){0,5}`,
  ),
  personal(/(?<![A-Za-z0-9])(?:GIR 0AA|[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2})(?![A-Za-z0-9])/g),
  // Plates.
  personal(
    /[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领][A-HJ-NP-Z][ ·•.-]?(?=[A-HJ-NP-Z]{0,5}\d)[A-HJ-NP-Z0-9]{4,5}[A-HJ-NP-Z0-9挂学警港澳领](?![A-Za-z0-9])/g,
  ),
  personal(
    labelled(
      PLATE,
      String.raw`(?=[A-Z0-9\p{Script=Han}·-]{0,4}[ ·-]?[A-Z0-9]{0,4}[ -]?[A-Z]{0,3}\d)[A-Z0-9\p{Script=Han}]{1,4}[ ·-]?[A-Z0-9]{1,5}(?:[ -][A-Z0-9]{1,4})?${END}`,
      'gu',
    ),
  ),
  personal(/(?<![A-Za-z0-9-])(?:[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} \d{1,4}[EH]?|[A-Z]{2}-\d{3}-[A-Z]{2})(?![A-Za-z0-9-])/g),
  personal(
    /((?:drives?|driving|my car|the car|parked|车)[^\n.]{0,20}?\s)[A-HJ-PR-Y][A-HJ-PR-Y]\d{2} ?[A-HJ-PR-Z]{3}(?![A-Za-z0-9])/g,
  ),
  // Accounts elsewhere.
  fact(
    `微信号?|wechat|weixin|wx(?:id)?|line id|skype|telegram|signal id|kakao(?:talk)?`,
    String.raw`(?!号|is\b|id\b)@?(?=[\w-]{0,20}[\d_-])[A-Za-z][\w-]{5,19}(?![\w-])`,
  ),
  personal(/((?:微信号?|wechat(?: id)?|weixin|wxid)\s{0,2}[:：]\s{0,3})[A-Za-z][\w-]{5,19}(?![\w-])/gi),
  personal(/(?<![A-Za-z0-9])wxid_[a-z0-9]{10,20}(?![A-Za-z0-9])/g),
  fact(`qq号?|qq`, String.raw`[1-9]\d{4,11}${END}`),
  // Machines.
  network(/(?<![\w.:-])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:-])/gi, (text) => new Set(text).size > 3),
  network(
    /(?<![\w.])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w.])/gi,
    (text) => /[a-f]/i.test(text) && /\d/.test(text),
  ),
  network(
    /(?<![\w.-])(?<!%(?=20))(?<!(?<![A-Za-z])(?:sections?|versions?|ver\.?|chapter|clause|release|build|firmware|§|版本|版|第)[:：]?(?:\s|%20|\+){0,2})(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)/gi,
    isAddress,
  ),
  network(
    /(?<![\w:.])(?:2[0-9a-f]{3}|3[0-9a-f]{3}|f[cd][0-9a-f]{2}|fe80)(?::[0-9a-f]{1,4}){1,7}(?:::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?)?(?![\w:])|(?<![\w:.])(?:2[0-9a-f]{3}|3[0-9a-f]{3}|f[cd][0-9a-f]{2}|fe80)::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?(?![\w:])/gi,
    (text) => text.includes('::') || text.split(':').length === 8,
  ),
];
