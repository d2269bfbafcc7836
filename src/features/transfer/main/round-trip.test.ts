/** Any conversation, out in another program's format and in again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answered, created, finished, requested, rowsAt, said, started } from '../../../main/store/test-kit/home.ts';
import type { EventBody } from '../../../shared/events.ts';
import { exportSession } from './export-session.ts';
import { readTranscripts } from './foreign/import-foreign.ts';

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  fc.constantFrom('三亚 “<b>”', 'a\n\n```\nb', '\u202Egpj.exe', '{"role":"user"}', '\u0000\u2028', ' '),
);
const given = fc.dictionary(fc.constantFrom('city', 'n', '__proto__', '名'), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 2,
  noNullPrototype: true,
});
const step = fc.record({
  words: fc.oneof(fc.constant(''), text),
  calls: fc.array(fc.tuple(given, text), { minLength: 1, maxLength: 2 }),
});
const turn = fc.record({ asked: text, steps: fc.array(step, { maxLength: 2 }), answer: text });
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

interface Said {
  readonly role: string;
  readonly text: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[];
  readonly callId?: string;
}

/** The events of the turns, and what is said in them. */
function told(turns: readonly Turn[]): { readonly bodies: EventBody[]; readonly said: Said[] } {
  const bodies: EventBody[] = [created];
  const all: Said[] = [];
  let next = 0;
  for (const { asked, steps, answer } of turns) {
    bodies.push(said(asked));
    all.push({ role: 'user', text: asked });
    for (const { words, calls } of steps) {
      const made = calls.map(([input, content], index) => ({ id: `c${next + index}`, input, content }));
      next += calls.length;
      const toolCalls = made.map(({ id, input }) => ({ id, name: 'look', arguments: JSON.stringify(input) }));
      bodies.push(requested(9), answered(words, { toolCalls }));
      all.push({
        role: 'assistant',
        text: words,
        calls: made.map(({ id, input }) => ({ id, name: 'look', arguments: JSON.parse(JSON.stringify(input)) })),
      });
      for (const { id, content } of made) {
        bodies.push(started(id, 'look'), finished(id, 'look', content));
        all.push({ role: 'tool', text: content, callId: id });
      }
    }
    bodies.push(requested(9), answered(answer), {
      type: 'run-finished',
      state: 'completed',
      iterations: 1,
      text: answer,
    });
    all.push({ role: 'assistant', text: answer, calls: [] });
  }
  return { bodies, said: all };
}

const at = (index: number) => new Date(Date.UTC(2030, 0, 2) + index * 1_000).toISOString();

it.each(['openai', 'atif', 'otlp'] as const)('comes back from %s with every word, call and result', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
      const { bodies, said: expected } = told(turns);
      const options = { redact: false, language: 'en', folders: [], version: '1.2.3' } as const;
      const exported = await exportSession('s', rowsAt(at, bodies), { format, ...options });
      const read = readTranscripts(exported.text);
      expect(read.format).toBe(format);
      const found = (read.transcripts[0]?.messages ?? []).flatMap((one): Said[] => {
        if (one.role === 'rewound' || one.role === 'stopped') return [];
        if (one.role === 'tool') return [{ role: one.role, text: one.text, callId: one.callId }];
        if (one.role !== 'assistant') return [{ role: one.role, text: one.text }];
        const calls = one.calls.map(({ id, name, arguments: input }) => ({ id, name, arguments: JSON.parse(input) }));
        return [{ role: one.role, text: one.text, calls }];
      });
      expect(found).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
