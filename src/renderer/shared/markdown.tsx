import { cjk } from '@streamdown/cjk';
import { type Components, Streamdown } from 'streamdown';
import { shownText } from '../../shared/text/invisible.ts';

/** Each block is read from the side on which its own first letter is written. */
const bidi = '[unicode-bidi:plaintext]';
/** Spacing of a paragraph among others. */
export const PARAGRAPH = `${bidi} my-2.5 first:mt-0 last:mb-0`;
const heading = `${bidi} mt-4 mb-1.5 font-semibold text-ink first:mt-0`;

/** Markdown styles. Links, pictures and code are left to the caller. No raw HTML: it is shown as text. */
export const MARKDOWN_COMPONENTS: Components = {
  p: ({ children }) => <p className={PARAGRAPH}>{children}</p>,
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
  li: ({ children, className }) => (
    <li className={`${bidi} ${className?.includes('task-list-item') ? '-ml-5 list-none' : 'pl-0.5'}`}>{children}</li>
  ),
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  blockquote: ({ children }) => (
    <blockquote className="my-2.5 border-line-strong border-l-2 pl-3 text-ink-soft">{children}</blockquote>
  ),
  hr: () => <hr className="my-4 border-line" />,
  code: ({ children }) => <code>{children}</code>,
  inlineCode: ({ children }) => (
    <code className="rounded bg-sunken px-1 py-0.5 font-mono text-sm [overflow-wrap:anywhere]">{children}</code>
  ),
  table: ({ children }) => (
    <div className="my-3 overflow-x-auto rounded-panel border border-line">
      <table className="w-full border-collapse text-base">{children}</table>
    </div>
  ),
  thead: ({ children }) => <thead className="bg-side text-ink-soft">{children}</thead>,
  tbody: ({ children }) => <tbody>{children}</tbody>,
  tr: ({ children }) => <tr className="border-line border-b last:border-b-0">{children}</tr>,
  th: ({ children }) => <th className={`${bidi} px-3 py-1.5 text-start font-medium`}>{children}</th>,
  td: ({ children }) => <td className={`${bidi} px-3 py-1.5 align-top tabular-nums`}>{children}</td>,
};

const PLUGINS = { cjk };
const NO_PLUGINS: [] = [];
const asWritten = (url: string): string => url;

/**
 * Markdown from untrusted authors. Raw HTML is shown as text; `components` must define both links and pictures. In a
 * growing text only the last block is re-rendered.
 */
export function SafeMarkdown({
  text,
  streaming,
  components,
}: {
  readonly text: string;
  /** Its end may be half a word of Markdown. */
  readonly streaming: boolean;
  readonly components: Components & Required<Pick<Components, 'a' | 'img'>>;
}) {
  return (
    <Streamdown
      mode="streaming"
      className="min-w-0 text-md [overflow-wrap:anywhere]"
      components={components}
      controls={false}
      parseIncompleteMarkdown={streaming}
      plugins={PLUGINS}
      rehypePlugins={NO_PLUGINS}
      urlTransform={asWritten}
    >
      {shownText(text)}
    </Streamdown>
  );
}
