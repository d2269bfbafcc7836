import { visiblePieces } from './visible-text.ts';

/** Text in full, wrapped, with what cannot be seen marked. */
export function VisibleText({ text }: { readonly text: string }) {
  let at = 0;
  return visiblePieces(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.hidden ? (
      <mark key={key} className="mx-px rounded bg-danger-soft px-1 text-danger text-xs">
        {piece.text}
      </mark>
    ) : (
      <span key={key}>{piece.text}</span>
    );
  });
}
