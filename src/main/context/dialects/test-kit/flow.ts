/** A conversation in one dialect: the real tools, library, runner and requests; only the model is the test. */
import { DIALECT_SETTINGS } from '../../../../shared/dialects.ts';
import type { Dialect, Placement } from '../../../../shared/events.ts';
import { hasSkills, listedSkills } from '../../../../shared/skill-list.ts';
import type { ToolResult } from '../../../agent/ports.ts';
import { type Calling, startToolSession, type ToolSession } from '../../../tools/test-kit/tool-session.ts';
import { type ChatRequest, chatRequest } from '../../test-kit/chat-request.ts';
import { DIALECT_PROMPTS } from '../index.ts';

export interface Flow {
  readonly session: ToolSession;
  say(text: string): void;
  /** Does what the loop does: the model's call, the tool, its result in the log. */
  call(name: string, args: unknown, how?: Calling): Promise<ToolResult>;
  request(): ChatRequest;
  system(): string;
  /** Contents of the tool messages of the next request. */
  results(): (string | null)[];
  /** Brings prompt and tools up to date, as before each request. */
  refresh(): void;
  remove(): void;
}

const SKILL = (name: string, description: string, body: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;

export const BODY = '\n# Guide\n\nRun `scripts/find.py TO`. On an error read reference.md.\n';

/** The files of the skills that the flows use. */
export const FILES = {
  'fly/SKILL.md': SKILL('fly', 'Finds "flights" <fast> & cheap.', BODY),
  'fly/reference.md': '# Cities\nTokyo\n',
  'fly/references/fares.md': 'Fares.\n',
  'fly/scripts/find.py': "import sys\nprint('found', sys.argv[1])\nprint('slowly', file=sys.stderr)\n",
  'notes/SKILL.md': SKILL('My Notes', 'Keeps notes.', 'Write.\n'),
};

export async function startFlow(
  dialect: Dialect,
  files: Readonly<Record<string, string>> = FILES,
  placement: Placement = DIALECT_SETTINGS[dialect].placements[0],
): Promise<Flow> {
  const prompt = DIALECT_PROMPTS[dialect];
  const runWith = (script: string) => session.runner.runWith(script);
  const session = await startToolSession({
    bundled: files,
    instructions: (document) => prompt.instructions(document, runWith),
    first: [
      {
        type: 'session-created',
        environment: 'default',
        dialect,
        model: 'gpt-4o',
        placement,
        approve: 'ask',
        limits: { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50 },
        loadMode: DIALECT_SETTINGS[dialect].loadMode,
        workspace: '/w',
      },
    ],
  });
  const refresh = () => {
    const state = session.state();
    session.append({
      type: 'prompt-changed',
      basePrompt: prompt.basePrompt,
      workspaceSection: prompt.workspaceSection({ ...state, runWith }),
      tools: [...session.tools.definitions(dialect, { hasSkills: hasSkills(state), list: listedSkills(state) })],
    });
  };
  refresh();
  let calls = 0;
  const request = () => chatRequest(session.state());
  return {
    session,
    refresh,
    request,
    remove: () => session.remove(),
    say: (text) => void session.append({ type: 'user-message-added', text }),
    async call(name, args, how) {
      calls += 1;
      const call = { id: `call_${calls}`, name, arguments: JSON.stringify(args) };
      session.append(
        { type: 'model-responded', iteration: calls, text: '', toolCalls: [call], finishReason: 'tool_calls', ms: 1 },
        { type: 'tool-started', callId: call.id, name, arguments: call.arguments },
      );
      const { result = { ok: false, content: 'not run' } } = await session.call(name, args, how);
      const { ok, content, data } = result;
      session.append({ type: 'tool-finished', callId: call.id, name, ok, content, ms: 1, data });
      return result;
    },
    system: () => request().body.messages[0]?.content ?? '',
    results: () => request().body.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : [])),
  };
}
