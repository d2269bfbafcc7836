import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DIALECTS } from '../../shared/events.ts';
import { defineTool } from './define-tool.ts';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';
import { unknownFields, withAliases } from './unknown-arguments.ts';

describe('unknownFields', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: 'string' },
      env: { type: 'object', additionalProperties: { type: 'string' } },
      list: { type: 'array', items: { type: 'object', properties: { from: {} } } },
      any: { type: 'object' },
      either: { anyOf: [{ type: 'object', properties: { x: {} } }] },
    },
  };
  it('names every field missing from the schema, at any level', () => {
    expect(unknownFields({ a: 'x', b: 1, list: [{ from: '' }, { form: '' }] }, schema)).toEqual(['b', 'list.1.form']);
    expect(unknownFields({ toString: 1, constructor: 2, ['__proto__']: 3 }, schema)).toEqual([
      'toString',
      'constructor',
      '__proto__',
    ]);
  });
  it('leaves alone what the schema leaves open', () => {
    expect(unknownFields({ env: { X: '1' }, either: { y: 1 } }, schema)).toEqual([]);
    expect(unknownFields({ z: 1 }, { ...schema, additionalProperties: true })).toEqual([]);
    expect(unknownFields({ z: 1 }, { ...schema, additionalProperties: false })).toEqual(['z']);
  });
});

it('treats an alias as the tool’s own field, unless both are given and differ', () => {
  const parameters = { type: 'object', properties: { cwd: {}, path: {} } };
  expect(withAliases({ working_dir: 'x', start_line: 2 }, parameters)).toEqual({ cwd: 'x', start_line: 2 });
  expect(withAliases({ working_dir: 'x', cwd: 'x' }, parameters)).toEqual({ cwd: 'x' });
  expect(withAliases({ working_dir: 'x', cwd: 'y' }, parameters)).toEqual({ working_dir: 'x', cwd: 'y' });
  expect(withAliases({ resourcePath: 'x' }, parameters)).toEqual({ path: 'x' });
});

it('keeps a tool’s own field that has the name of an alias', () => {
  const tool = defineTool('t', 'workspace', {
    description: '',
    schema: z.object({ file_path: z.string(), path: z.string().optional() }),
    ready: ({ file_path }) => ({ execute: async () => ({ ok: true, content: file_path }) }),
  });
  expect(() => tool.ready('{"file_path":"x"}', {} as never)).not.toThrow();
  expect(() => tool.ready('{"file_path":"x","paht":"y"}', {} as never)).toThrow(
    'Bad arguments for t: there is no field "paht"; nothing was done. Its fields:\n- file_path (string, required)',
  );
});

describe('every tool of every dialect', () => {
  const opened: ToolSession[] = [];
  afterAll(() => {
    for (const session of opened) session.remove();
  });

  it.each(DIALECTS)('%s answers an unknown argument with its name, and does nothing', async (dialect) => {
    const session = await startToolSession({
      bundled: { 'a/SKILL.md': '---\nname: a\ndescription: b\n---\nc\n' },
      first: [
        {
          type: 'session-created',
          environment: 'default',
          dialect,
          model: 'm',
          placement: 'tool-result',
          loadMode: 'session',
          approve: 'ask',
          workspace: '/w',
          limits: { maxContext: 1000, skillBudget: 1000, maxIterations: 5 },
        },
      ],
    });
    opened.push(session);
    const offered = session.tools.definitions(dialect, { hasSkills: true });
    expect(offered.length).toBeGreaterThan(3);
    for (const { name } of offered) {
      const { result } = await session.call(name, { editor_text: 'x' });
      const content = expect.stringContaining(`Bad arguments for ${name}: there is no field "editor_text"`);
      expect([name, result]).toEqual([name, { ok: false, content }]);
    }
  });
});
