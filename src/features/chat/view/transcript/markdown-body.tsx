/**
 * A model's answer. Raw HTML is shown as text, images are not loaded, links are checked; only the growing block is
 * re-rendered.
 */
import { memo } from 'react';
import type { Components } from 'streamdown';
import { MARKDOWN_COMPONENTS, SafeMarkdown } from '../../../../renderer/shared/markdown.tsx';
import { useWords } from '../../../../renderer/shared/words.ts';
import { CodeBlock } from './code-block.tsx';
import { MarkdownLink } from './markdown-link.tsx';

function NoImage({ alt }: { readonly alt?: string | undefined }) {
  const words = useWords();
  return <span className="text-ink-soft">{words.t('markdown.imageNotShown', { alt: alt ?? '' })}</span>;
}

const COMPONENTS = {
  ...MARKDOWN_COMPONENTS,
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ alt }) => <NoImage alt={alt} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
} satisfies Components;

export const MarkdownBody = memo(function MarkdownBody({
  text,
  streaming,
}: {
  readonly text: string;
  readonly streaming: boolean;
}) {
  return <SafeMarkdown text={text} streaming={streaming} components={COMPONENTS} />;
});
