import { EditorState, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeTo,
  diagnosticsOf,
  keepingBreaks,
  lineBreaksOf,
  textOf,
} from '../../../renderer/workbench/code-editor.tsx';
import { copyName, nameFault } from '../../../renderer/workbench/name-field.tsx';
import type { SkillFileEntry } from '../../../shared/skills/author.ts';
import { rowsOf } from './file-tree.tsx';
import { groupedFindings } from './tools-panel.tsx';

const stateOf = (text: string) => EditorState.create({ doc: text, extensions: keepingBreaks(lineBreaksOf(text)) });

const texts = fc
  .array(fc.constantFrom('a', '文', '\n', '\r\n', '\r', '\ufeff', '\u2028', '😀', ' '), { maxLength: 20 })
  .map((parts) => parts.join(''));

describe('the editor’s text', () => {
  it('matches the file byte for byte, with any line breaks', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(textOf(stateOf(text), lineBreaksOf(text))).toBe(text);
      }),
    );
  });

  it('becomes another text with the same line breaks in one change', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const breaks = lineBreaksOf(before);
        fc.pre(breaks === lineBreaksOf(after));
        const state = stateOf(before);
        expect(textOf(state.update({ changes: changeTo(state, after, breaks) }).state, breaks)).toBe(after);
      }),
    );
  });
});

describe('findings in the editor', () => {
  const at = (line: number, column: number, fixable = false) =>
    ({ severity: 'error', file: 'SKILL.md', line, column, rule: 'r', message: 'm', fixable }) as const;

  it('underline the word or the line they refer to, and never beyond the text', () => {
    const doc = Text.of(['name: a', 'see x.md, then', '']);
    const found = diagnosticsOf(doc, [at(1, 1), at(2, 5, true), at(3, 1), at(99, 99)], 'en', {
      fix: 'Fix',
      onFix: () => {},
    });
    expect(found.map(({ from, to, actions }) => [doc.sliceString(from, to), actions?.length])).toEqual([
      ['name: a', undefined],
      ['x.md', 1],
      ['', undefined],
      ['', undefined],
    ]);
  });
});

it('shows errors first, and folds many findings of one kind', () => {
  const of = (rule: string, severity: 'error' | 'warning', count: number) =>
    Array.from({ length: count }, (_none, index) => {
      const place = { file: `${index}.md`, line: 1, column: 1 };
      return { severity, rule, message: 'm', fixable: false, ...place };
    });
  const groups = groupedFindings([
    ...of('links', 'warning', 6),
    ...of('secret', 'error', 1),
    ...of('other', 'warning', 4),
  ]);
  expect(groups.map(({ rule, shown, folded }) => [rule, shown.length, folded.length])).toEqual([
    ['secret', 1, 0],
    ['links', 3, 3],
    ['other', 4, 0],
  ]);
  expect(groups[1]?.folded[0]?.file).toBe('3.md');
});

describe('the file tree', () => {
  it('shows a folder’s files before its folders, deep ones collapsed until used', () => {
    const file = (path: string, role: SkillFileEntry['role'] = 'other'): SkillFileEntry => ({
      path,
      role,
      bytes: 1,
      editable: true,
      executable: false,
    });
    const files = [file('a.md'), file('SKILL.md', 'instructions'), file('s/x.py'), file('s/lib/y.py')];
    const shown = (active?: string) => rowsOf(files, new Map(), active).map(({ path, level }) => `${level} ${path}`);
    const folded = ['1 SKILL.md', '1 a.md', '1 s', '2 s/x.py', '2 s/lib'];
    expect(shown()).toEqual(folded);
    expect(shown('s/lib/y.py')).toEqual([...folded, '3 s/lib/y.py']);
  });
});

describe('a skill name', () => {
  it('is checked against the specification', () => {
    const faults = ['', 'A', 'a_b', '-a', 'a--b', 'x'.repeat(65), 'taken', 'pdf-forms', '报销'].map((name) =>
      nameFault(name, ['Taken']),
    );
    expect(faults).toEqual([
      'empty',
      'capitals',
      'characters',
      'edges',
      'double',
      'long',
      'taken',
      undefined,
      undefined,
    ]);
  });

  it('of a copy is always free and valid', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (id) => {
        const first = copyName(id, []);
        const second = copyName(id, [first]);
        expect([nameFault(first, []), nameFault(second, [first])]).toEqual([undefined, undefined]);
      }),
    );
  });
});
