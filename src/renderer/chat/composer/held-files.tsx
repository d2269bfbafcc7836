import { File as FileIcon, Image as ImageIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWords } from '../../shared/use-words.ts';
import { useActions, useApp, useHeldFiles } from '../../store/index.ts';
import { IconButton } from '../../ui/index.ts';

function Thumbnail({ file }: { readonly file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address === undefined ? (
    <ImageIcon aria-hidden className="size-4 text-ink-soft" />
  ) : (
    <img src={address} alt="" className="size-8 rounded-control object-cover" />
  );
}

/** Files attached to the next message. */
export function HeldFiles() {
  const words = useWords();
  const held = useHeldFiles();
  const { attachments } = useActions();
  const seesPictures = useApp(({ nextRequest }) => nextRequest?.view?.post?.sees.includes('image') === true);
  if (held.length === 0) return null;
  const list = (
    <ul aria-label={words.t('attach.list')} className="flex flex-wrap gap-2 pt-1 pb-2">
      {held.map(({ id, file }) => (
        <li
          key={id}
          className="flex max-w-64 items-center gap-2 rounded-control border border-line bg-side py-1 pr-1 pl-2 text-sm"
        >
          {/^image\/(png|jpe?g|gif|webp)$/.test(file.type) ? (
            <Thumbnail file={file} />
          ) : (
            <FileIcon aria-hidden className="size-4 shrink-0 text-ink-soft" />
          )}
          <span className="min-w-0 flex-1 truncate" title={file.name}>
            {file.name}
          </span>
          <span className="shrink-0 text-ink-soft text-xs tabular-nums">{words.format.bytes(file.size)}</span>
          <IconButton
            size="sm"
            label={words.t('attach.remove', { name: file.name })}
            onClick={() => attachments.letGo(id)}
          >
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
  if (seesPictures || !held.some(({ file }) => file.type.startsWith('image/'))) return list;
  return (
    <>
      {list}
      <p className="pb-1.5 text-pretty text-ink-soft text-sm">{words.t('attach.unseen')}</p>
    </>
  );
}
