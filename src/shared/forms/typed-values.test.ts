import { expect, it } from 'vitest';
import { compileFields } from './form-schema.ts';
import { knownValues, typedDay } from './typed-values.ts';

const TODAY = '2026-11-22';

it.each([
  ['2027/3/5', '2027-03-05'],
  ['2027年3月5日', '2027-03-05'],
  ['2027年3月5日周五', '2027-03-05'],
  ['20270305', '2027-03-05'],
  ['2027-03-05T09:00:00Z', '2027-03-05'],
  ['tomorrow', '2026-11-23'],
  ['后天', '2026-11-24'],
  ['25 Dec', '2026-12-25'],
  ['March 5th', '2027-03-05'],
  ['Mar 5, 2028', '2028-03-05'],
  ['Fri, 5 Mar 2027', '2027-03-05'],
  ['Friday the 5th of March 2027', '2027-03-05'],
  ['12 January 2027', '2027-01-12'],
  ['29/01/2027', '2027-01-29'],
  ['01/29/2027', '2027-01-29'],
  ['29.1.27', '2027-01-29'],
  ['29/1', '2027-01-29'],
  ['11月22日', '2026-11-22'],
  ['1月5号', '2027-01-05'],
  // A day in March or April.
  ['3/4', '3/4'],
  ['3/4/2027', '3/4/2027'],
  ['soon', 'soon'],
])('reads a day as people write it: %s', (typed, day) => {
  expect(typedDay(typed, TODAY)).toBe(day);
});

it('reads 3/4 by the order of the person’s own language', () => {
  expect([typedDay('3/4/2027', TODAY, true), typedDay('3/4/2027', TODAY, false)]).toEqual(['2027-03-04', '2027-04-03']);
  expect([typedDay('13/4', TODAY, true), typedDay('4/13', TODAY, false)]).toEqual(['2027-04-13', '2027-04-13']);
});

const compiled = compileFields(
  {
    type: 'object',
    properties: {
      from: {
        type: 'string',
        oneOf: [{ const: 'LON', title: { en: 'London', zh: '伦敦' }, 'x-also': ['LHR', 'Londres'] }],
        'x-also': ['origin'],
      },
      departureDate: { type: 'string', format: 'date', 'x-also': ['depart on'] },
      guests: { type: 'integer', default: 1, 'x-also': ['adults'] },
      size: {
        type: 'string',
        default: 's',
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'xl', title: 'Extra large' },
        ],
      },
      vegan: { type: 'boolean' },
      ages: { type: 'string' },
      people: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', 'x-also': ['first name+last name'] },
            age: { type: 'integer', default: 30 },
          },
        },
      },
      tags: { type: 'array', items: { enum: ['Quiet', 'Window'] } },
    },
  },
  { language: 'en' },
);
const read = (values: object) => knownValues('fields' in compiled ? compiled.fields : [], { ...values }, TODAY);

it.each([
  [{ origin: 'lhr' }, { from: 'LON' }],
  [{ From: 'London (LHR)' }, { from: 'LON' }],
  [{ from: 'London Heathrow' }, { from: 'LON' }],
  [{ from: 'London, UK' }, { from: 'LON' }],
  [{ from: '伦敦' }, { from: 'LON' }],
  [{ departure_date: '12 January 2027' }, { departureDate: '2027-01-12' }],
  [{ DepartOn: '2027-01-12T00:00:00' }, { departureDate: '2027-01-12' }],
  [{ adults: '2 adults' }, { guests: 2 }],
  [{ party: { adults: 'two', vegan: 'yes' } }, { guests: 2, vegan: true }],
  [{ guests: '两位' }, { guests: 2 }],
  [{ size: 'extra_large' }, { size: 'xl' }],
  [{ ages: [5, 1] }, { ages: '5, 1' }],
  [{ ages: 5 }, { ages: '5' }],
  [
    { people: ['Ann Lee', { first_name: 'Bo', lastName: 'Ek', age: '41' }] },
    {
      people: [
        { name: 'Ann Lee', age: 30 },
        { name: 'Bo Ek', age: 41 },
      ],
    },
  ],
  [{ tags: 'quiet, Window' }, { tags: ['Quiet', 'Window'] }],
])('takes a value that is near to right: %j', (given, expected) => {
  const { values, misfits, unknown } = read(given);
  expect({ values, misfits, unknown }).toEqual({
    values: { guests: 1, size: 's', ...expected },
    misfits: [],
    unknown: [],
  });
});

it('chooses none of several', () => {
  for (const size of ['small or extra large', 'Small / Extra large', 'not small'])
    expect(read({ size }).misfits, size).toEqual(['size']);
  expect(read({ from: 'London or Paris' }).misfits).toEqual(['from']);
});

it('replaces nothing by a default, and names what no field has', () => {
  expect(
    read({ size: 'sleeper', guests: '2-3', departureDate: '3/4/2027', hat: 'red', from: null, tags: ['Loud'] }),
  ).toEqual({
    values: {},
    misfits: ['departureDate', 'guests', 'size', 'tags'],
    unknown: ['hat: red'],
  });
});
