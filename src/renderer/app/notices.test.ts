import { expect, it } from 'vitest';
import type { SessionSummary } from '../../shared/contract.ts';
import { noticesBetween } from './layout.tsx';

const session = (id: string, runState: SessionSummary['runState']): SessionSummary => ({
  id,
  title: `Trip ${id}`,
  createdAt: '',
  updatedAt: '',
  turns: 1,
  model: '',
  tokens: 0,
  deleted: false,
  environment: 'default',
  runState,
});

it('reports answers, questions and failures of active conversations, and nothing else', () => {
  const before = [
    session('a', 'thinking'),
    session('b', 'tool-calling'),
    session('c', 'thinking'),
    session('d', 'thinking'),
    session('e', 'completed'),
    session('f', 'waiting-approval'),
    session('g', 'thinking'),
  ];
  const now = [
    session('a', 'completed'),
    session('b', 'waiting-approval'),
    session('c', 'error'),
    session('d', 'stopped'),
    session('e', 'completed'),
    session('f', 'tool-calling'),
    session('new', 'completed'),
  ];
  expect(noticesBetween(before, now)).toEqual([
    { session: 'a', title: 'Trip a', kind: 'answered' },
    { session: 'b', title: 'Trip b', kind: 'asks' },
    { session: 'c', title: 'Trip c', kind: 'failed' },
  ]);
});
