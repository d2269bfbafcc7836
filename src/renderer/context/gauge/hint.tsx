import type { ReactNode } from 'react';
import { Tooltip } from '../../ui/index.ts';

/** Words that a click, the focus or the pointer brings up. */
export function Hint({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <Tooltip content={words}>
      <button type="button" className="cursor-help rounded text-left">
        {children}
      </button>
    </Tooltip>
  );
}
