/** Any text, half of it ASCII, whose signs mean something to shells and terminals. The `binary` unit of fast-check builds tables for seconds. */
import fc from 'fast-check';

const isHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
const point = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => !isHalf(code))
  .map((code) => String.fromCodePoint(code));

export const anyText = (maxLength = 10): fc.Arbitrary<string> =>
  fc.oneof(fc.string({ unit: 'binary-ascii', maxLength }), fc.string({ unit: point, maxLength }));
