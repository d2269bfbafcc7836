/** Claude Code's session files: one JSON object a line, below `~/.claude/projects`; of its web version, in a `loglines` list. */
import type { ForeignAgent, ForeignTranscript, Format } from './format.ts';
import { isObject, listIn, objectsIn, type Raw, textIn, timeOf, unopened } from './raw.ts';
import { Story } from './story.ts';
import { costIn } from './values.ts';

const TYPES = new Set(['user', 'assistant', 'summary', 'system', 'file-history-snapshot', 'attachment', 'progress']);
const isSaid = ({ type }: Raw): boolean => type === 'user' || type === 'assistant';

const isLine = (value: unknown): boolean =>
  isObject(value) &&
  TYPES.has(String(value.type)) &&
  isObject(value.message) &&
  !Array.isArray(value.message.parts) &&
  (value.uuid ?? value.sessionId ?? value.timestamp) !== undefined;

const linesIn = (values: readonly unknown[]): readonly unknown[] =>
  values.flatMap((value) => (isObject(value) && Array.isArray(value.loglines) ? listIn(value.loglines) : [value]));

const isResult = (message: Raw): boolean => objectsIn(message.content).some(({ type }) => type === 'tool_result');

function readLines(lines: readonly Raw[]): ForeignTranscript {
  const story = new Story();
  let [title, model, at]: (string | undefined)[] = [];
  /** Id of the answer whose pieces are coming: each block has a line. */
  let open: string | undefined;
  /** Index of a person's message, by the line that it followed: a second one there went back. */
  const asked = new Map<string, number>();
  for (const line of lines) {
    const { type, message } = line;
    const when = timeOf(line);
    at ??= when;
    if (type === 'summary') title = textIn(line.summary) ?? title;
    else if (type === 'custom-title' || type === 'ai-title') title = textIn(line.customTitle ?? line.aiTitle) ?? title;
    else if (type === 'result') story.spent({ cost: costIn(line.total_cost_usd) });
    else if (!isSaid(line) || !isObject(message)) story.skip(line, String(type ?? 'line'));
    else if (line.isMeta === true) story.skip(line, 'meta');
    else if (line.isCompactSummary === true) story.say(message, { role: 'system', at: when });
    else if (type === 'user') {
      const parent = line.parentUuid === undefined ? undefined : String(line.parentUuid);
      if (parent !== undefined && !isResult(message)) {
        const before = asked.get(parent);
        if (before !== undefined) story.list.push({ role: 'rewound', to: before, at: when });
        asked.set(parent, story.list.length);
      }
      open = undefined;
      story.say(message, { role: 'user', at: when });
    } else {
      const id = textIn(message.id);
      const named = message.model === '<synthetic>' ? undefined : textIn(message.model);
      model ??= named;
      const joins = id !== undefined && id === open;
      story.say(message, { role: 'assistant', at: when, joins, model: named ?? model });
      open = id;
    }
  }
  // A branch begins with lines of the session that it left.
  const { sessionId, agentId } = unopened(lines.findLast(isSaid) ?? {});
  const id = [sessionId, agentId].flatMap((part) => textIn(part) ?? []).join('/');
  return { id, messages: story.list, model, title, at, source: lines, leftOut: story.leftOut };
}

/** Lines of each agent below the session, under the call whose task is what the agent was asked. */
function agentsOf(lines: readonly Raw[], main: ForeignTranscript): ForeignAgent[] {
  const ids = new Map<unknown, string>();
  let root: unknown;
  const groups = Map.groupBy(lines, ({ agentId, uuid, parentUuid }) => {
    if (agentId !== undefined) return String(agentId);
    if (parentUuid === null || !ids.has(parentUuid)) root = uuid;
    const group = ids.get(parentUuid) ?? String(root);
    ids.set(uuid, group);
    return group;
  });
  const calls = main.messages.flatMap((one) => (one.role === 'assistant' ? one.calls : []));
  return [...groups.values()].map((group) => {
    const transcript = readLines(group);
    const first = transcript.messages.find(({ role }) => role === 'user');
    const task = first?.role === 'user' ? JSON.stringify(first.text).slice(1, -1) : '';
    return { callId: calls.find((call) => task !== '' && call.arguments.includes(task))?.id, transcript };
  });
}

export const claudeCode: Format = {
  name: 'claude-code',
  recognises: ({ values }) => linesIn(values).some(isLine),
  read({ values }) {
    const lines = objectsIn(linesIn(values));
    const [own, aside] = [
      lines.filter((one) => one.isSidechain !== true),
      lines.filter((one) => one.isSidechain === true),
    ];
    // A file beside the session's, of one agent.
    if (!own.some(isSaid)) return [readLines(lines)];
    const main = readLines(own);
    return [{ ...main, agents: agentsOf(aside, main) }];
  },
};
