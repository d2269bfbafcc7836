import { ChevronLeft, ChevronRight, FileText, Folder, NotebookPen, Paperclip, Pencil, Pin } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useChatScope } from '../../../../renderer/cards/chat-scope.tsx';
import { useT } from '../../../../renderer/i18n.ts';
import { CopyButton } from '../../../../renderer/shared/copy-button.tsx';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import { useWords } from '../../../../renderer/shared/words.tsx';
import {
  NO_EVENTS,
  useActions,
  useApp,
  useHeld,
  usePast,
  useSessionState,
  useSimpleView,
} from '../../../../renderer/store/index.ts';
import { Afterwards, Button, cn, IconButton } from '../../../../renderer/ui/index.ts';
import type { Attachment } from '../../../../shared/attachments.ts';
import { type Answers, answersOf, type Version, versionsOf } from '../../../../shared/history.ts';
import { shownText } from '../../../../shared/text/invisible.ts';
import { BY_SERVER, partsOfMessage } from '../../../../shared/text/program-parts.ts';
import { isComposing, isSendKey, useAutosize } from '../use-autosize.ts';

/** Opens the box for a note beside the event `seq`, now or while a moment of the past is shown. */
export function NoteButton({ seq }: { readonly seq: number }) {
  const t = useT();
  const { writeNote } = useActions();
  const simple = useSimpleView();
  if (simple) return null;
  return (
    <IconButton size="sm" label={t('review.notes.add')} onClick={() => writeNote({ on: seq })} icon={NotebookPen} />
  );
}

export const usePinned = (seq: number | undefined): boolean =>
  useSessionState((state) => seq !== undefined && state.pinnedMessages.includes(seq));

/** Keeps a message whole for the model, however long the conversation grows. */
export function PinButton({ seq }: { readonly seq: number }) {
  const words = useWords();
  const { pinMessage } = useActions();
  const pinned = usePinned(seq);
  const past = usePast();
  const simple = useSimpleView();
  if (simple) return null;
  return (
    <IconButton
      size="sm"
      label={words.t(pinned ? 'message.unpin' : 'message.pin')}
      aria-pressed={pinned}
      disabled={past}
      onClick={() => void pinMessage(seq, !pinned)}
    >
      <Pin aria-hidden className={cn(pinned && 'fill-current text-accent')} />
    </IconButton>
  );
}

/** The wordings of a message that was edited; undefined for every other. */
export const useVersions = (seq: number): readonly Version[] | undefined =>
  useApp((data) => versionsOf((data.moment?.log ?? data.log)?.events ?? NO_EVENTS).get(seq));

/** The person's messages that were answered more than once. */
export const useAnswers = (): ReadonlyMap<number, Answers> =>
  useApp((data) => answersOf((data.moment?.log ?? data.log)?.events ?? NO_EVENTS));

export function AnswerSwitch({ turn }: { readonly turn: number }) {
  const answers = useAnswers().get(turn);
  if (answers?.shown === undefined) return null;
  return <VersionSwitch of="answer" seq={answers.shown} versions={answers.versions} />;
}

const LABELS = { message: 'message.versions', answer: 'message.answers' } as const;

/** Switches between versions, with everything that followed. The switch keeps its place and the focus. */
export function VersionSwitch({
  of = 'message',
  seq,
  versions,
}: {
  readonly of?: keyof typeof LABELS;
  readonly seq: number;
  readonly versions: readonly Version[];
}) {
  const words = useWords();
  const held = useHeld();
  const { bringBack } = useActions();
  const { memory, session } = useChatScope();
  const [busy, setBusy] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const at = versions.findIndex((version) => version.seq === seq);
  const wanted = `${session}/version-to-focus`;

  // Another version may be another row: its own switch takes over the focus.
  useEffect(() => {
    if (memory.get(wanted) !== seq) return;
    memory.delete(wanted);
    group.current?.focus();
  }, [memory, wanted, seq]);

  const go = async (to: number) => {
    const version = versions[to];
    if (busy || version === undefined) return;
    setBusy(true);
    memory.set(wanted, version.seq);
    if (!(await bringBack(version.seq))) memory.delete(wanted);
    setBusy(false);
  };
  const shown = words.t('message.version', { n: at + 1, total: versions.length });
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={`${words.t(LABELS[of])}: ${shown}`}
      className="ml-1 flex items-center rounded-control"
    >
      <IconButton
        size="sm"
        label={words.t('message.earlierVersion')}
        disabled={held || at === 0}
        onClick={() => void go(at - 1)}
        icon={ChevronLeft}
      />
      <span className="min-w-8 text-center tabular-nums">{shown}</span>
      <IconButton
        size="sm"
        label={words.t('message.laterVersion')}
        disabled={held || at === versions.length - 1}
        onClick={() => void go(at + 1)}
        icon={ChevronRight}
      />
    </fieldset>
  );
}

const HIDDEN_UNTIL_NEEDED =
  'opacity-0 transition-opacity duration-fast focus-within:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100';

/**
 * Visible on hover and focus, or always with `shown`; always reachable by keyboard and touch. Always takes its space,
 * so that nothing moves. Hidden ones are drawn after everything that is to be seen: they are half of a message's cost
 * while one scrolls.
 */
export function MessageActions({
  end = false,
  shown = false,
  children,
}: {
  readonly end?: boolean;
  readonly shown?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={cn(
        'mt-0.5 flex h-7 items-center gap-0.5 text-ink-soft text-xs',
        !shown && HIDDEN_UNTIL_NEEDED,
        end && 'justify-end',
      )}
    >
      <Afterwards now={shown}>{children}</Afterwards>
    </div>
  );
}

