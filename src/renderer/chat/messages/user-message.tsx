import { Pencil } from 'lucide-react';
import { memo, useState } from 'react';
import type { Attachment } from '../../../shared/attachments.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useWords } from '../../shared/use-words.ts';
import { useHeld } from '../../store/index.ts';
import { IconButton } from '../../ui/index.ts';
import { AttachedFiles } from './attached-files.tsx';
import { MessageActions } from './message-actions.tsx';
import { MessageEditor } from './message-editor.tsx';
import { NoteButton } from './note-button.tsx';
import { PinButton, usePinned } from './pin-button.tsx';
import { useVersions, VersionSwitch } from './version-switch.tsx';

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
  const [editing, setEditing] = useState(false);
  if (editing && !held) return <MessageEditor seq={seq} text={text} onDone={() => setEditing(false)} />;
  return (
    <article aria-label={words.t('you')} className="group/message flex flex-col items-end">
      <div className="max-w-[85%] whitespace-pre-wrap [unicode-bidi:plaintext] rounded-bubble bg-sunken px-4 py-2.5 text-md [overflow-wrap:anywhere]">
        {shownText(text)}
      </div>
      {attachments === undefined ? null : <AttachedFiles files={attachments} />}
      <MessageActions end shown={pinned || versions !== undefined}>
        <time dateTime={at} className="mr-1">
          {words.format.time(at)}
        </time>
        <CopyButton text={text} label={words.t('message.copy')} />
        <NoteButton seq={seq} />
        <PinButton seq={seq} />
        {held ? null : (
          <IconButton size="sm" label={words.t('message.edit')} onClick={() => setEditing(true)}>
            <Pencil aria-hidden />
          </IconButton>
        )}
        {versions === undefined ? null : <VersionSwitch seq={seq} versions={versions} />}
      </MessageActions>
    </article>
  );
});
