/** The editor: one for the view, with a state for each file, so that undo and place are kept while one goes from file to file. */

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { markdown } from '@codemirror/lang-markdown';
import { python } from '@codemirror/lang-python';
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { type Diagnostic as EditorDiagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type StateEffect, Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { findingText } from '../../shared/messages/failure.ts';
import type { Language } from '../../shared/messages/types.ts';
import type { SkillCheck } from '../../shared/skills/author.ts';
import { type Language as LanguageIndex, useText } from '../i18n.ts';
import { editorTheme } from './editor-theme.ts';

/** Converts findings by line and column to editor diagnostics. */
export type Finding = SkillCheck['findings'][number];

export interface FindingWords {
  readonly fix: string;
  readonly onFix: (rule: string) => void;
}

/** Extends to the end of the word, or of the line if the finding covers all of it. */
export function diagnosticsOf(
  doc: Text,
  findings: readonly Finding[],
  language: Language,
  words: FindingWords | undefined,
): EditorDiagnostic[] {
  return findings.map((finding) => {
    const { line = 1, column = 1, severity, rule, fixable } = finding;
    const { from: start, to: end, text } = doc.line(Math.min(line, doc.lines));
    const from = Math.min(start + column - 1, end);
    const rest = text.slice(from - start);
    const length = column === 1 ? rest.trimEnd().length : (/^[^\s,;)，。；、：）]+/.exec(rest)?.[0].length ?? 1);
    const actions = fixable && words !== undefined ? [{ name: words.fix, apply: () => words.onFix(rule) }] : undefined;
    return {
      from,
      to: Math.min(from + length, end),
      severity,
      message: findingText(language, finding),
      source: rule,
      ...(actions === undefined ? {} : { actions }),
    };
  });
}

/** Syntax highlighting of a file by its name. */
function languageOf(path: string): Extension {
  if (/(?:^|\/)skill\.md$/i.test(path)) return yamlFrontmatter({ content: markdown() });
  switch (/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase()) {
    case 'md':
      return markdown();
    case 'yaml':
    case 'yml':
      return yaml();
    case 'py':
      return python();
    case 'js':
    case 'mjs':
    case 'cjs':
    case 'json':
      return javascript();
    case 'ts':
      return javascript({ typescript: true });
    default:
      return [];
  }
}

// The editor keeps lines; files keep bytes. Between the two nothing may get lost.

/** `mixed`: `\r` stays in the text, as a character that is seen. */
export type LineBreaks = '\n' | '\r\n' | 'mixed';

export function lineBreaksOf(text: string): LineBreaks {
  if (!text.includes('\r')) return '\n';
  return /(?:^|[^\r])\n|\r(?!\n)/.test(text) ? 'mixed' : '\r\n';
}

/** Extension for a state created from a text with these line breaks. */
export const keepingBreaks = (breaks: LineBreaks): Extension =>
  breaks === 'mixed' ? EditorState.lineSeparator.of('\n') : [];

/** The text again, byte for byte. */
export const textOf = ({ doc }: EditorState, breaks: LineBreaks): string =>
  doc.sliceString(0, doc.length, breaks === '\r\n' ? '\r\n' : '\n');

/** Change that turns the state's text into another with the same line breaks: the one range that differs. */
export function changeTo(
  state: EditorState,
  text: string,
  breaks: LineBreaks,
): { readonly from: number; readonly to: number; readonly insert: Text } {
  const before = state.doc.toString();
  const after = breaks === '\r\n' ? text.replaceAll('\r\n', '\n') : text;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const insert = Text.of(after.slice(from, after.length - end).split('\n'));
  return { from, to: before.length - end, insert };
}

