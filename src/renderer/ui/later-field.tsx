/** Views that begin with a field and come when they are first shown: what is typed before they are here is theirs. */
import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import { later } from './later.tsx';
import { useUiWords } from './words.tsx';

/** Typed by a person for a view whose file was still on its way. */
export interface Typed {
  readonly text: string;
  /** Enter was pressed after it. */
  readonly entered: boolean;
}

const NOTHING: Typed = { text: '', entered: false };

/** Like `later`, for a view that a shortcut opens and whose field has the focus; one with `open` only while it is open. */
export function laterField<P extends { readonly typed: Typed; readonly open?: boolean }>(
  load: () => Promise<ComponentType<P>>,
) {
  let typed = NOTHING;
  const withTyped = async () => {
    const View = await load();
    return (props: Omit<P, 'typed'>) => {
      const [given] = useState(typed);
      return <View {...({ ...props, typed: given } as P)} />;
    };
  };
  const keep = (now: Typed) => {
    typed = now;
  };
  return later(withTyped, ({ open = true }) => (open ? <FieldToCome onType={keep} /> : null));
}

/**
 * Has the focus until the view is here or no longer wanted, then gives it back, so that closing the view leads to where
 * the person was. By then the view has what was typed.
 */
function FieldToCome({ onType }: { readonly onType: (typed: Typed) => void }) {
  const words = useUiWords();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
      onType(NOTHING);
    };
  }, [onType]);
  return (
    <input
      ref={field}
      className="sr-only"
      aria-label={words.loading}
      onChange={({ target }) => onType({ text: target.value, entered: false })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onType({ text: event.currentTarget.value, entered: true });
      }}
    />
  );
}
