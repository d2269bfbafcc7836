import { expect, it } from 'vitest';
import {
  lineOfCase,
  readCaseRows,
  readSentences,
  withCase,
  withField,
  withoutCase,
  withoutSentence,
  withSentence,
  withSentenceField,
} from './fields.tsx';

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

it('changes one field and leaves everything else as it was written', () => {
  const [first] = rowsOf(TEXT);
  if (first === undefined) throw new Error('no case');
  const changed = withField(TEXT, 0, 'expectations', ['It is warm', 'It is short'], first);
  const { evals, author } = JSON.parse(changed);
  expect(author).toBe('Ada');
  expect(evals[0]).toEqual({ id: 1, prompt: 'Hi', assertions: ['It is warm', 'It is short'], extra: [1, 2] });
  expect(changed).toContain('\n\n    { "id": "b", "prompt": "Bye" }');
  expect(JSON.parse(withField(TEXT, 0, 'expectations', [], first)).evals[0]).not.toHaveProperty('assertions');
  expect(JSON.parse(withField(TEXT, 1, 'loads', ['greet'], first)).evals[1]).toEqual({
    id: 'b',
    prompt: 'Bye',
    loads: ['greet'],
  });
  expect(lineOfCase(TEXT, 1)).toBe(7);
});

it('adds and removes cases, into an empty file too, each with a free id', () => {
  const added = withCase(TEXT, 'greet', rowsOf(TEXT), { prompt: 'New' });
  expect(rowsOf(added).map(({ id }) => id)).toEqual(['1', 'b', 'case-3']);
  expect(rowsOf(withoutCase(added, 0)).map(({ id }) => id)).toEqual(['b', 'case-3']);
  const fresh = withCase('', 'greet', [], { prompt: 'New' });
  expect(JSON.parse(fresh)).toEqual({ skill_name: 'greet', evals: [{ id: 'case-1', prompt: 'New' }] });
});

it('keeps the field name that a sentence uses', () => {
  const text = '[{ "prompt": "a", "should_trigger": true, "note": 1 }]';
  const changed = withSentenceField(text, 0, { query: 'b', should_trigger: false });
  expect(JSON.parse(changed)).toEqual([{ prompt: 'b', should_trigger: false, note: 1 }]);
  expect(readSentences(withSentence('', [], { query: 'x', should_trigger: true }))).toEqual({
    kind: 'rows',
    rows: [{ query: 'x', should_trigger: true }],
  });
  expect(JSON.parse(withoutSentence(text, 0))).toEqual([]);
});

it('says why a file cannot be shown as a table', () => {
  expect(readCaseRows('{')).toMatchObject({ kind: 'broken' });
  expect(readCaseRows('{"skill_name": "x", "evals": [{"id": 1}]}')).toMatchObject({
    kind: 'broken',
    detail: { code: 'cases-field', figures: expect.objectContaining({ place: 'evals.0.prompt' }) },
  });
  expect(readCaseRows('')).toEqual({ kind: 'rows', rows: [] });
});
