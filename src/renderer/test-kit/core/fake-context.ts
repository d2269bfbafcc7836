/** Requests in memory: made of what the log says, with figures that are good enough to be drawn. */
import { emptyState, foldEvents } from '../../../shared/reducer.ts';
import { requestTable, SHA } from '../log-builder.ts';
import { CATALOG } from '../sessions.ts';
import type { FakeState } from './fake-state.ts';
import { type Answers, refused } from './refused.ts';

export function fakeContext(core: FakeState): Answers<'context'> {
  return {
    context: {
      show: async ({ sessionId }) => contextOf(core, sessionId),
      requests: async () => [],
      compact: async ({ sessionId, instruction }) => compact(core, sessionId, instruction),
      undoCompaction: async ({ sessionId, seq }) => {
        core.append(sessionId, { type: 'compaction-undone', undoes: seq });
        return {};
      },
      pinMessage: async ({ sessionId, seq, pinned }) => {
        core.append(sessionId, { type: 'message-pin-changed', message: seq, pinned });
        return {};
      },
      // Every step is taken; a load of `big` is refused.
      whatIf: async ({ sessionId, steps }) => {
        const { json, sha256, tokens } = contextOf(core, sessionId);
        const more = steps.filter((step) => step.do === 'load' && step.skill !== 'big').length * 1_000;
        return {
          before: { tokens, sha256 },
          after: { tokens: { ...tokens, total: tokens.total + more }, sha256, json },
          steps: steps.map((step) =>
            step.do === 'load' && step.skill === 'big'
              ? { step, ok: false, message: 'It is too large.', code: 'over-skill-budget' }
              : { step, ok: true, message: 'Done.' },
          ),
          changes: [],
          prefix: { tokens: 0 },
        };
      },
    },
  };
}

/** All but the last two messages, with the person's wish as the summary. */
function compact(core: FakeState, sessionId: string, instruction = '') {
  const { messages, lastSeq } = foldEvents(sessionId, core.log(sessionId).events);
  const [first, last] = [messages[0], messages.at(-3)];
  if (first === undefined || last === undefined)
    throw refused('nothing-to-compact', 'There is nothing to compact yet.');
  const figures = { before: 9_000, after: 2_000, messages: messages.length - 2 };
  core.append(sessionId, {
    type: 'context-compacted',
    strategy: 'turns',
    coversSeq: [first.seq, last.seq],
    summary: instruction,
    writtenBy: 'extract',
    trigger: 'user',
    ...figures,
  });
  return { ...figures, compactions: [lastSeq + 1] };
}

function contextOf(core: FakeState, sessionId: string | undefined) {
  const {
    catalog: skills,
    loadedSkills,
    lastRequest,
    messages,
  } = sessionId === undefined ? emptyState('') : foldEvents(sessionId, core.log(sessionId).events);
  const reference = loadedSkills.flatMap((skill) => skill.references)[0];
  const loaded = loadedSkills.reduce((sum, skill) => sum + skill.tokens, 0);
  const count = (kind: string) =>
    lastRequest?.tokens.parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.tokens, 0) ?? 0;
  const tokens = requestTable({
    user: count('user'),
    ...(loaded > 0 ? { skill: loaded } : {}),
    ...(reference === undefined ? {} : { reference: reference.tokens }),
    ...(messages.length > 1 ? { assistant: count('assistant') + 61 } : {}),
    ...(count('tool-result') > 0 ? { toolResult: count('tool-result') } : {}),
    max: lastRequest?.tokens.max ?? 128_000,
  });
  const body = {
    model: 'demo',
    stream: true,
    messages: [
      {
        role: 'system',
        content: `You are Skilldeck…\n\n## Available Skills (use when needed)\n${(skills.length > 0 ? skills : CATALOG).map((entry) => `- [○] **${entry.id}**: ${entry.description}`).join('\n')}`,
      },
      ...messages.map((message) => ({
        role: message.role,
        content: message.role === 'tool' ? message.content : message.text,
      })),
    ],
    tools: [{ type: 'function', function: { name: 'load_skill', description: 'Loads a skill.', parameters: {} } }],
  };
  return { json: JSON.stringify(body), sha256: SHA, tokens, manifest: { parts: [], leftOut: [] } };
}
