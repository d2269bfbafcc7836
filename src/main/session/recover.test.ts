import { expect, it } from 'vitest';
import { Rig } from './test-kit/rig.ts';

let rig: Rig;

it('gives every call of an interrupted run a result, also one named like an object property', async () => {
  rig = new Rig({});
  const live = rig.sessions.create({});
  const call = (id: string) => ({ id, name: 'list_dir', arguments: '{}' });
  live.append(
    { type: 'user-message-added', text: 'Look' },
    { type: 'state-changed', from: 'idle', to: 'thinking' },
    {
      type: 'model-responded',
      iteration: 1,
      text: '',
      finishReason: 'tool_calls',
      ms: 1,
      toolCalls: [call('begun'), call('constructor'), call('next')],
    },
    { type: 'tool-started', callId: 'begun', name: 'list_dir', arguments: '{}' },
  );
  const end = live.events.length;
  await rig.restart();
  const { events, state } = rig.sessions.get(live.id);
  const results = events.slice(end).flatMap((event) => (event.type === 'tool-finished' ? [event] : []));
  expect(results.map(({ callId, ok, content }) => [callId, ok, content.split(':')[0]])).toEqual([
    ['begun', false, 'Interrupted'],
    ['constructor', false, 'Not run'],
    ['next', false, 'Not run'],
  ]);
  expect(state.runState).not.toBe('thinking');
});
