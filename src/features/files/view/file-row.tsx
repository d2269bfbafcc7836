import { useT } from '../../../renderer/i18n/index.ts';
import { visiblePieces } from '../../../renderer/shared/visible-text.tsx';
import type { PreviewKind } from '../../../shared/window/preview-kind.ts';
import { FileIcon } from './file-icon.tsx';

/** A file name on one line, with hidden characters visible: scripts may use any name. */
export const shownName = (name: string): string =>
  visiblePieces(name)
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ');

/** @param first the one of its list that the Tab key stops at. */
export function FileRow({
  name,
  shown,
  kind,
  facts,
  first,
  onOpen,
}: {
  readonly name: string;
  /** Name without its folder. */
  readonly shown: string;
  readonly kind: PreviewKind;
  readonly facts: string;
  readonly first: boolean;
  readonly onOpen: () => void;
}) {
  const t = useT();
  return (
    <li>
      <button
        type="button"
        data-file-row
        tabIndex={first ? 0 : -1}
        title={shownName(name)}
        aria-label={`${t('files.open', { name: shownName(name) })}, ${facts}`}
        onClick={onOpen}
        className="flex w-full min-w-0 cursor-default items-center gap-2 rounded-control px-2 py-1.5 text-left hover:bg-hover"
      >
        <FileIcon kind={kind} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base">{shownName(shown)}</span>
          <span className="block truncate text-ink-soft text-xs tabular-nums">{facts}</span>
        </span>
      </button>
    </li>
  );
}