/** Texts of the editor itself: search, lint, folds. English is built in. */
const ZH: Readonly<Record<string, string>> = {
  Find: '查找',
  Replace: '替换',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  'match case': '区分大小写',
  'by word': '全词匹配',
  regexp: '正则',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'replaced $ matches': '已替换 $ 处',
  'on line': '在第几行',
  'Go to line': '转到行',
  go: '转到',
  Diagnostics: '问题',
  'No diagnostics': '没有问题',
  'Folded lines': '已折叠的行',
  'Unfolded lines': '已展开的行',
  to: '到',
  'folded code': '已折叠的内容',
  unfold: '展开',
  'Fold line': '折叠此行',
  'Unfold line': '展开此行',
  'Control character': '控制字符',
  'Selection deleted': '已删除所选内容',
  '$ unchanged lines': '$ 行未变',
};

export const phrasesFor = (language: LanguageIndex): Readonly<Record<string, string>> => (language === 'zh' ? ZH : {});

/** A place to go to; a new object goes there again. */
export interface Goto {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A file that one went away from. */
interface EditorMemory {
  readonly state: EditorState;
  readonly scroll: StateEffect<unknown>;
}

export interface CodeEditorProps {
  readonly path: string;
  readonly text: string;
  readonly readOnly: boolean;
  readonly findings: readonly Finding[];
  readonly goto: Goto | undefined;
  readonly onEdit: (path: string, text: string) => void;
  readonly onSave: () => void;
  readonly onFix: ((rule: string) => void) | undefined;
}

export function CodeEditor({ path, text, readOnly, findings, goto, onEdit, onSave, onFix }: CodeEditorProps) {
  const { t, language } = useText();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const shown = useRef<{ readonly key: string; readonly breaks: LineBreaks }>(undefined);
  const left = useRef(new Map<string, EditorMemory>());
  const calls = useRef({ onEdit, onSave, onFix });
  calls.current = { onEdit, onSave, onFix };

  useEffect(() => {
    if (host.current === null) return;
    const kept = left.current;
    const editor = new EditorView({ parent: host.current });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = undefined;
      shown.current = undefined;
      kept.clear();
    };
  }, []);

  const label = t('author.editor.label', { path });
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const breaks = lineBreaksOf(text);
    const key = JSON.stringify([path, readOnly, language, breaks]);
    if (shown.current?.key === key) {
      if (textOf(editor.state, breaks) === text) return;
      // Changed elsewhere: only what differs, so that the cursor stays.
      editor.dispatch({ changes: changeTo(editor.state, text, breaks) });
      return;
    }
    if (shown.current !== undefined) {
      left.current.set(shown.current.key, { state: editor.state, scroll: editor.scrollSnapshot() });
    }
    shown.current = { key, breaks };
    const kept = left.current.get(key);
    if (kept !== undefined && textOf(kept.state, breaks) === text) {
      editor.setState(kept.state);
      editor.dispatch({ effects: kept.scroll });
      return;
    }
    const save = (): boolean => {
      calls.current.onSave();
      return true;
    };
    const state = EditorState.create({
      doc: text,
      extensions: [
        keymap.of([{ key: 'Mod-s', run: save, preventDefault: true }]),
        extensions(path, breaks),
        EditorState.readOnly.of(readOnly),
        EditorState.phrases.of(phrasesFor(language)),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) calls.current.onEdit(path, textOf(update.state, breaks));
        }),
      ],
    });
    editor.setState(state);
    editor.scrollDOM.scrollTop = 0;
  }, [path, text, readOnly, language, label]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const fix = calls.current.onFix;
    const words = fix === undefined ? undefined : { fix: t('author.findings.fix'), onFix: fix };
    editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state.doc, findings, language, words)));
  }, [findings, language, t]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || goto === undefined || goto.path !== path) return;
    const line = editor.state.doc.line(Math.min(Math.max(1, goto.line), editor.state.doc.lines));
    const at = Math.min(line.from + goto.column - 1, line.to);
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    editor.focus();
  }, [goto, path]);

  return <div ref={host} className="h-full min-h-0 [&>.cm-editor]:h-full" />;
}

function extensions(path: string, breaks: LineBreaks): Extension {
  return [
    keepingBreaks(breaks),
    lineNumbers(),
    lintGutter(),
    foldGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    EditorView.lineWrapping,
    keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, indentWithTab]),
    languageOf(path),
    editorTheme,
  ];
}
