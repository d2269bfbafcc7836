import { useMemo } from 'react';
import type { FilePreview } from '../../shared/contract/files.ts';
import { useT } from '../i18n/index.ts';
import { EmptyState } from '../ui/index.ts';
import { CalendarView } from './calendar-view.tsx';
import { FileIcon } from './file-icon.tsx';
import { ImageView } from './image-view.tsx';
import { MarkdownView } from './markdown-view.tsx';
import { TableView } from './table-view.tsx';
import { TextView } from './text-view.tsx';

/** Kinds that can be shown otherwise than as written. */
export const hasForm = ({ kind, text }: FilePreview): boolean =>
  text !== undefined && ['markdown', 'json', 'table', 'calendar'].includes(kind);

function JsonView({
  text,
  wrap,
  truncated,
}: {
  readonly text: string;
  readonly wrap: boolean;
  readonly truncated: boolean;
}) {
  const t = useT();
  const pretty = useMemo(() => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return undefined;
    }
  }, [text]);
  return (
    <>
      {pretty === undefined && !truncated ? (
        <p className="px-5 text-ink-soft text-sm">{t('files.preview.notJson')}</p>
      ) : null}
      <TextView text={pretty ?? text} wrap={wrap} truncated={truncated} />
    </>
  );
}

/** A file rendered by its kind, or as source text. */
export function PreviewBody({
  name,
  preview,
  asWritten,
}: {
  readonly name: string;
  readonly preview: FilePreview;
  readonly asWritten: boolean;
}) {
  const t = useT();
  const { kind, mime, text, base64, truncated } = preview;
  if (kind === 'image' && base64 !== undefined && !truncated)
    return <ImageView name={name} mime={mime} base64={base64} />;
  if (text === undefined) {
    const elsewhere = kind === 'pdf' && !truncated;
    return (
      <EmptyState
        icon={<FileIcon kind={kind} />}
        title={mime}
        description={t(elsewhere ? 'files.preview.elsewhere' : 'files.preview.noPreview')}
      />
    );
  }
  if (!asWritten && text.trim() !== '') {
    if (kind === 'table') return <TableView text={text} truncated={truncated} />;
    if (kind === 'calendar') return <CalendarView text={text} truncated={truncated} />;
    if (kind === 'markdown') return <MarkdownView text={text} truncated={truncated} />;
    if (kind === 'json') return <JsonView text={text} truncated={truncated} wrap />;
  }
  return <TextView text={text} truncated={truncated} wrap />;
}
