import { describe, expect, it } from 'vitest';
import { formPatterns } from '../text/foreign-pattern.ts';
import { checkAnswers } from './form-check.ts';
import { dayIn, type FormField, type FormValue, isBlank, isDay } from './forms.ts';

const TODAY = '2027-03-10';
const CHECKS = { today: TODAY, matches: formPatterns() };
const OPTIONS = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
const field = (more: Partial<FormField>): FormField => ({
  name: 'x',
  label: 'X',
  kind: 'text',
  required: false,
  ...more,
});

/** The fault of each value, `ok` where there is none. */
function faults(more: Partial<FormField>, ...values: readonly FormValue[]): string[] {
  return values.map((x) => checkAnswers({ fields: [field(more)] }, { x }, CHECKS).x?.code ?? 'ok');
}

describe('a day', () => {
  it('accepts the first and the last allowed day', () => {
    const days = ['2027-03-09', '2027-03-10', '2027-03-20', '2027-03-21'];
    const expected = ['too-early', 'ok', 'ok', 'too-late'];
    expect(faults({ kind: 'date', from: 'today', to: '+10d' }, ...days)).toEqual(expected);
    const times = days.map((day) => `${day}T23:59`);
    expect(faults({ kind: 'date-time', from: 'today', to: '2027-03-20' }, ...times)).toEqual(expected);
  });

  it('must exist, and a time too', () => {
    expect(faults({ kind: 'date' }, '2028-02-29', '2027-02-29', '2027-3-10')).toEqual(['ok', 'date', 'date']);
    expect(faults({ kind: 'date-time' }, '2027-03-10T23:59:59', '2027-03-10T24:00', '2027-02-29T10:00')).toEqual([
      'ok',
      'date-time',
      'date-time',
    ]);
    expect([isDay('0000-01-01'), dayIn('+9999d', TODAY), dayIn('+10000d', TODAY)]).toEqual([
      true,
      '2054-07-25',
      undefined,
    ]);
  });

  it('may equal the day it must not precede, also if only one of them has a time', () => {
    const against = (out: string, back: string) => {
      const fields = [field({ name: 'out', label: 'Out' }), field({ name: 'back', notBefore: 'out' })];
      return checkAnswers({ fields }, { out, back }, CHECKS).back;
    };
    expect(against('2027-03-10', '2027-03-10')).toBeUndefined();
    expect(against('2027-03-10', '2027-03-09')).toEqual({ code: 'before-other', limit: 'Out' });
    expect(against('2027-03-10T08:00', '2027-03-10')).toBeUndefined();
    expect(against('2027-03-10', '2027-03-10T08:00')).toBeUndefined();
    expect(against('2027-03-10T08:00', '2027-03-10T07:59')).toBeDefined();
    expect(against('2027-03-10T08:00', '2027-03-09')).toBeDefined();
  });
});

describe('a number', () => {
  it('accepts its minimum and maximum', () => {
    const number = { kind: 'number', min: 1, max: 9 } as const;
    expect(faults(number, 0.99, 1, 9, 9.01)).toEqual(['too-small', 'ok', 'ok', 'too-big']);
    expect(faults(number, Number.NaN, Number.POSITIVE_INFINITY, '5')).toEqual(['number', 'number', 'number']);
    expect(faults({ kind: 'number', integer: true }, 1, 1.5)).toEqual(['ok', 'whole']);
    expect(faults({ kind: 'number', required: true, min: 0 }, 0)).toEqual(['ok']);
  });

  it('counts steps from its minimum, or from 0, also for fractions', () => {
    expect(faults({ kind: 'number', min: 1, step: 2 }, 1, 2, 3)).toEqual(['ok', 'step', 'ok']);
    expect(faults({ kind: 'number', step: 2 }, 0, 1, 2)).toEqual(['ok', 'step', 'ok']);
    expect(faults({ kind: 'number', step: 0.1 }, 0.3, 0.7, 0.35)).toEqual(['ok', 'ok', 'step']);
  });
});

describe('multiple choices', () => {
  it('are taken once each, within the allowed count', () => {
    const choices = { kind: 'choices', options: OPTIONS, minItems: 1, maxItems: 2 } as const;
    expect(faults(choices, ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'a'], ['z'], 'a')).toEqual([
      'ok',
      'ok',
      'too-many',
      'twice',
      'not-an-option',
      'wrong-type',
    ]);
    expect(faults({ ...choices, minItems: 2 }, ['a'])).toEqual(['too-few']);
    expect(faults({ ...choices, required: true }, [])).toEqual(['too-few']);
  });

  it('name the faulty field of a list item', () => {
    const list = field({ kind: 'list', fields: [field({ name: 'age', kind: 'number', max: 17 })] });
    expect(checkAnswers({ fields: [list] }, { x: [{ age: 17 }, { age: 18 }] }, CHECKS)).toEqual({
      'x.1.age': { code: 'too-big', limit: 17 },
    });
  });
});

describe('a text', () => {
  it('is counted in characters, not code units, up to its exact length', () => {
    const text = { minLength: 2, maxLength: 3 };
    expect(faults(text, 'a', 'ab', 'abc', 'abcd', '😀', '😀😀😀')).toEqual([
      'too-short',
      'ok',
      'ok',
      'too-long',
      'too-short',
      'ok',
    ]);
    expect(faults({ required: true }, '  ', 'x')).toEqual(['required', 'ok']);
    expect([isBlank('  '), isBlank([]), isBlank(0), isBlank(false)]).toEqual([true, true, false, false]);
  });

  it('is an e-mail address of at most 254 characters', () => {
    const address = (length: number) => `${'a'.repeat(length - 5)}@b.cc`;
    expect(faults({ kind: 'email' }, address(254), address(255), 'a@b', 'a b@c.de')).toEqual([
      'ok',
      'email',
      'email',
      'email',
    ]);
  });

  it('differs from the field it must differ from', () => {
    const fields = [field({ name: 'from', label: 'From' }), field({ name: 'to', differsFrom: 'from' })];
    expect(checkAnswers({ fields }, { from: 'PEK', to: 'PEK' }, CHECKS)).toEqual({
      to: { code: 'same-as-other', limit: 'From' },
    });
    expect(checkAnswers({ fields }, { from: 'PEK', to: 'SHA' }, CHECKS)).toEqual({});
  });
});
