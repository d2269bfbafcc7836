import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairSchema } from './repair-schema.ts';
import { readResult, readTools, resultSchema } from './server-tools.ts';

const schemaOf = (given: unknown) => repairSchema(given)?.schema;
const kinds = (given: unknown) => [...(repairSchema(given)?.repaired ?? [])].sort();

describe('a schema', () => {
  it('that is right stays as it is', () => {
    const right = {
      type: 'object',
      properties: { city: { type: 'string', enum: ['Rome'] }, days: { type: 'array', items: { type: 'integer' } } },
      required: ['city'],
      additionalProperties: false,
    };
    expect(repairSchema(right)).toEqual({ schema: right, repaired: [] });
  });

  it.each([
    ['no properties', { type: 'object' }, { type: 'object', properties: {} }, ['properties']],
    ['nothing at all', undefined, { type: 'object', properties: {} }, ['type']],
    [
      'properties that are null',
      { type: 'object', properties: null },
      { type: 'object', properties: {} },
      ['properties'],
    ],
    [
      'an array without items, deep inside',
      {
        type: 'object',
        properties: { a: { type: 'object', properties: { b: { type: ['array', 'null'], items: true } } } },
      },
      {
        type: 'object',
        properties: { a: { type: 'object', properties: { b: { type: ['array', 'null'], items: {} } } } },
      },
      ['items'],
    ],
    [
      'a tuple',
      { type: 'object', properties: { at: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] } } },
      {
        type: 'object',
        properties: { at: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] } } },
      },
      ['items', 'keyword'],
    ],
    [
      'types of another language, and one that is none',
      { type: 'Object', properties: { n: { type: 'int' }, x: { type: 'any' }, l: { type: 'list' } } },
      { type: 'object', properties: { n: { type: 'integer' }, x: {}, l: { type: 'array', items: {} } } },
      ['items', 'type'],
    ],
    [
      'required names that are not there, or no list',
      { type: 'object', properties: { a: { type: 'string', required: true } }, required: ['a', 'gone', 7] },
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      ['required'],
    ],
    [
      'keywords that providers refuse',
      {
        type: 'object',
        $id: 'x',
        properties: { a: { type: 'string', contentEncoding: 'base64', 'x-order': 1 } },
        if: {},
      },
      { type: 'object', properties: { a: { type: 'string' } } },
      ['keyword'],
    ],
    [
      'values that a keyword does not have',
      {
        type: 'object',
        additionalProperties: 'false',
        properties: {
          a: { type: 'string', minLength: '3', title: 5, description: ['x'], pattern: '(', format: 'email' },
          b: { type: 'number', minimum: 0, exclusiveMinimum: true, multipleOf: 0, maximum: Number.POSITIVE_INFINITY },
          c: { type: 'array', items: {}, minItems: -1, uniqueItems: 1, examples: 'x', pattern: '^a' },
        },
      },
      {
        type: 'object',
        properties: {
          a: { type: 'string', format: 'email' },
          b: { type: 'number', minimum: 0 },
          c: { type: 'array', items: {}, pattern: '^a' },
        },
      },
      ['keyword'],
    ],
    [
      'names of fields that Claude refuses',
      {
        type: 'object',
        properties: { $top: { type: 'integer' }, _top: {}, 日期: { title: 'Day' }, '': {} },
        required: ['$top'],
      },
      {
        type: 'object',
        properties: { _top_2: { title: '$top', type: 'integer' }, _top: {}, __: { title: 'Day' }, _: { title: '' } },
        required: ['_top_2'],
      },
      ['name'],
    ],
  ])('with %s is repaired', (_what, given, schema, repaired) => {
    const found = repairSchema(given);
    expect(found?.schema).toEqual(schema);
    expect([...(found?.repaired ?? [])].sort()).toEqual(repaired);
  });

  it('with a union at the top is one object: all properties, and what every branch requires', () => {
    const branch = (name: string, type: string) => ({
      type: 'object',
      properties: { kind: { type: 'string' }, [name]: { type }, same: { type } },
      required: ['kind', name],
    });
    expect(
      schemaOf({
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        oneOf: [branch('a', 'string'), branch('b', 'number')],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        kind: { type: 'string' },
        a: { type: 'string' },
        same: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        b: { type: 'number' },
      },
      required: ['id', 'kind'],
    });
    expect(schemaOf({ allOf: [branch('a', 'string'), { anyOf: [branch('b', 'number')] }] })).toMatchObject({
      required: ['kind', 'a', 'b'],
    });
    expect(kinds({ anyOf: [{ required: ['a'] }, { required: ['b'] }] })).toContain('union');
  });

  it('has its references resolved, whatever they lead to', () => {
    const $defs = {
      place: { type: 'object', properties: { name: { type: 'string' }, near: { $ref: '#/$defs/place' } } },
      'a/b': { type: 'integer' },
    };
    const properties = {
      at: { $ref: '#/$defs/place', description: 'Where' },
      n: { $ref: '#/$defs/a~1b' },
      out: { $ref: 'https://elsewhere.example/schema.json' },
      gone: { $ref: '#/$defs/none' },
    };
    const found = repairSchema({ type: 'object', properties, $defs });
    expect(found?.repaired).toEqual(['reference']);
    expect(JSON.stringify(found?.schema)).not.toMatch(/\$ref|\$defs/);
    expect(found?.schema.properties).toEqual({
      at: { type: 'object', description: 'Where', properties: { name: { type: 'string' }, near: {} } },
      n: { type: 'integer' },
      out: {},
      gone: {},
    });
    expect(
      schemaOf({ $ref: '#/definitions/in', definitions: { in: { type: 'object', properties: { a: {} } } } }),
    ).toEqual({
      type: 'object',
      properties: { a: {} },
    });
  });

  it('that cannot be repaired is none', () => {
    expect(repairSchema({ type: 'array', items: {} })).toBeUndefined();
    expect(repairSchema({ type: ['string', 'null'] })).toBeUndefined();
    const bomb: Record<string, unknown> = { l0: { type: 'string' } };
    const names = 'abcdefghij'.split('');
    for (let at = 1; at <= 9; at += 1)
      bomb[`l${at}`] = {
        type: 'object',
        properties: Object.fromEntries(names.map((n) => [n, { $ref: `#/$defs/l${at - 1}` }])),
      };
    expect(repairSchema({ type: 'object', properties: { x: { $ref: '#/$defs/l9' } }, $defs: bomb })).toBeUndefined();
  });

  it('of any shape ends in one that holds to the rules, and stays so', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      'allOf',
      '$ref',
      'required',
      'enum',
      '$defs',
      'x-y',
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom(true, false, null, 'object', 'array', 'int', '#', '#/$defs/a', 3),
        fc.dictionary(fc.oneof(keyword, fc.constantFrom('a', 'b')), tie('schema'), { maxKeys: 5 }),
        fc.array(tie('schema'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(schema, (given) => {
        const found = repairSchema(given);
        if (found === undefined) return;
        expect(found.schema).toMatchObject({ type: 'object', properties: expect.any(Object) });
        for (const name of ['anyOf', 'oneOf', 'allOf', '$ref', 'enum']) expect(found.schema).not.toHaveProperty(name);
        expect(repairSchema(found.schema)?.schema).toEqual(found.schema);
      }),
    );
  });
});

