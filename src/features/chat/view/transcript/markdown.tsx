import { PARAGRAPH } from '../../../../renderer/shared/markdown.tsx';
import { later } from '../../../../renderer/ui/index.ts';
import { shownText } from '../../../../shared/text/invisible.ts';

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
export const Markdown = later(async () => (await import('./markdown-body.tsx')).MarkdownBody, BareParagraphs);

// A third of what the screen is made of. It is not needed to begin, and is there before an answer is.
Markdown.fetch().catch(() => {});
