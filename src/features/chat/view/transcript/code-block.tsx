import { type ReactNode, useRef } from 'react';
import { CopyButton } from '../../../../renderer/shared/copy-button.tsx';
import { useWords } from '../../../../renderer/shared/words.ts';

/** A block of code in an answer: calm, wrapped by scrolling, with one quiet button. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const words = useWords();
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="group/code relative my-3">
      <pre
        ref={code}
        className="overflow-x-auto rounded-panel border border-line bg-side px-3.5 py-3 font-mono text-sm leading-relaxed [&_code]:whitespace-pre [&_code]:bg-transparent [&_code]:p-0"
      >
        {children}
      </pre>
      <CopyButton
        label={words.t('markdown.copyCode')}
        text={() => code.current?.textContent ?? ''}
        className="absolute top-1.5 right-1.5 bg-side opacity-0 focus-visible:opacity-100 group-hover/code:opacity-100 pointer-coarse:opacity-100"
      />
    </div>
  );
}