it('offers a tool that comes without a schema, and leaves out one without a name', () => {
  const { tools, leftOut } = readTools([{ name: '4' }, { name: 'five', inputSchema: null }, { inputSchema: {} }]);
  const empty = { parameters: { type: 'object', properties: {} }, repaired: ['type'] };
  expect(tools).toMatchObject([
    { name: '4', ...empty },
    { name: 'five', ...empty },
  ]);
  expect(leftOut).toEqual([{ tool: '3', why: 'no-name' }]);
});

it.each([
  ['text in place of a list', { content: 'pong' }, 'pong'],
  ['one block in place of a list', { content: { type: 'text', text: 'pong' } }, 'pong'],
  ['texts in place of blocks', { content: ['pong', { type: 'text', text: '!' }] }, 'pong\n!'],
  [
    'a block of a kind to come',
    {
      content: [
        { type: 'video', at: 1 },
        { type: 'text', text: '!' },
      ],
    },
    '{"type":"video","at":1}\n!',
  ],
  ['a text that is null', { content: [{ type: 'text', text: null }] }, '{"type":"text","text":null}'],
  [
    'a picture without its type',
    { content: [{ type: 'image', data: 'aGk=' }] },
    '[image (): kept as out/x.bin, 2 bytes]',
  ],
  ['facts alone', { structuredContent: { a: 1 } }, '{"a":1}'],
  ['facts beside a list that is null', { content: null, structuredContent: { a: 1 } }, '{"a":1}'],
  ['nothing', {}, ''],
])('reads a result with %s', (_what, sent, text) => {
  expect(readResult(resultSchema.parse(sent), 'x').text).toBe(text);
});
