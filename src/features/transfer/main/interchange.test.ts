import { expect, it } from 'vitest';
import { answered, created, finished, requested, rowsAt, said } from '../../../main/store/test-kit/home.ts';
import { strictSpans } from '../../../main/telemetry/test-kit/strict-spans.ts';
import type { EventBody } from '../../../shared/events.ts';
import { exportSession } from './export-session.ts';
import { readTranscripts } from './foreign/import-foreign.ts';

const at = (index: number) => `2030-01-02T03:04:${String(index).padStart(2, '0')}.000Z`;
const rowsOf = (...bodies: EventBody[]) => rowsAt(at, bodies);

const call = { id: 'c1', name: 'look', arguments: '{"city":"三亚","n":[1]}' };
const usage = { promptTokens: 12, completionTokens: 3, cachedPromptTokens: 4 };
const rows = rowsOf(
  created,
  {
    type: 'prompt-changed',
    basePrompt: 'Be brief.',
    workspaceSection: 'Files are in work.',
    tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
  },
  said('Old question'),
  answered('Old answer'),
  { type: 'history-rewound', toSeq: 2, reason: 'edit' },
  said('Weather? li@example.com'),
  requested(9),
  answered('', { toolCalls: [call], usage, reasoning: 'I should look.' }),
  { type: 'tool-started', callId: 'c1', name: 'look', arguments: call.arguments },
  finished('c1', 'look', '晴 “<b>”', { ok: false }),
  answered('Sunny.', { usage }),
  { type: 'note-added', note: 'n', on: 6, text: 'Good.' },
  { type: 'run-finished', state: 'completed', iterations: 2, text: 'Sunny.' },
);
const exported = (
  format: 'openai' | 'atif' | 'otlp',
  options: { readonly reasoning?: boolean; readonly redact?: boolean } = {},
  log = rows,
) => exportSession('s', log, { format, redact: false, language: 'en', folders: [], version: '1.2.3', ...options });
const imported = (text: string, format: 'openai' | 'atif' | 'otlp') => {
  const read = readTranscripts(text);
  expect(read.format).toBe(format);
  return read.transcripts[0];
};
const messages = [
  { role: 'system', text: 'Be brief.\n\nFiles are in work.' },
  { role: 'user', text: 'Weather? li@example.com' },
  { role: 'assistant', text: '', calls: [call], reasoning: 'I should look.' },
  { role: 'tool', callId: 'c1', name: '', text: '晴 “<b>”' },
  { role: 'assistant', text: 'Sunny.', calls: [] },
];

it('goes out as OpenAI messages and comes back the same; what is lost is counted', async () => {
  const { text, leftOut, mime, fileName } = await exported('openai', { reasoning: true });
  expect([mime, fileName]).toEqual(['application/json', 'Weather li@example com 2030-01-02.openai.json']);
  expect(imported(text, 'openai')).toMatchObject({ messages, model: 'demo', tools: [{ function: { name: 'look' } }] });
  expect(leftOut).toEqual([
    { what: 'replaced-event', count: 2 },
    { what: 'history-rewound', count: 1 },
    { what: 'request-sent', count: 1 },
    { what: 'tool-failure', count: 1 },
    { what: 'note-added', count: 1 },
    { what: 'time', count: 4 },
    { what: 'usage', count: 2 },
  ]);
  const without = await exported('openai');
  expect(without.text).not.toContain('I should look');
  expect(without.leftOut).toContainEqual({ what: 'reasoning', count: 1 });
});

