/** Check digits that tell numbers of persons and accounts from others. */

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
export function isChineseId(text: string): boolean {
  const digits = text.replace(/[^\dXx]/g, '').toUpperCase();
  if (digits.length !== 18) return false;
  const sum = [...digits.slice(0, 17)].reduce(
    (total, digit, index) => total + Number(digit) * (2 ** (17 - index) % 11),
    0,
  );
  return '10X98765432'[sum % 11] === digits[17];
}

/** Hong Kong: the first letters count from 10, a missing second one as 36. */
export function isHongKongId(text: string): boolean {
  const [, letters = '', digits = '', check = ''] =
    /^([A-Z]{1,2})(\d{6})\(?([\dA])\)?$/.exec(text.replace(/\s/g, '').toUpperCase()) ?? [];
  if (check === '') return false;
  const values = [...letters.padStart(2, ' ')].map((letter) => (letter === ' ' ? 36 : letter.charCodeAt(0) - 55));
  const all = [...values, ...[...digits].map(Number), check === 'A' ? 10 : Number(check)];
  return all.reduce((sum, value, index) => sum + value * (9 - index), 0) % 11 === 0;
}

/** Taiwan: the letter encodes two digits. */
export function isTaiwanId(text: string): boolean {
  if (!/^[A-Z][1289A-D]\d{8}$/.test(text)) return false;
  const code = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(text.charAt(0)) + 10;
  const second = /\d/.test(text.charAt(1)) ? Number(text.charAt(1)) : (text.charCodeAt(1) - 65) % 10;
  const digits = [Math.floor(code / 10), code % 10, second, ...[...text.slice(2)].map(Number)];
  const sum = digits.reduce((total, digit, index) => total + digit * (index === 0 || index === 10 ? 1 : 10 - index), 0);
  return sum % 10 === 0;
}

/** Singapore: weighted digits, and letters by the series. */
export function isSingaporeId(text: string): boolean {
  const [, series = '', digits = '', check] = /^([STFGM])(\d{7})([A-Z])$/.exec(text) ?? [];
  const weights = [2, 7, 6, 5, 4, 3, 2];
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
  const offset = /[TG]/.test(series) ? 4 : series === 'M' ? 3 : 0;
  const letters = /[ST]/.test(series) ? 'JZIHGFEDCBA' : series === 'M' ? 'KLJNPQRTUWX' : 'XWUTRQPNMLK';
  const index = (sum + offset) % 11;
  return check !== undefined && letters[series === 'M' ? 10 - index : index] === check;
}

/** Spain: the letter is what the number leaves by 23. */
export function isSpanishId(text: string): boolean {
  const given = text.replace(/[\s.-]/g, '').toUpperCase();
  const number = Number(given.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))));
  return given.at(-1) === 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23];
}

/** France: what the number leaves by 97. */
export function isFrenchId(text: string): boolean {
  const digits = text.replace(/\s/g, '');
  return digits.length === 15 && 97 - Number(BigInt(digits.slice(0, 13)) % 97n) === Number(digits.slice(13));
}

/** India's Aadhaar (Verhoeff): tables of the dihedral group of ten. */
export function isAadhaar(text: string): boolean {
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
