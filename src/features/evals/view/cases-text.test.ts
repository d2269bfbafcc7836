import { expect, it } from 'vitest';
import { lineOf, readCaseRows, readSentences, withRow } from './fields.tsx';

const TEXT = `{
  "skill_name": "greet",
  "author": "Ada",
  "evals": [
    { "id": 1, "prompt": "Hi", "assertions": ["It is warm"], "extra": [1, 2] },

    { "id": "b", "prompt": "Bye" }
  ]
}
`;
const rowsOf = (text: string) => {
  const read = readCaseRows(text);
  return read.kind === 'rows' ? read.rows : [];
};

it('adds a row and leaves everything else as it was written', () => {
  const added = withRow(TEXT, ['evals', 2], { id: 'c', prompt: 'New' });
  expect(rowsOf(added).map(({ id }) => id)).toEqual(['1', 'b', 'c']);
  expect(added).toContain('"author": "Ada"');
  expect(added).toContain('{ "id": 1, "prompt": "Hi", "assertions": ["It is warm"], "extra": [1, 2] },\n\n');
  expect(lineOf(TEXT, ['evals', 1, 'id'])).toBe(7);
  const sentence = { query: 'x', should_trigger: true };
  expect(readSentences(withRow('[]', [0], sentence))).toEqual({ kind: 'rows', rows: [sentence] });
});

it('says why a file cannot be shown as a table', () => {
  expect(readCaseRows('{')).toMatchObject({ kind: 'broken' });
  expect(readCaseRows('{"skill_name": "x", "evals": [{"id": 1}]}')).toMatchObject({
    kind: 'broken',
    detail: { code: 'cases-field', figures: expect.objectContaining({ place: 'evals.0.prompt' }) },
  });
  expect(readCaseRows('')).toEqual({ kind: 'rows', rows: [] });
});
