/**
 * Random but possible sessions: turns with calls and results (some lost to a crash), loads of skills with their own
 * tools, unloads, compactions and their undoing, pins, rewinds, changes of dialect, placement and limits.
 */
import fc, { type Arbitrary } from 'fast-check';
import type { DeclaredTool } from '../../../shared/context-views.ts';
import { DIALECT_SETTINGS } from '../../../shared/dialects.ts';
import { DIALECTS, EVENT_VERSION, type EventBody, type SessionEvent } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { compactionSteps } from '../compaction.ts';
import { nameTools } from '../prompt/offered-tools.ts';
import { answered, catalog, created, loaded, prompt, referenced, result, said } from './states.ts';

const SKILLS = ['book-flight', 'my tools', 'pdf'] as const;
/** Tools of the skills: one that two bring alike, one of the same name that is another, one named as the app's own. */
const tool = (name: string, script: string): DeclaredTool => ({
  name,
  description: `Does ${name}. And more.`,
  parameters: { type: 'object' },
  script: `${script}.sh`,
  pass: 'flags',
  scriptSha256: script.padEnd(64, '0').replaceAll(/[^0-9a-f]/g, '0'),
});
const SKILL_TOOLS: Readonly<Record<string, readonly DeclaredTool[]>> = {
  'book-flight': [tool('clock', 'c'), tool('search', 'a')],
  'my tools': [tool('clock', 'c'), tool('search', 'b')],
  pdf: [tool('run_command', 'd')],
};
const WORDS = ['book-flight please', '订一张去东京的机票', 'from PEK to NRT on 2030-01-02', 'ok', 'x'.repeat(700)];

export type Action =
  | { readonly do: 'say' | 'answer' | 'undo' | 'compact'; readonly pick: number }
  | { readonly do: 'calls'; readonly count: number; readonly lost: boolean; readonly long: boolean }
  | {
      readonly do: 'load' | 'unload' | 'pin-skill' | 'reference';
      readonly skill: string;
      readonly by: 'agent' | 'user';
    }
  | { readonly do: 'pin-message' | 'rewind'; readonly pick: number }
  | { readonly do: 'configure'; readonly dialect: number; readonly placement: number; readonly maxContext: number };

const pick = fc.nat(1_000);
const skill = fc.constantFrom(...SKILLS);
const by = fc.constantFrom('agent' as const, 'user' as const);

const action: Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('say' as const, 'answer' as const), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('calls' as const),
      count: fc.integer({ min: 1, max: 3 }),
      lost: fc.boolean(),
      long: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('load' as const, 'unload' as const, 'pin-skill' as const, 'reference' as const),
      skill,
      by,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('compact' as const, 'undo' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pin-message' as const, 'rewind' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('configure' as const),
      dialect: fc.nat(DIALECTS.length - 1),
      placement: fc.nat(1),
      maxContext: fc.constantFrom(400, 2_000, 128_000),
    }),
  },
);

export const actions: Arbitrary<Action[]> = fc.array(action, { maxLength: 45, size: 'max' });

/** Returns the log of these actions. Skips an action that is not possible at its place. */
export function sessionOf(taken: readonly Action[]): SessionEvent[] {
  const log: SessionEvent[] = [];
  const append = (...bodies: readonly EventBody[]) => {
    for (const body of bodies) {
      const seq = log.length + 1;
      log.push({ v: EVENT_VERSION, seq, at: '2030-01-01T00:00:00.000Z', session: 's', ...body });
    }
  };
  append(created(), prompt(), catalog(...SKILLS));
  for (const one of taken) append(...bodiesOf(one, foldEvents('s', log), log.length));
  return log;
}

/** Events that the session's commands would log for an action. */
function bodiesOf(one: Action, state: SessionState, length: number): EventBody[] {
  switch (one.do) {
    case 'say':
      return [said(`${WORDS[one.pick % WORDS.length]} (${length})`)];
    case 'answer':
      return state.messages.length === 0 ? [] : [answered(`Answer ${length}`)];
    case 'calls':
      return callsOf(one, length);
    case 'load':
      return state.loadedSkills.some(({ id }) => id === one.skill) ? [] : [loadOf(one, state)];
    case 'unload':
      return state.loadedSkills.some(({ id }) => id === one.skill)
        ? [{ type: 'skill-unloaded', skill: one.skill, tokens: 10, reason: one.by }]
        : [];
    case 'pin-skill':
      return [{ type: 'skill-pin-changed', skill: one.skill, pinned: one.by === 'user' }];
    case 'reference':
      return state.loadedSkills.some(({ id }) => id === one.skill)
        ? [referenced(one.skill, 'reference.md', `What ${one.skill} says of errors.\n`)]
        : [];
    case 'compact':
      return compactionOf(state);
    case 'undo': {
      const compaction = state.compactions[one.pick % Math.max(1, state.compactions.length)];
      return compaction === undefined ? [] : [{ type: 'compaction-undone', undoes: compaction.seq }];
    }
    case 'pin-message': {
      const message = state.messages[one.pick % Math.max(1, state.messages.length)];
      if (message === undefined) return [];
      const pinned = !state.pinnedMessages.includes(message.seq);
      return [{ type: 'message-pin-changed', message: message.seq, pinned }];
    }
    case 'rewind': {
      const said = state.messages.filter((message) => message.role === 'user');
      const to = said[one.pick % Math.max(1, said.length)];
      return to === undefined ? [] : [{ type: 'history-rewound', toSeq: to.seq, reason: 'retry' }];
    }
    case 'configure': {
      const dialect = DIALECTS[one.dialect] ?? 'omni';
      const { placements } = DIALECT_SETTINGS[dialect];
      const placement = placements[one.placement % placements.length] ?? placements[0];
      return [
        { type: 'settings-changed', dialect, placement, limits: { ...state.limits, maxContext: one.maxContext } },
      ];
    }
  }
}

function loadOf({ skill: id, by }: { readonly skill: string; readonly by: 'agent' | 'user' }, state: SessionState) {
  const builtIn = state.tools.map(({ name }) => name);
  const tools = nameTools(state.loadedSkills, id, SKILL_TOOLS[id] ?? [], builtIn);
  return { ...loaded(id, `# ${id}\nDo it with care.\n`), by, tools } as EventBody;
}

/** Calls of one answer, with their results but for a last one that a crash may have lost. */
function callsOf({ count, lost, long }: Extract<Action, { do: 'calls' }>, length: number): EventBody[] {
  const calls = Array.from({ length: count }, (_, index) => ({
    id: `call_${length}_${index}`,
    name: 'run_command',
    arguments: JSON.stringify({ command: `search ${index}` }),
  }));
  const content = long ? `CA183 ¥2,180 XKTQPR\n${'a line of a long result\n'.repeat(60)}` : 'ok';
  const done = lost ? calls.slice(0, -1) : calls;
  return [answered('', ...calls), ...done.map((call) => result(call.id, call.name, content))];
}

/** The first step that is open, as the session would log it. */
function compactionOf(state: SessionState): EventBody[] {
  const step = compactionSteps(state)[0];
  if (step === undefined) return [];
  const figures = { before: 2, after: 1 };
  if (step.strategy !== 'skills') return [{ type: 'context-compacted', ...step, ...figures }];
  const { id, tokens, seq } = step.unload;
  return [
    { type: 'skill-unloaded', skill: id, tokens, reason: 'pressure' },
    { type: 'context-compacted', strategy: 'skills', ...figures, coversSeq: [seq, seq] },
  ];
}
