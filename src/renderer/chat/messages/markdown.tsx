import { Suspense, use } from 'react';
import { shownText } from '../../../shared/text/invisible.ts';
import { PARAGRAPH } from '../../shared/markdown-components.tsx';

/** A third of what the screen is made of. It is not needed to begin, and is there before an answer is. */
const loading = import('./markdown-body.tsx');

interface MarkdownProps {
  readonly text: string;
  readonly streaming: boolean;
}

/** `use` shows what has long been loaded at once; `lazy` would show the bare words first, and nothing may jump. */
function LoadedMarkdown(props: MarkdownProps) {
  const { MarkdownBody } = use(loading);
  return <MarkdownBody {...props} />;
}

/** Before the formatting is loaded, each paragraph already takes its final space. */
function BareParagraphs({ text }: { readonly text: string }) {
  // A paragraph that streams in keeps its place in the list; there is no better name for it.
  const paragraphs = shownText(text)
    .split(/\n{2,}/)
    .map((paragraph, place) => ({ paragraph, place }));
  return (
    <div className="min-w-0 text-md [overflow-wrap:anywhere]">
      {paragraphs.map(({ paragraph, place }) => (
        <p key={place} className={`${PARAGRAPH} whitespace-pre-wrap`}>
          {paragraph}
        </p>
      ))}
    </div>
  );
}

/** A model's answer; its bare words for the moment that its form is not there yet. */
export function Markdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<BareParagraphs text={props.text} />}>
      <LoadedMarkdown {...props} />
    </Suspense>
  );
}
