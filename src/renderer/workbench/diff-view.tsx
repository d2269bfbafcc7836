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
  unfolded,
}: {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  /** Shows what is the same too. */
  readonly unfolded: boolean;
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
      ...(unfolded ? {} : { collapseUnchanged: FOLD }),
    });
    const scrolled = host.current;
    if (unfolded) {
      // Scrolls to the first change, which may be far down.
      const [first] = view.chunks;
      if (first !== undefined) view.b.dispatch({ effects: EditorView.scrollIntoView(first.fromB, { y: 'center' }) });
    } else scrolled.scrollTop = 0;
    return () => view.destroy();
  }, [before, after, beforeLabel, afterLabel, unfolded, language]);

  return <div ref={host} className="h-full min-h-0 overflow-y-auto bg-surface [&_.cm-mergeView]:min-h-full" />;
}
