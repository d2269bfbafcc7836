/** Kind of a field's value, by the field's name. */
import type { RedactionKind } from '../../shared/review.ts';
import { isLuhn } from './checksums.ts';
import { ACCOUNTS, BIRTHS, PAPERS, PASSWORDS, PHONES } from './words-of-languages.ts';

/** Names of fields whose text is secret, whatever its form. */
const SECRET_FIELD =
  /(?:^|[_-])(?:api[_-]?key|access[_-]?(?:key|token)|refresh[_-]?token|secret(?:[_-]?key)?|client[_-]?secret|private[_-]?key|token|passwd|password|passphrase|pwd|authorization|cvv2?|cvc2?|cvn|passcode)$|(?:apiKey|accessKey|accessToken|refreshToken|sessionToken|clientSecret|secretKey|privateKey|authToken)$/i;
/** Fields whose digits are a phone number. */
const PHONE_FIELD =
  /(?:^|[_-]|[a-z])(?:phone|mobile|tel|telephone|whatsapp|cell)(?:[_-]?(?:number|no))?$|^(?:电话|手机号?)$/i;
/** For a number on its own. */
export const isPersonalNumber = (digits: string): RedactionKind | undefined => {
  if (/^(?:86)?1[3-9]\d{9}$/.test(digits)) return 'phone';
  return /^\d{13,19}$/.test(digits) && isLuhn(digits) ? 'card' : undefined;
};
/** Fields whose value is secret though short. */
const SHORT_SECRET_FIELD = /(?:^|[_-])(?:cvv2?|cvc2?|cvn|pin|pin[_-]?code|otp|passcode)$|(?:cvv|cvc|pinCode|Pin)$/;

/** Words of a label with which a value is found that would not be by its form. */
export const LABEL = new RegExp(
  String.raw`pass|secret|token|key|pwd|pin|code|otp|birth|born|dob|address|addr|lives|phone|tel|mobile|acc|iban|card|cvv|cvc|id\b|identity|plate|reg|licen|wechat|weixin|wx|qq|ssn|social|nino?\b|insurance|tax|sort|routing|bank|exp|护照|证|号|码|地址|住|生日|出生|微信|账|口令|密|${[PASSWORDS, PAPERS, ACCOUNTS, BIRTHS, PHONES].join('|')}`,
  'i',
);

/** Kind for which a field's value is redacted, by the field's name alone. */
export function secretIn(name: string, inner: unknown): RedactionKind | undefined {
  if (typeof inner !== 'string' && typeof inner !== 'number') return undefined;
  const text = String(inner);
  // A count of something has few digits.
  if (SECRET_FIELD.test(name) && text !== '' && (typeof inner === 'string' || text.length >= 5)) return 'key';
  if (SHORT_SECRET_FIELD.test(name) && /^\d{3,12}$/.test(text)) return 'key';
  const digits = text.replace(/\D/g, '').length;
  return PHONE_FIELD.test(name) && /^[\d\s().+/-]+$/.test(text) && digits >= 7 && digits <= 15 ? 'phone' : undefined;
}
