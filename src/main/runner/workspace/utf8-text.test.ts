import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textOf } from './utf8-text.ts';

it('returns the longest prefix of whole characters that fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 40 }), (whole, max) => {
      const text = whole.replaceAll('\0', '');
      const found = textOf(Buffer.from(text), max);
      expect(found?.cut).toBe(Buffer.byteLength(text) > max);
      const kept = found?.text ?? '';
      expect(text.replace(/^\ufeff/, '').startsWith(kept)).toBe(true);
      expect(kept).not.toContain('\ufffd');
      const [next = ''] = [...text.slice(kept.length)];
      if (found?.cut) expect(Buffer.byteLength(kept) + Buffer.byteLength(next)).toBeGreaterThan(max - 3);
    }),
  );
});

it('rejects what is not text', () => {
  for (const bytes of [
    [0xff, 0xfe, 0x41],
    [0x41, 0],
    [0xe7, 0xa5],
    [0xc3, 0x28],
  ]) {
    expect(textOf(Buffer.from(bytes), 100)).toBe(undefined);
  }
  expect(textOf(Buffer.from('\ufeffa'), 100)).toEqual({ text: 'a', cut: false });
});
