/** When a loaded skill was last of use: one notion for what goes first under pressure and for what has gone idle. */
import type { LoadedSkill, Message, SessionState } from '../../shared/session-state.ts';

/**
 * `seq` of the last event that used the skill: its load or a reference's; a message that mentions it (text, arguments
 * or result contain its id, ignoring case, so that choosing among its documents counts even if it changes nothing,
 * seeds/002); a call of one of its tools; a call whose arguments contain its folder's path, as a script's run does.
 */
export function lastUse(state: SessionState, skill: LoadedSkill): number {
  const { messages, catalog } = state;
  const folder = catalog.find((entry) => entry.id === skill.id)?.path;
  const words = [skill.id, ...(folder === undefined ? [] : [folder, JSON.stringify(folder).slice(1, -1)])];
  const tools = new Set(skill.tools.map((tool) => tool.name));
  const used = messages.findLast((message) => uses(message, textOf(state, message), words, tools));
  return Math.max(skill.seq, used?.seq ?? 0, ...skill.references.map((reference) => reference.seq));
}

export function leastRecentFirst(state: SessionState, skills: readonly LoadedSkill[]): LoadedSkill[] {
  const last = new Map(skills.map((skill) => [skill.id, lastUse(state, skill)]));
  return [...skills].sort((a, b) => (last.get(a.id) ?? 0) - (last.get(b.id) ?? 0));
}

function uses(message: Message, text: string, words: readonly string[], tools: ReadonlySet<string>): boolean {
  if (words.some((word) => text.toLowerCase().includes(word.toLowerCase()))) return true;
  if (message.role === 'tool') return tools.has(message.name);
  return message.role === 'assistant' && message.toolCalls.some((call) => tools.has(call.name));
}

/** All that a message says, with the calls that it makes and the commands that ran for them: a script's full path. */
export function textOf({ calls }: Pick<SessionState, 'calls'>, message: Message): string {
  switch (message.role) {
    case 'user':
      return message.text;
    case 'assistant':
      return [
        message.text,
        ...message.toolCalls.map(
          ({ id, name, arguments: given }) => `${name} ${given} ${calls[id]?.script?.command ?? ''}`,
        ),
      ].join('\n');
    case 'tool':
      return message.content;
  }
}
