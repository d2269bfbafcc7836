import { expect, it } from 'vitest';
import { inContractWords } from '../../main/api/implement-contract.ts';
import { refusal } from '../../main/store/intake/log-line.ts';
import { evalsFileSchema, triggersFileSchema } from '../evals/cases.ts';
import { readCasesText } from '../evals/read-cases-text.ts';
import { detailIn, detailText } from './detail.ts';
import { failureLine } from './failure.ts';

it('says in Chinese what exactly went wrong, and in English what the error says', () => {
  const { code, message, detail } = refusal('event-gap', { line: 3, seq: 4, due: 3 });
  expect(message).toBe(
    'Line 3 is event 4, but event 3 is due: events are missing. Export the session again. Nothing was imported.',
  );
  expect(failureLine('zh', { code, message, detail })).toMatch(/（第 3 行是事件 4，.*请重新导出对话。）$/);
  expect(inContractWords(refusal('no-events'))).toMatchObject({ data: { detail: { code: 'no-events', figures: {} } } });
});

it('falls back to the message where a newer version has another detail', () => {
  const english = { text: 'Something new.', language: 'en' };
  expect(detailText('zh', { code: 'of-tomorrow', figures: {} }, 'Something new.')).toEqual(english);
  expect(detailText('zh', undefined, 'Something new.')).toEqual(english);
});

it.each([
  [evalsFileSchema, '{"skill_name": "x",\n  "evals": [}', '文件在第 2 行第 13 列处不是有效的 JSON'],
  [evalsFileSchema, '{"skill_name": "x", "evals": [{"id": 1}]}', '“evals.0.prompt”应为文本'],
  [triggersFileSchema, '[{"query": "x"}]', '“0.should_trigger”应为 true 或 false'],
])('names the place in a file of cases', (schema, text, words) => {
  const read = readCasesText<unknown>(text, 'f', schema);
  expect('code' in read ? detailIn('zh', read) : read).toBe(`f 中的用例无法使用：${words}`);
});
