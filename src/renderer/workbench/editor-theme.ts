/** The app's own tokens for the code editor: no colour is named here that `styles.css` does not. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const color = (token: string): string => `var(--color-${token})`;

const highlight = HighlightStyle.define([
  { tag: tags.heading, color: color('ink'), fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: [tags.link, tags.url], color: color('accent-ink'), textDecoration: 'underline' },
  { tag: [tags.monospace, tags.string, tags.special(tags.string)], color: color('success') },
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword, tags.controlKeyword],
    color: color('accent-ink'),
  },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: color('accent-ink'), fontWeight: '500' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape, tags.labelName], color: color('warning') },
  { tag: [tags.comment, tags.quote], color: color('ink-soft') },
  { tag: [tags.meta, tags.processingInstruction, tags.contentSeparator], color: color('ink-faint') },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.invalid, color: color('danger') },
]);

const underline = (token: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${color(token)}`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});

const theme = EditorView.theme({
  '&': { backgroundColor: color('surface'), color: color('ink'), fontSize: 'var(--text-sm)' },
  '&.cm-focused': { outline: `1px solid ${color('focus')}`, outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '0.5rem 0', caretColor: color('ink') },
  '.cm-line': { padding: '0 1rem 0 0.5rem' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: color('ink'), borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: `color-mix(in srgb, ${color('accent')} 24%, transparent)`,
  },
  '.cm-activeLine': { backgroundColor: color('hover') },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: color('ink') },
  '.cm-gutters': {
    backgroundColor: color('surface'),
    color: color('ink-faint'),
    border: 'none',
    paddingLeft: '0.25rem',
  },
  '.cm-foldPlaceholder': { backgroundColor: color('sunken'), color: color('ink-soft'), border: 'none' },
  '.cm-specialChar': { color: color('danger'), backgroundColor: color('danger-soft') },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: color('selected') },
  '.cm-searchMatch': { backgroundColor: color('warning-soft'), outline: `1px solid ${color('warning')}` },
  '.cm-selectionMatch': { backgroundColor: color('selected') },
  '.cm-panels': { backgroundColor: color('side'), color: color('ink'), fontFamily: 'var(--font-sans)' },
  '.cm-panel.cm-search': { padding: '0.5rem 2rem 0.5rem 0.75rem' },
  '.cm-panel.cm-search, .cm-panel.cm-search label': { fontSize: 'var(--text-sm)' },
  '.cm-panels-bottom': { borderTop: `1px solid ${color('line')}` },
  '.cm-panels-top': { borderBottom: `1px solid ${color('line')}` },
  '.cm-textfield': {
    backgroundColor: color('surface'),
    border: `1px solid ${color('line-strong')}`,
    fontSize: 'inherit',
  },
  '.cm-button': {
    backgroundColor: color('surface'),
    backgroundImage: 'none',
    border: `1px solid ${color('line-strong')}`,
    borderRadius: '0.25rem',
    color: color('ink'),
    fontSize: 'inherit',
  },
  '.cm-panel.cm-search [name=close]': { color: color('ink-soft'), fontSize: 'var(--text-lg)' },
  '.cm-tooltip': {
    backgroundColor: color('raised'),
    color: color('ink'),
    border: `1px solid ${color('line')}`,
    borderRadius: 'var(--radius-panel)',
    boxShadow: 'var(--shadow-float)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-lint': { maxWidth: '32rem' },
  '.cm-diagnostic': { padding: '0.375rem 0.75rem', borderLeftWidth: '3px', fontFamily: 'var(--font-sans)' },
  '.cm-diagnostic-error': { borderLeftColor: color('danger') },
  '.cm-diagnostic-warning': { borderLeftColor: color('warning') },
  '.cm-diagnostic-info': { borderLeftColor: color('accent') },
  '.cm-diagnosticSource': { color: color('ink-soft'), fontSize: 'var(--text-xs)', opacity: '1' },
  '.cm-diagnosticAction': { backgroundColor: color('accent'), color: color('on-accent'), borderRadius: '0.25rem' },
  '.cm-lintRange-error': underline('danger'),
  '.cm-lintRange-warning': underline('warning'),
  '.cm-lintRange-info': underline('accent'),
  '.cm-lintPoint-error:after': { borderBottomColor: color('danger') },
  '.cm-lintPoint-warning:after': { borderBottomColor: color('warning') },
  '.cm-lint-marker-error, .cm-lint-marker-warning, .cm-lint-marker-info': {
    content: 'none',
    width: '0.625rem',
    height: '0.625rem',
    marginTop: '0.3rem',
    forcedColorAdjust: 'none',
  },
  '.cm-lint-marker-error': { backgroundColor: color('danger') },
  '.cm-lint-marker-warning': { backgroundColor: color('warning'), borderRadius: '50%' },
  '.cm-lint-marker-info': { border: `2px solid ${color('accent')}`, borderRadius: '50%' },
  // The two sides of a comparison.
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: color('danger-soft') },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: color('success-soft') },
  '&.cm-merge-a .cm-changedText': { background: `color-mix(in srgb, ${color('danger')} 22%, transparent)` },
  '&.cm-merge-b .cm-changedText': { background: `color-mix(in srgb, ${color('success')} 22%, transparent)` },
  '.cm-changeGutter': { width: '4px', paddingLeft: '0' },
  '&.cm-merge-a .cm-changedLineGutter': { background: color('danger') },
  '&.cm-merge-b .cm-changedLineGutter': { background: color('success') },
  '.cm-collapsedLines': {
    background: color('sunken'),
    color: color('ink-soft'),
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-xs)',
    '&:before, &:after': { content: '"⋯"' },
  },
  '.cm-mergeSpacer': { backgroundColor: color('sunken') },
});

export const editorTheme: Extension = [theme, syntaxHighlighting(highlight)];
