/** Tasks and chats that a program keeps beside the code: Cline's and Roo Code's folders, and aider's Markdown file. */
import { jsonIn, listIn, objectIn, type Raw, textIn, timeOf } from './raw.ts';
import { has, type Shape } from './shape.ts';
import type { Story } from './story.ts';
import { costIn, pictureAt, usageIn } from './values.ts';

/** Messages of Cline and Roo Code as they were shown: `ui_messages.json` of a task's folder. */
function cline(story: Story, one: Raw): undefined {
  const kind = String(one.say ?? one.ask);
  const when = timeOf(one);
  const text = textIn(one.text) ?? '';
  if (kind === 'user_feedback' || (kind === 'text' && story.list.length === 0)) {
    story.say({ content: [text, ...listIn(one.images).map(pictureAt)] }, { role: 'user', at: when });
  } else if (kind === 'api_req_started') {
    const { tokensIn, tokensOut, cacheReads, cacheWrites, cost } = objectIn(jsonIn(text));
    const usage = { input: tokensIn, output: tokensOut, cacheRead: cacheReads, cacheWrite: cacheWrites };
    story.answer({ usage: usageIn(usage), cost: costIn(cost), at: when }, false);
  } else if (kind === 'text' || kind === 'completion_result') story.answer({ text, at: when }, true);
  else if (kind === 'reasoning') story.answer({ reasoning: text, at: when }, true);
  else if (kind === 'command_output') story.result(story.lastCall('command'), text, { at: when });
  else if (kind === 'command' || kind === 'tool' || kind === 'use_mcp_server') {
    const name = textIn(objectIn(jsonIn(text)).tool) ?? kind;
    story.call({
      id: `call-${String(one.ts)}`,
      name,
      arguments: kind === 'command' ? JSON.stringify({ command: text }) : text,
      at: when,
    });
  } else story.skip(one, kind);
}

export const TASKS: readonly Shape[] = [
  {
    name: 'cline',
    lines: true,
    is: (one) => has(one, 'ts') && (one.type === 'say' || one.type === 'ask') && (has(one, 'say') || has(one, 'ask')),
    say: cline,
  },
  { name: 'aider', is: (one) => has(one, 'aider'), list: 'aider' },
];

/** Figures that aider prints below an answer. */
function spentIn(part: string): Raw {
  const [line, sent, sentUnit, received, unit, cost] = AIDER_COUNTS.exec(part) ?? [];
  if (line === undefined) return {};
  const usage = { input: counted(sent, sentUnit), output: counted(received, unit) };
  return { usage, ...(cost === undefined ? {} : { cost: Number(cost) }) };
}

const AIDER_COUNTS =
  /> Tokens: ([\d.,]+)(k|M)? sent,(?:.*?\bcache.*?,)? ([\d.,]+)(k|M)? received\.(?: Cost: \$([\d.]+) message)?/;
const counted = (digits = '0', unit?: string): number =>
  Number(digits.replaceAll(',', '')) * (unit === 'M' ? 1_000_000 : unit === 'k' ? 1_000 : 1);

/** Aider's history, a Markdown file: conversations as values that a row reads. */
export function aiderIn(text: string): readonly unknown[] | undefined {
  // Without its head: a piece of one, or one among the words of a page.
  const isPiece =
    /^#### /m.test(text) &&
    /^> (?:Tokens: |Applied edit to |Commit [0-9a-f]{7} |Added .+ to the chat|Add .+ to the chat\?)/m.test(text);
  if (!/^\s*# aider chat started at /.test(text) && (!isPiece || /^\s*[[{]/.test(text))) return undefined;
  return text.split(/^(?=# aider chat started at )/m).flatMap((chat) => {
    if (chat.trim() === '') return [];
    const created = /^# aider chat started at (.*)/.exec(chat)?.[1]?.trim();
    const asked = Math.max(chat.search(/^#### /m), 0);
    const program = chat.slice(chat.indexOf('\n'), asked).trim();
    const said = chat
      .slice(asked)
      .split(/^((?:#### .*\n?)+)/m)
      .map((part) => ({
        role: part.startsWith('#### ') ? 'user' : 'assistant',
        content: part.replace(/^#### /gm, '').trim(),
        model: /(?:Main model|Model): (\S+)/.exec(program)?.[1],
        ...spentIn(part),
      }));
    const aider = said.filter(({ content }) => content !== '');
    return [{ aider, created, program }];
  });
}
