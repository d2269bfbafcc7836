import { lazy, Suspense } from 'react';

/** A third of what the screen is made of. It is not needed to begin, and is there before an answer is. */
const loading = import('./markdown-body.tsx');
const MarkdownBody = lazy(async () => ({ default: (await loading).MarkdownBody }));

/** A model's answer; its bare words for the moment that its form is not there yet. */
export function Markdown({ text, streaming }: { readonly text: string; readonly streaming: boolean }) {
  return (
    <Suspense fallback={<p className="min-w-0 whitespace-pre-wrap text-md [overflow-wrap:anywhere]">{text}</p>}>
      <MarkdownBody text={text} streaming={streaming} />
    </Suspense>
  );
}
