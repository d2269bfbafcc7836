/** Words of other languages for redacted data, as parts of patterns. English and Chinese are with the patterns. */

export const PASSWORDS =
  'passwort|kennwort|contraseña|clave|mot de passe|senha|пароль|パスワード|비밀번호|wachtwoord|lösenord|adgangskode|passord|salasana|hasło|heslo|jelszó|şifre|parola|lozinka|mật khẩu|kata sandi|密碼|暗証番号|كلمة المرور';

export const PAPERS =
  "護照|台灣護照|旅券|パスポート|여권|pass(?:nummer|-?nr)|reisepass|passeport|pasaporte|passaporto?|paspoort|pasaport|паспорт[а-я]{0,3}|снилс|инн|nik|ktp|kimlik|ahv|avs|f[øo]dselsnummer|rodn[eé] [cč][ií]slo|nif|c[eé]dula|rut|cpr|personnummer|ausweis(?:nummer|-?nr)?|carte d['’]identit[eé]|carta d['’]identità|身[分份]證|居留[证證]|台胞證|在留カード|免許証|個人番号|주민등록번호|운전면허|führerschein|permis de conduire|prawo jazdy|dow[oó]d osobisty|svnr|insz|niss|oib|egn|jmbg|teudat zehut";

export const ACCOUNTS =
  'konto(?:nummer|-?nr)?|blz|compte|cuenta|conto corrente|rekening(?:nummer)?|帳號|帳戶|口座番号|계좌번호|сч[её]т|clabe|cbu|ifsc';

export const BIRTHS =
  '生年月日|생년월일|出生[于於]|出生年月|geboren|nacid[oa](?: el)?|nat[oa] il|data di nascita|data de nascimento|дата рождения|doğum tarihi|geboortedatum|f[øö]dsels?dat[ou]m?|födelsedatum|data urodzenia';

/** After a word for a birth, any word may be a month. */
export const BIRTH_DAYS = [
  String.raw`\d{1,2}\.?[ -](?:de |di )?[a-zà-ɏа-я]{3,12}\.?,?[ -](?:de |del )?(?:19|20)\d{2}`,
  String.raw`(?:19|20)\d{2}\s?년\s?\d{1,2}\s?월\s?\d{1,2}\s?일`,
].join('|');

export const PHONES =
  'ph|cell(?:phone)?|handy|mobil(?:e|telefon|nummer)?|m[oó]vil|celular|portable|t[eé]l[eé]fon[eo]?|telefoon|puhelin|fax|電話|手機|携帯|座机|固话|전화|휴대폰|тел(?:ефон)?';

/** Streets whose kind precedes their name, followed by the house. */
export const STREETS_BEFORE =
  'Calle|C/|Avenida|Avda\\.|Plaza|Paseo|Carrer|Via|Viale|Piazza|Corso|Largo|Rua|Travessa|ul\\.|ulica|al\\.|Улица|улица|ул\\.|проспект|пр\\.|Jalan|Jl\\.';

export const PASSPORTS =
  'passport|护照|護照|通行证|旅券|パスポート|여권|reisepass|passeport|pasaporte|passaporto?|paspoort|pasaport|паспорт';

/** Names of countries in English and Chinese, the longest first, as one part of a pattern. */
export function countries(): string {
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