/** Edits a sent message: later messages are replaced, and it is answered again. */
function MessageEditor({
  seq,
  text,
  onDone,
}: {
  readonly seq: number;
  readonly text: string;
  readonly onDone: () => void;
}) {
  const words = useWords();
  const { edit } = useActions();
  const { focusComposer } = useChatScope();
  const [value, setValue] = useState(text);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useAutosize(field, value);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [text.length]);

  const close = () => {
    onDone();
    focusComposer();
  };
  const save = async () => {
    if (busy || value.trim() === '') return;
    setBusy(true);
    const done = await edit(seq, value);
    setBusy(false);
    if (done) close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !isComposing(event)) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (isSendKey(event)) {
      event.preventDefault();
      void save();
    }
  };

  return (
    <div className="mb-4 w-full rounded-bubble border border-line-strong bg-surface p-3">
      <textarea
        ref={field}
        value={value}
        rows={1}
        dir="auto"
        aria-label={words.t('message.editLabel')}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-[40vh] w-full resize-none bg-transparent px-1 text-md outline-none"
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-48 px-1 text-ink-soft text-sm">{words.t('message.editHint')}</span>
        <Button size="sm" variant="ghost" onClick={close}>
          {words.t('message.cancelEdit')}
        </Button>
        <Button size="sm" variant="primary" busy={busy} disabled={value.trim() === ''} onClick={() => void save()}>
          {words.t('message.saveEdit')}
        </Button>
      </div>
    </div>
  );
}

/** Files attached to a message; each can be previewed. */
export function AttachedFiles({ files }: { readonly files: readonly Attachment[] }) {
  const words = useWords();
  const { openDialog } = useActions();
  return (
    <ul aria-label={words.t('attach.with')} className="mt-1.5 flex max-w-[85%] flex-wrap items-end justify-end gap-1.5">
      {files.map((file) => {
        const { name, path, bytes, unshown, files: inside } = file;
        return (
          <li key={path} className="min-w-0">
            <button
              type="button"
              disabled={inside !== undefined}
              onClick={() => openDialog({ name: 'file', file: { path } })}
              className="max-w-64 overflow-hidden rounded-control border border-line bg-surface text-left text-sm transition-colors duration-fast hover:bg-hover"
            >
              <Thumbnail file={file} />
              <span className="flex items-center gap-1.5 px-2 py-1">
                {inside !== undefined ? (
                  <Folder aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
                ) : file.media?.kind === 'pdf' ? (
                  <FileText aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
                ) : (
                  <Paperclip aria-hidden className="size-3.5 shrink-0 text-ink-soft" />
                )}
                <span className="min-w-0 truncate">{shownText(name)}</span>
                <span className="shrink-0 text-ink-soft text-xs tabular-nums">
                  {inside === undefined ? '' : `${words.t('attach.folderFiles', { count: inside })} · `}
                  {words.format.bytes(bytes)}
                </span>
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

const BUBBLE =
  'max-w-[85%] whitespace-pre-wrap [unicode-bidi:plaintext] rounded-bubble bg-sunken px-4 py-2.5 text-md [overflow-wrap:anywhere]';

/** The person's words, and what a program added to them, folded. @param imported from another agent's session. */
function MessageText({ text, imported }: { readonly text: string; readonly imported: boolean }) {
  const words = useWords();
  const parts = partsOfMessage(text, imported ? undefined : BY_SERVER);
  if (!imported && parts.length < 2) return <div className={BUBBLE}>{shownText(text)}</div>;
  return parts.map(({ name, text: part, at }) =>
    name === undefined ? (
      <div key={at} className={cn(BUBBLE, 'mt-1.5')}>
        {shownText(part)}
      </div>
    ) : (
      <details key={at} className="mt-1.5 max-w-[85%] text-ink-soft text-sm">
        <summary className="cursor-pointer text-right">
          {words.t('message.byProgram')} <code translate="no">{name}</code>
        </summary>
        <div className="whitespace-pre-wrap rounded-control border border-line px-3 py-2 [overflow-wrap:anywhere]">
          {shownText(part)}
        </div>
      </details>
    ),
  );
}

/** The user's message as typed: never parsed as Markdown. */
export const UserMessage = memo(function UserMessage({
  seq,
  at,
  text,
  attachments,
}: {
  readonly seq: number;
  readonly at: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[] | undefined;
}) {
  const words = useWords();
  const held = useHeld();
  const pinned = usePinned(seq);
  const versions = useVersions(seq);
  const imported = useSessionState(({ foreign }) => foreign !== undefined);
  const [editing, setEditing] = useState(false);
  if (editing && !held) return <MessageEditor seq={seq} text={text} onDone={() => setEditing(false)} />;
  return (
    <article aria-label={words.t('you')} className="group/message flex flex-col items-end">
      <MessageText text={text} imported={imported} />
      {attachments === undefined ? null : <AttachedFiles files={attachments} />}
      <MessageActions end shown={pinned || versions !== undefined}>
        <time dateTime={at} className="mr-1">
          {words.format.time(at)}
        </time>
        <CopyButton text={text} label={words.t('message.copy')} />
        <NoteButton seq={seq} />
        <PinButton seq={seq} />
        {held ? null : (
          <IconButton size="sm" label={words.t('message.edit')} onClick={() => setEditing(true)} icon={Pencil} />
        )}
        {versions === undefined ? null : <VersionSwitch seq={seq} versions={versions} />}
      </MessageActions>
    </article>
  );
});
