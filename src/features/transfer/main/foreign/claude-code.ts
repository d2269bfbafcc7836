/** Claude Code's session files: one JSON object a line, below `~/.claude/projects`; of its web version, in a `loglines` list. */
import type { ForeignAgent, ForeignTranscript, Format } from './format.ts';
import { isObject, listIn, objectsIn, type Raw, textIn, timeOf, unopened } from './raw.ts';
import { readOne } from './shape.ts';
import type { Story } from './story.ts';
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
  /** Id of the answer whose pieces are coming: each block has a line. */
  let open: string | undefined;
  /** Index of a person's message, by the line that it followed: a second one there went back. */
  const asked = new Map<string, number>();
  const say = (story: Story, line: Raw): boolean => {
    const { type, message } = line;
    const at = timeOf(line);
    const title = textIn(line.summary ?? line.customTitle ?? line.aiTitle);
    if (type === 'summary' || type === 'custom-title' || type === 'ai-title') story.title = title ?? story.title;
    else if (type === 'result') story.spent({ cost: costIn(line.total_cost_usd) });
    else if (!isSaid(line) || !isObject(message)) return false;
    else if (line.isMeta === true) story.skip(line, 'meta');
    else if (line.isCompactSummary === true) story.say(message, { role: 'system', at });
    else if (type === 'user') {
      const parent = line.parentUuid === undefined ? undefined : String(line.parentUuid);
      if (parent !== undefined && !isResult(message)) {
        const before = asked.get(parent);
        if (before !== undefined) story.list.push({ role: 'rewound', to: before, at });
        asked.set(parent, story.list.length);
      }
      open = undefined;
      story.say(message, { role: 'user', at });
    } else {
      const id = textIn(message.id);
      const named = message.model === '<synthetic>' ? story.model : (textIn(message.model) ?? story.model);
      story.say(message, { role: 'assistant', at, joins: id !== undefined && id === open, model: named });
      open = id;
    }
    return true;
  };
  const dated = lines.find((line) => timeOf(line) !== undefined) ?? {};
  // A branch begins with lines of the session that it left.
  const { sessionId, agentId } = unopened(lines.findLast(isSaid) ?? {});
  const id = [sessionId, agentId].flatMap((part) => textIn(part) ?? []).join('/');
  return { ...readOne({ name: 'claude-code', is: isSaid, say }, dated, lines, lines), id };
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
