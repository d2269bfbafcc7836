/** The conversation as the model is shown it for a summary: text, so that no server asks for the calls' tools. */

import { SUMMARY_NOTE } from '../../../shared/app-notes.ts';
import { wordsForModel } from '../../../shared/attachments.ts';
import type { SummaryTask } from '../../../shared/context-plans.ts';
import type { Message, SessionState } from '../../../shared/session-state.ts';
import { covers, isLoadedText, latestSummary } from '../compaction/compacted-messages.ts';
import { compactable } from '../compaction/compaction.ts';
import { loadedWhy } from './loaded-why.ts';

/** Characters kept of each text; more is cut out of its middle, with a note of how much. */
export interface Clips {
  readonly text: number;
  readonly result: number;
  readonly call: number;
}

export interface Material {
  /** Text before the messages: loaded skills, and the previous summary. */
  readonly head: string;
  readonly lines: readonly string[];
}

/** The earlier summary and what came since; with an instruction the messages themselves, as that summary may lack it. */
export function summaryMaterial(state: SessionState, { coversSeq, instruction }: SummaryTask, clips: Clips): Material {
  const earlier = latestSummary(state);
  const covered = compactable(state).filter((message) => covers({ coversSeq }, message.seq));
  const messages =
    earlier === undefined || instruction !== undefined
      ? covered
      : covered.filter((message) => !covers(earlier, message.seq));
  const skills = loadedWhy(state);
  const head = [
    ...(skills.length === 0 ? [] : [`Skills loaded now: ${skills.map((skill) => skill.line).join(', ')}.`]),
    ...(earlier?.summary === undefined
      ? []
      : [`<earlier-summary>\n${cut(earlier.summary.replace(SUMMARY_NOTE, '').trim(), EARLIER)}\n</earlier-summary>`]),
  ];
  return { head: head.join('\n'), lines: messages.map((message) => line(state, message, clips)) };
}

/** Characters of the previous summary: more than any accepted one has. */
const EARLIER = 24_000;

function line(state: SessionState, message: Message, clips: Clips): string {
  if (message.role === 'user') return `Person: ${cut(wordsForModel(message), clips.text)}`;
  if (message.role === 'tool') {
    // A skill's text stays in the context while it is loaded.
    const content = isLoadedText(state, message.callId) ? '(text of a skill)' : cut(message.content, clips.result);
    return `Result of ${message.name}${message.ok ? '' : ' (failed)'}: ${content}`;
  }
  const calls = message.toolCalls.map((call) => `Assistant called ${call.name} ${cut(call.arguments, clips.call)}`);
  return [...(message.text.trim() === '' ? [] : [`Assistant: ${cut(message.text, clips.text)}`]), ...calls].join('\n');
}

/** Two thirds of what is kept are the beginning. The marks around the material cannot be closed from inside it. */
function cut(text: string, length: number): string {
  const safe = (part: string) => part.replace(/<(?=\/?(?:conversation|earlier-summary)>)/gi, '‹');
  if (text.length <= length) return safe(text);
  const head = Math.ceil((length * 2) / 3);
  const first = text.slice(0, head).replace(/[\uD800-\uDBFF]$/, '');
  const last = text.slice(text.length - (length - head)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${safe(first)} […${text.length - length} characters left out…] ${safe(last)}`;
}
