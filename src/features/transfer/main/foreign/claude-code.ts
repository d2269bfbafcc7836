/** Claude Code's session files: one JSON object a line, below `~/.claude/projects`. */

import { addMessage } from './anthropic.ts';
import { type Format, isObject, LeftOut, Messages, objectsIn, textIn, timeOf } from './format.ts';

const TYPES = new Set(['user', 'assistant', 'summary', 'system', 'file-history-snapshot', 'attachment', 'progress']);

export const claudeCode: Format = {
  name: 'claude-code',
  recognises: ({ values }) =>
    objectsIn(values).some(
      ({ type, message, uuid, sessionId }) =>
        TYPES.has(String(type)) && isObject(message) && (uuid !== undefined || sessionId !== undefined),
    ),
  read({ values }) {
    const [messages, leftOut] = [new Messages(), new LeftOut()];
    let title: string | undefined;
    let model: string | undefined;
    let at: string | undefined;
    /** Id of the answer whose pieces are coming: each block has a line. */
    let open: string | undefined;
    for (const line of objectsIn(values)) {
      const { type, message, isSidechain, isMeta, isCompactSummary, summary } = line;
      const when = timeOf(line);
      at ??= when;
      if (type === 'summary') title = textIn(summary) ?? title;
      if (!isObject(message) || (type !== 'user' && type !== 'assistant')) {
        if (type !== 'summary') leftOut.add(String(type ?? 'line'));
      } else if (isSidechain === true) leftOut.add('sidechain');
      else if (isMeta === true) leftOut.add('meta');
      else if (isCompactSummary === true) leftOut.add('compact-summary');
      else {
        const id = type === 'assistant' ? textIn(message.id) : undefined;
        if (type === 'assistant') model ??= textIn(message.model);
        addMessage(messages, { ...message, role: type }, leftOut, { at: when, joins: id !== undefined && id === open });
        open = id;
      }
    }
    return [{ messages: messages.list, tools: [], model, title, at, leftOut }];
  },
};
