/** A model's answer. No raw HTML (it is shown as text), no images, links checked; only the block that grows is drawn anew. */
import { cjk } from '@streamdown/cjk';
import { memo } from 'react';
import { type Components, Streamdown } from 'streamdown';
import { MARKDOWN_COMPONENTS } from '../parts/markdown-components.tsx';
import { CodeBlock } from './code-block.tsx';
import { MarkdownLink } from './markdown-link.tsx';
import { useWords } from './use-words.ts';

function NoImage({ alt }: { readonly alt?: string | undefined }) {
  const words = useWords();
  return <span className="text-ink-soft">{words.t('markdown.imageNotShown', { alt: alt ?? '' })}</span>;
}

const COMPONENTS: Components = {
  ...MARKDOWN_COMPONENTS,
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ alt }) => <NoImage alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
};

const NO_PLUGINS: [] = [];
const PLUGINS = { cjk };
const asWritten = (url: string): string => url;

export const MarkdownBody = memo(function MarkdownBody({
  text,
  streaming,
}: {
  readonly text: string;
  readonly streaming: boolean;
}) {
  return (
    <Streamdown
      mode="streaming"
      className="min-w-0 text-md [overflow-wrap:anywhere]"
      components={COMPONENTS}
      controls={false}
      parseIncompleteMarkdown={streaming}
      plugins={PLUGINS}
      rehypePlugins={NO_PLUGINS}
      urlTransform={asWritten}
    >
      {text}
    </Streamdown>
  );
});
