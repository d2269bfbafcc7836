import { FileText, Paperclip } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Attachment } from '../../../shared/attachments.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { unlessGone } from '../../shared/unless-gone.ts';
import { useWords } from '../../shared/use-words.ts';
import { useActions } from '../../store/index.ts';

/** Files attached to a message; each can be previewed. */
export function AttachedFiles({ files }: { readonly files: readonly Attachment[] }) {
  const words = useWords();
  const { openDialog } = useActions();
  return (
    <ul aria-label={words.t('attach.with')} className="mt-1.5 flex max-w-[85%] flex-wrap items-end justify-end gap-1.5">
      {files.map((file) => {
        const { name, path, bytes, unshown } = file;
        return (
          <li key={path} className="min-w-0">
            <button
              type="button"
              onClick={() => openDialog({ name: 'file', file: { path } })}
              className="max-w-64 overflow-hidden rounded-control border border-line bg-surface text-left text-sm transition-colors duration-fast hover:bg-hover"
            >
              <Thumbnail file={file} />
              <span className="flex items-center gap-1.5 px-2 py-1">
                {file.media?.kind === 'pdf' ? (
                  <FileText aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
                ) : (
                  <Paperclip aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
                )}
                <span className="min-w-0 truncate">{shownText(name)}</span>
                <span className="shrink-0 text-ink-soft text-xs tabular-nums">{words.format.bytes(bytes)}</span>
              </span>
              {unshown === undefined ? null : (
                <span className="block px-2 pb-1 text-ink-soft text-xs">{words.t(`attach.unshown.${unshown}`)}</span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Pixels of the longer side. */
const MOST = 160;

/** A picture, small. Nothing where it is none, or its file is gone. */
function Thumbnail({ file: { path, mime, media } }: { readonly file: Attachment }) {
  const { files } = useActions();
  const [address, setAddress] = useState<string>();
  const isImage = media?.kind === 'image';
  useEffect(() => {
    if (!isImage) return;
    return unlessGone(files.whole({ path }), (read) => {
      // Uses the type found from the bytes: the file name may be wrong.
      if (read !== undefined) setAddress(`data:${mime};base64,${read.base64}`);
    });
  }, [isImage, path, mime, files]);
  if (!isImage) return null;
  const { width = MOST, height = MOST } = media;
  const scale = Math.min(1, MOST / Math.max(width, height));
  // Reserves the space before the picture loads, to avoid a layout shift.
  const size = { width: Math.max(24, Math.round(width * scale)), height: Math.max(24, Math.round(height * scale)) };
  return (
    <span className="block bg-sunken" style={{ minHeight: size.height }}>
      {address === undefined ? null : <img src={address} alt="" {...size} className="mx-auto object-contain" />}
    </span>
  );
}
