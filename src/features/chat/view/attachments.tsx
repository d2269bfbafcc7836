import { File as FileIcon, Folder, Image as ImageIcon, Paperclip, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '../../../renderer/shared/words.tsx';
import { useActions, useApp, useHeldFiles } from '../../../renderer/store/index.ts';
import { IconButton, notify } from '../../../renderer/ui/index.ts';
import {
  isLeftOutOfFolders,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_FOLDER_BYTES,
  MAX_FOLDER_FILES,
} from '../../../shared/attachments.ts';

/** Files of folders by their path below them, by the folder's name. */
type Folders = ReadonlyMap<string, ReadonlyMap<string, File>>;

/** Files and folders that were dropped: items say which is which, and only while the event lasts. */
async function droppedIn(items: DataTransferItemList) {
  // What another program hands over may have no entry, and is a file.
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const folders = new Map<string, Map<string, File>>();
  const unread: string[] = [];
  for (const { entry } of dropped) {
    if (entry === null || !isFolder(entry)) continue;
    try {
      folders.set(entry.name, await filesBelow(entry));
    } catch {
      unread.push(entry.name);
    }
  }
  const files = dropped.flatMap(({ entry, file }) => (entry?.isDirectory || file === null ? [] : [file]));
  return { files, folders, unread };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((done, failed) => entry.file(done, failed));

/** One more than fit ends the look. */
async function filesBelow(folder: FileSystemDirectoryEntry, above = '', found = new Map<string, File>()) {
  const reader = folder.createReader();
  for (;;) {
    // A piece at a time; none ends the list.
    const entries = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (entries.length === 0) return found;
    for (const entry of entries) {
      if (isLeftOutOfFolders(entry.name)) continue;
      if (found.size > MAX_FOLDER_FILES) return found;
      if (isFile(entry)) found.set(`${above}${entry.name}`, await fileOf(entry));
      else if (isFolder(entry)) await filesBelow(entry, `${above}${entry.name}/`, found);
    }
  }
}

/** Lays files beside the message box, and says which could not be. */
export function useHoldFiles(): (files: readonly File[], folders?: Folders) => void {
  const words = useWords();
  const { attachments } = useActions();
  return useCallback(
    (given, folders) => {
      const refused = attachments.hold(given, folders);
      const [first] = refused;
      if (first === undefined) return;
      const large = first.size > MAX_ATTACHMENT_BYTES;
      const isFolder = folders?.has(first.name) === true;
      notify.beware(
        words.t('attach.refused', { name: first.name, count: refused.length }),
        isFolder
          ? words.t('attach.folderBounds', {
              files: words.format.number(MAX_FOLDER_FILES),
              most: words.format.bytes(MAX_FOLDER_BYTES),
            })
          : large
            ? words.t('attach.tooLarge', { most: words.format.bytes(MAX_ATTACHMENT_BYTES) })
            : words.t('attach.tooMany', { most: words.format.number(MAX_ATTACHMENTS) }),
      );
    },
    [attachments, words],
  );
}

/** Files from the person's machine, for the next message. */
export function AttachButton() {
  const words = useWords();
  const hold = useHoldFiles();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={words.t('attach.choose')}
        onChange={({ currentTarget }) => {
          hold([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was taken away.
          currentTarget.value = '';
        }}
      />
      <IconButton label={words.t('attach.choose')} side="top" onClick={() => input.current?.click()} icon={Paperclip} />
    </>
  );
}

/** Takes the files that are dropped anywhere on the window, which else would show them in place of the page; says so in the meantime. */
export function DropFiles() {
  const words = useWords();
  const hold = useHoldFiles();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', does: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') === true) does(event);
        },
        { signal: ending.signal },
      );
    listen('dragover', (event) => {
      event.preventDefault();
      setOver(true);
    });
    // It leaves the window: what it would go to is none of ours.
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
    listen('drop', (event) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer !== null)
        void droppedIn(event.dataTransfer.items).then(({ files, folders, unread: [name] }) => {
          hold(files, folders);
          if (name !== undefined)
            notify.beware(words.t('attach.refused', { name, count: 1 }), words.t('attach.unread'));
        });
    });
    return () => ending.abort();
  }, [hold, words]);
  return over ? (
    <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-panel border-2 border-accent border-dashed bg-canvas/90 font-medium text-lg">
      {words.t('attach.drop')}
    </div>
  ) : null;
}

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

export function HeldFiles() {
  const words = useWords();
  const held = useHeldFiles();
  const { attachments } = useActions();
  const seesPictures = useApp(({ nextRequest }) => nextRequest?.view?.post?.sees.includes('image') === true);
  const hasNoTools = useApp(({ nextRequest }) => nextRequest?.view?.post?.tools === false);
  const note = (text: string) => <p className="pb-1.5 text-pretty text-ink-soft text-sm">{text}</p>;
  const noTools = hasNoTools ? note(words.t('attach.noTools')) : null;
  if (held.length === 0) return noTools;
  const list = (
    <ul aria-label={words.t('attach.list')} className="flex flex-wrap gap-2 pt-1 pb-2">
      {held.map(({ id, file, inside }) => (
        <li
          key={id}
          className="flex max-w-64 items-center gap-2 rounded-control border border-line bg-side py-1 pr-1 pl-2 text-sm"
        >
          {/^image\/(png|jpe?g|gif|webp)$/.test(file.type) ? (
            <Thumbnail file={file} />
          ) : inside !== undefined ? (
            <Folder aria-hidden className="size-4 shrink-0 text-ink-soft" />
          ) : (
            <FileIcon aria-hidden className="size-4 shrink-0 text-ink-soft" />
          )}
          <span className="min-w-0 flex-1 truncate" title={file.name}>
            {file.name}
          </span>
          <span className="shrink-0 text-ink-soft text-xs tabular-nums">
            {inside === undefined
              ? words.format.bytes(file.size)
              : words.t('attach.folderFiles', { count: inside.size })}
          </span>
          <IconButton
            size="sm"
            label={words.t('attach.remove', { name: file.name })}
            onClick={() => attachments.letGo(id)}
            icon={X}
          />
        </li>
      ))}
    </ul>
  );
  const isUnseen = !seesPictures && held.some(({ file }) => file.type.startsWith('image/'));
  return (
    <>
      {list}
      {isUnseen ? note(words.t('attach.unseen')) : null}
      {noTools}
    </>
  );
}
