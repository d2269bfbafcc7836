import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../shared/events.ts';
import { tableOf } from './engine.ts';
import { chatRequest } from './test-kit/chat-request.ts';
import { rowName } from './test-kit/row-name.ts';
import { answered, catalog, created, loaded, prompt, referenced, result, said, stateOf } from './test-kit/states.ts';

const inResults: EventBody = { type: 'settings-changed', placement: 'tool-result' };
const call = (id: string, name: string) => ({ id, name, arguments: '{}' });
const START = [created(), inResults, prompt(), catalog('book-flight', 'other'), said('fly')];
const AFTER = [
  ...START,
  answered('', call('c1', 'load_skill')),
  loaded('book-flight', 'Book like this.'),
  result('c1', 'load_skill', 'loaded'),
  answered('', call('c2', 'load_skill_reference')),
  referenced('book-flight', 'reference.md', 'Cities.'),
  result('c2', 'load_skill_reference', 'loaded too'),
];

describe('placement tool-result', () => {
  it('keeps the bytes of the system message for the whole session, with an unmarked catalog', () => {
    const systems = [START, AFTER].map((events) => chatRequest(stateOf(...events)).body.messages[0]?.content);
    expect(systems[0]).toBe(systems[1]);
    expect(systems[0]).toContain('- **book-flight**: What book-flight does');
  });

  it('keeps every byte of the earlier request as a prefix of the later one', () => {
    const messages = [START, AFTER].map((events) => JSON.stringify(chatRequest(stateOf(...events)).body.messages));
    expect(messages[1]?.startsWith(messages[0]?.slice(0, -1) ?? '?')).toBe(true);
  });

  // Rules: 000.18
  it('puts instructions and references in the results of the calls that loaded them', () => {
    const { messages } = chatRequest(stateOf(...AFTER)).body;
    expect(messages.filter((message) => message.role === 'tool')).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: 'loaded\n\n### Skill: book-flight\nBook like this.' },
      { role: 'tool', tool_call_id: 'c2', content: 'loaded too\n\n### book-flight - reference.md\nCities.' },
    ]);
  });

  it('removes them with the unload', () => {
    const unloaded = stateOf(...AFTER, { type: 'skill-unloaded', skill: 'book-flight', tokens: 1, reason: 'agent' });
    expect(chatRequest(unloaded).json).not.toMatch(/Book like this|Cities/);
  });

  it('puts what the user loaded by hand in its own message, before the text that follows', () => {
    const state = stateOf(...START, answered('hello'), loaded('other', 'Other.'), said('and now?'));
    expect(chatRequest(state).body.messages.slice(2)).toEqual([
      { role: 'assistant', content: 'hello' },
      { role: 'system', content: '### Skill: other\nOther.' },
      { role: 'user', content: 'and now?' },
    ]);
  });

  it('counts each document as its own part and the sum as the total', async () => {
    const table = await tableOf(stateOf(...AFTER));
    expect(table.parts.map(rowName)).toEqual([
      'base:base',
      'tools:tools × 2',
      'catalog:catalog × 2',
      'skill:book-flight',
      'reference:book-flight - reference.md',
      'user:user × 1',
      'assistant:assistant × 2',
      'tool-result:load_skill × 1',
      'tool-result:load_skill_reference × 1',
    ]);
    expect(table.total).toBe(table.parts.reduce((sum, part) => sum + part.tokens, 0));
  });
});
