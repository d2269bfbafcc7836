import { cjk } from '@streamdown/cjk';
import { type Components, Streamdown } from 'streamdown';
import { useT } from '../i18n/index.ts';

const heading = 'mt-4 mb-1.5 font-semibold first:mt-0 [unicode-bidi:plaintext]';

/** As an answer in the chat, but for what leads away: where a link goes is shown, and it is not followed from here. */
const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <span>
      {children}
      {href === undefined || String(children) === href ? null : (
        <span className="text-ink-soft text-sm"> ({href})</span>
      )}
    </span>
  ),
  img: ({ alt }) => <span className="text-ink-soft">[{alt}]</span>,
  p: ({ children }) => <p className="my-2.5 [unicode-bidi:plaintext] first:mt-0 last:mb-0">{children}</p>,
  h1: ({ children }) => <h3 className={`${heading} text-lg`}>{children}</h3>,
  h2: ({ children }) => <h3 className={`${heading} text-lg`}>{children}</h3>,
  h3: ({ children }) => <h4 className={heading}>{children}</h4>,
  h4: ({ children }) => <h4 className={heading}>{children}</h4>,
  h5: ({ children }) => <h4 className={heading}>{children}</h4>,
  h6: ({ children }) => <h4 className={heading}>{children}</h4>,
  ul: ({ children }) => <ul className="my-2.5 list-disc space-y-1 pl-5 marker:text-ink-faint">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="my-2.5 list-decimal space-y-1 pl-5 marker:text-ink-soft">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="pl-0.5 [unicode-bidi:plaintext]">{children}</li>,
  blockquote: ({ children }) => (
    <blockquote className="my-2.5 border-line-strong border-l-2 pl-3 text-ink-soft">{children}</blockquote>
  ),
  hr: () => <hr className="my-4 border-line" />,
  pre: ({ children }) => (
    <pre className="my-3 overflow-x-auto rounded-panel border border-line bg-side px-3.5 py-3 font-mono text-sm">
      {children}
    </pre>
  ),
  code: ({ children }) => <code>{children}</code>,
  inlineCode: ({ children }) => <code className="rounded bg-sunken px-1 py-0.5 font-mono text-sm">{children}</code>,
  table: ({ children }) => (
    <div className="my-3 overflow-x-auto rounded-panel border border-line">
      <table className="w-full border-collapse text-base">{children}</table>
    </div>
  ),
  thead: ({ children }) => <thead className="bg-side text-ink-soft">{children}</thead>,
  tbody: ({ children }) => <tbody>{children}</tbody>,
  tr: ({ children }) => <tr className="border-line border-b last:border-b-0">{children}</tr>,
  th: ({ children }) => <th className="px-3 py-1.5 text-start font-medium">{children}</th>,
  td: ({ children }) => <td className="px-3 py-1.5 align-top tabular-nums">{children}</td>,
};

const PLUGINS = { cjk };
/** Raw HTML is shown as text. */
const NO_PLUGINS: [] = [];
const asWritten = (url: string): string => url;

export function MarkdownView({ text, truncated }: { readonly text: string; readonly truncated: boolean }) {
  const t = useT();
  return (
    <div className="px-5 pb-4">
      <Streamdown
        mode="streaming"
        className="min-w-0 text-md [overflow-wrap:anywhere]"
        components={COMPONENTS}
        controls={false}
        parseIncompleteMarkdown={false}
        plugins={PLUGINS}
        rehypePlugins={NO_PLUGINS}
        urlTransform={asWritten}
      >
        {text}
      </Streamdown>
      {truncated ? <p className="pt-3 text-ink-soft text-sm">{t('files.preview.cut')}</p> : null}
    </div>
  );
}
