import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withLateFields } from './late-fields.mjs';

const late = (code: string) => withLateFields(code, parseAst(code));

it('makes a field when its object is first used, in any depth, and leaves the rest', () => {
  const code = `const one = z.object({ a: z.string(), b, 'c-d': z.array(z.object({ e: z.int() })), ...more, f: g });`;
  expect(late(code)).toBe(
    `const one = z.object({ get a() { return z.string() }, b, get 'c-d'() { return z.array(z.object({ get e() { return z.int() } })) }, ...more, f: g });`,
  );
  expect(late('const two = one.extend({ a: z.string() }).strict();')).toBe(
    'const two = one.extend({ get a() { return z.string() } }).strict();',
  );
});

it('leaves what a function makes and objects that are no shape, and keeps the lines', () => {
  for (const code of [
    'const of = (a) => z.object({ a: z.string(a) });',
    'z.string({ error: say() }); f({ a: b() });',
  ]) {
    expect(late(code)).toBe(code);
  }
  expect(late('z.object({\n  a:\n    z.string(),\n});').split('\n')).toHaveLength(4);
});
