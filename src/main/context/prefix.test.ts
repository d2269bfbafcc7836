import { expect, it } from 'vitest';
import { foldEvents } from '../../shared/reducer.ts';
import type { WireBody } from '../models/wires/wire.ts';
import { eventsOf } from '../store/test-kit/home.ts';
import { buildRequest } from './build-request.ts';
import { cacheBordersWithFigures, manifestWithFigures } from './left-out.ts';
import { sharedTokens } from './prefix.ts';
import { answered, catalog, created, loaded, prompt, result, said } from './test-kit/states.ts';
import type { Piece } from './token-table.ts';
import { counting } from './tokens/counter.ts';

const events = eventsOf(
  created(),
  prompt(['load_skill']),
  catalog('fly', 'pack'),
  said('Fly me'),
  answered('', { id: 'c1', name: 'load_skill', arguments: '{"name":"fly"}' }),
  loaded('fly', 'Do fly.'),
  result('c1', 'load_skill', 'Loaded.'),
);
const state = foldEvents('s', events);
const request = buildRequest(state);

/** Builds the body for Anthropic's Messages API: blocks of the system message that end at the borders, each marked. */
function marked(...fields: ('tools' | 'system' | 'messages')[]): WireBody {
  const border = { cache_control: { type: 'ephemeral' } };
  const ends = request.request.borders.map(({ at }) => at);
  const blocks = ends.map((end, index) => ({
    text: request.request.system.slice(ends[index - 1] ?? 0, end),
    ...border,
  }));
  const all = {
    tools: [{ name: 'load_skill', ...border }],
    system: [...blocks, { text: 'the rest' }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Fly me', ...border }] }],
  };
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}

it('sets borders where the body marks them: tools, base prompt, list, loaded skills, conversation', async () => {
  const borders = await cacheBordersWithFigures({ ...request, body: marked('tools', 'system', 'messages') });
  const { parts } = await manifestWithFigures(state, events);
  const upTo = (last: string) => {
    const end = parts.findIndex(({ id }) => id === last);
    return parts.slice(0, end + 1).reduce((sum, { tokens }) => sum + tokens, 0);
  };
  expect(borders).toEqual([
    { after: 'tools', tokens: upTo('tool:load_skill') },
    { after: 'base', tokens: upTo('workspace') },
    { after: 'catalog', tokens: upTo('catalog') },
    { after: 'skills', tokens: upTo('skill:fly') },
    { after: 'conversation', tokens: upTo('message:7') },
  ]);
  expect(await cacheBordersWithFigures({ ...request, body: marked('tools') })).toEqual(borders.slice(0, 1));
});

it('sets no border in a wire that marks none', async () => {
  expect(await cacheBordersWithFigures(request)).toEqual([]);
});

const piece = (frame: string, text: string): Piece => ({
  id: 'x',
  part: { kind: 'user', label: 'user', reason: 'conversation' },
  place: 0,
  text,
  frame,
  tokens: (counter) => counter.count(text),
});
const shared = (one: Piece, other: Piece) => counting('gpt-4o', (counter) => sharedTokens(one, other, counter));

it('shares no prefix between messages of different kinds with the same text', async () => {
  const text = 'one two three four five six';
  expect(await shared(piece('user', text), piece('tool c1', text))).toBe(0);
  expect(await shared(piece('user', `${text} seven`), piece('user', `${text} eight`))).toBe(6);
});

it('counts only whole words of the common beginning of two texts', async () => {
  expect(await shared(piece('user', 'one two thr'), piece('user', 'one two thread'))).toBe(2);
  expect(await shared(piece('user', 'x'), piece('user', 'y'))).toBe(0);
});
