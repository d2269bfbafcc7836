/** Two texts side by side, byte for byte; only what is on the screen is drawn. */
import { MergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../i18n.ts';
import { keepingBreaks, lineBreaksOf, phrasesFor } from './code-editor.tsx';
import { editorTheme } from './editor-theme.ts';

/** Lines around a change that stay unfolded, and the fewest that are folded. */
const FOLD = { margin: 3, minSize: 6 };

export function DiffView({
  before,
  after,
  beforeLabel,
  afterLabel,
}: {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
}) {
  const language = useLanguage();
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (host.current === null) return;
    const side = (doc: string, label: string): { doc: string; extensions: Extension } => ({
      doc,
      extensions: [
        keepingBreaks(lineBreaksOf(doc)),
        lineNumbers(),
        highlightSpecialChars(),
        EditorState.readOnly.of(true),
        EditorState.phrases.of(phrasesFor(language)),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        editorTheme,
      ],
    });
    const view = new MergeView({
      a: side(before, beforeLabel),
      b: side(after, afterLabel),
      parent: host.current,
      collapseUnchanged: FOLD,
    });
    host.current.scrollTop = 0;
    return () => view.destroy();
  }, [before, after, beforeLabel, afterLabel, language]);

  return <div ref={host} className="h-full min-h-0 overflow-y-auto bg-surface [&_.cm-mergeView]:min-h-full" />;
}
