import type { Components } from 'streamdown';
import { useT } from '../i18n/index.ts';
import { MARKDOWN_COMPONENTS } from '../shared/markdown-components.tsx';
import { SafeMarkdown } from '../shared/safe-markdown.tsx';

/** Rendered like a chat answer, but links show their target and cannot be followed here. */
const COMPONENTS = {
  ...MARKDOWN_COMPONENTS,
  a: ({ href, children }) => (
    <span>
      {children}
      {href === undefined || String(children) === href ? null : (
        <span className="text-ink-soft text-sm"> ({href})</span>
      )}
    </span>
  ),
  img: ({ alt }) => <span className="text-ink-soft">[{alt}]</span>,
  pre: ({ children }) => (
    <pre className="my-3 overflow-x-auto rounded-panel border border-line bg-side px-3.5 py-3 font-mono text-sm">
      {children}
    </pre>
  ),
} satisfies Components;

export function MarkdownView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const t = useT();
  return (
    <div className="px-5 pb-4">
      <SafeMarkdown text={text} streaming={false} components={COMPONENTS} />
      {truncated ? <p className="pt-3 text-ink-soft text-sm">{t('files.preview.cut')}</p> : null}
    </div>
  );
}
