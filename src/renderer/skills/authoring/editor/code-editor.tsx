/** The editor: one for the view, with a state for each file, so that undo and place are kept while one goes from file to file. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type StateEffect } from '@codemirror/state';
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
import { useLanguage, useT } from '../../../i18n/index.ts';
import { diagnosticsOf, type Finding } from './editor-findings.ts';
import { languageOf } from './editor-language.ts';
import { changeTo, keepingBreaks, type LineBreaks, lineBreaksOf, textOf } from './editor-text.ts';
import { editorTheme } from './editor-theme.ts';
import { phrasesFor } from './editor-words.ts';

/** A place to go to; a new object goes there again. */
export interface Goto {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A file that one went away from. */
interface Left {
  readonly state: EditorState;
  readonly scroll: StateEffect<unknown>;
}

export interface CodeEditorProps {
  readonly path: string;
  readonly text: string;
  readonly readOnly: boolean;
  /** Findings of this file. */
  readonly findings: readonly Finding[];
  readonly goto: Goto | undefined;
  readonly onEdit: (path: string, text: string) => void;
  readonly onSave: () => void;
  readonly onFix: ((rule: string) => void) | undefined;
}

export function CodeEditor({ path, text, readOnly, findings, goto, onEdit, onSave, onFix }: CodeEditorProps) {
  const t = useT();
  const language = useLanguage();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const shown = useRef<{ readonly key: string; readonly breaks: LineBreaks }>(undefined);
  const left = useRef(new Map<string, Left>());
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