it('goes out as ATIF and comes back with times, models and usage', async () => {
  const { text, leftOut } = await exported('atif', { reasoning: true });
  const document = JSON.parse(text);
  expect(document).toMatchObject({
    schema_version: 'ATIF-v1.4',
    session_id: 's',
    agent: { name: 'skilldeck', version: '1.2.3', model_name: 'demo' },
    final_metrics: { total_prompt_tokens: 24, total_completion_tokens: 6, total_cached_tokens: 8, total_steps: 4 },
  });
  expect(document.steps.map(({ step_id }: { step_id: number }) => step_id)).toEqual([1, 2, 3, 4]);
  const timed = messages.map((message, index) => ({ ...message, at: at([5, 5, 7, 7, 10][index] ?? 0) }));
  const [third, last] = [timed[2], timed[4]];
  expect(imported(text, 'atif')?.messages).toMatchObject([
    timed[0],
    timed[1],
    { ...third, usage, model: 'demo' },
    timed[3],
    { ...last, usage, model: 'demo' },
  ]);
  expect(leftOut).toContainEqual({ what: 'tool-definition', count: 1 });
  expect(leftOut).not.toContainEqual(expect.objectContaining({ what: 'time' }));
});

it('goes out as an OpenTelemetry trace and comes back with times, models, usage and failures', async () => {
  const traced = rowsOf(
    created,
    {
      type: 'prompt-changed',
      basePrompt: 'Be brief.',
      workspaceSection: '',
      tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
    },
    said('Yes'),
    requested(9),
    answered('Which city?', { usage }),
    { type: 'run-finished', state: 'completed', iterations: 1, text: 'Which city?' },
    said('Forget it'),
    requested(10),
    answered('Forgotten.'),
    { type: 'run-finished', state: 'completed', iterations: 1, text: 'Forgotten.' },
    { type: 'history-rewound', toSeq: 6, reason: 'edit' },
    said('Yes'),
    requested(11),
    answered('', { toolCalls: [call], reasoning: 'I should look.' }),
    { type: 'tool-started', callId: 'c1', name: 'look', arguments: call.arguments },
    finished('c1', 'look', '晴 “<b>”', { ok: false }),
    requested(9, 'summary'),
    answered('In short.', { purpose: 'summary' }),
    requested(12),
    answered('Sunny.'),
    { type: 'note-added', note: 'n', on: 6, text: 'Good.' },
    { type: 'run-finished', state: 'completed', iterations: 2, text: 'Sunny.' },
  );
  const { text, leftOut, fileName } = await exported('otlp', { reasoning: true }, traced);
  strictSpans(JSON.parse(text));
  expect(fileName).toBe('Yes 2030-01-02.otlp.json');
  const read = imported(text, 'otlp');
  // The rewound question is gone, the same word said twice is there twice.
  expect(read?.messages).toEqual([
    { role: 'system', text: 'Be brief.', at: at(3) },
    { role: 'user', text: 'Yes', at: at(3) },
    { role: 'assistant', text: 'Which city?', calls: [], usage, model: 'demo', from: at(3), at: at(4) },
    { role: 'user', text: 'Yes', at: at(12) },
    {
      role: 'assistant',
      text: '',
      calls: [call],
      reasoning: 'I should look.',
      model: 'demo',
      from: at(12),
      at: at(13),
    },
    { role: 'tool', callId: 'c1', name: '', text: '晴 “<b>”', failed: true, from: at(14), at: at(15) },
    {
      role: 'assistant',
      text: 'Sunny.',
      calls: [],
      model: 'demo',
      from: at(18),
      at: at(19),
    },
  ]);
  expect(read?.tools).toMatchObject([{ name: 'look', description: 'Looks.' }]);
  expect(read?.leftOut.list()).toContainEqual({ what: 'summary', count: 1 });
  expect(leftOut).toEqual([
    { what: 'history-rewound', count: 1 },
    { what: 'note-added', count: 1 },
  ]);
  expect((await exported('otlp', { reasoning: true }, traced)).text).toBe(text);
  expect((await exported('otlp', {}, traced)).text).not.toContain('I should look');
});

it('is redacted like every other export, and stays JSON', async () => {
  for (const format of ['openai', 'atif', 'otlp'] as const) {
    const { text, redacted } = await exported(format, { redact: true });
    expect([text.includes('li@example.com'), redacted?.email]).toEqual([false, 1]);
    expect(imported(text, format)?.messages[1]).toMatchObject({ text: 'Weather? [redacted:email]' });
  }
});
