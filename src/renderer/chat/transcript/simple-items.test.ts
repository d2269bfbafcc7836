import { expect, it } from 'vitest';
import type { CallView } from '../../../shared/session-state.ts';
import { simpleItems } from './simple-items.ts';
import type { Step, StepStatus, TranscriptItem } from './transcript-items.ts';

const step = (name: string, args: object, more: Partial<CallView> = {}, status: StepStatus = 'done'): Step => ({
  status,
  call: { callId: name, name, arguments: JSON.stringify(args), startedAt: '', status: 'done', ...more } as CallView,
});
const shown = (steps: readonly Step[]) =>
  simpleItems([{ kind: 'activity', key: 'a', steps }]).flatMap((item) =>
    item.kind === 'activity' ? item.steps.map(({ call }) => call.name) : [],
  );

it('leaves out steps that only prepare others, and the whole row if no other is left', () => {
  const prepares = [
    step('load_skill', { name: 'book-flight' }),
    step('load_skill_reference', { skill_name: 'book-flight', ref_path: 'reference.md' }),
    step('read_file', { path: 'SKILL.md' }),
    step('look_up_city', {}),
  ];
  expect(simpleItems([{ kind: 'activity', key: 'a', steps: prepares }])).toEqual([]);
});

it('keeps what changes something, what the skill says in its own words, and what waits for an answer', () => {
  expect(
    shown([
      step('load_skill', { name: 'x' }),
      step('write_file', { path: 'notes.txt' }),
      step('run_command', { command: 'make' }),
      step('look_up_city', {}, { activity: { doing: 'Looking', values: {} } as never }),
      step('read_file', { path: '/etc/hosts' }, {}, 'waiting'),
    ]),
  ).toEqual(['write_file', 'run_command', 'look_up_city', 'read_file']);
});

it('leaves out reasoning and changes of the catalog, and keeps every message', () => {
  const items = [
    { kind: 'user', key: 'u', seq: 1, at: '', text: 'Hello' },
    { kind: 'thought', key: 't', text: 'Hm', streaming: false },
    { kind: 'assistant', key: 'b', text: 'Hi', streaming: false, last: true },
  ] as const satisfies readonly TranscriptItem[];
  expect(simpleItems(items).map(({ kind }) => kind)).toEqual(['user', 'assistant']);
});
