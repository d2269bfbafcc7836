import { useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n/index.ts';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { FileRow } from './file-row.tsx';
import type { FolderOfFiles } from './folders.ts';
import { useRowKeys } from './table-view.tsx';

/** Rows drawn at once: a script can leave thousands. */
const STEP = 100;

/** One folder of the workspace, folded. */
export function FolderList({ folder, open }: { readonly folder: FolderOfFiles; readonly open: boolean }) {
  const t = useT();
  const format = useFormat();
  const { openDialog } = useActions();
  const onKeyDown = useRowKeys();
  const [most, setMost] = useState(STEP);
  const { files, name, bytes } = folder;
  const rest = files.length - most;
  return (
    <Collapsible
      defaultOpen={open}
      triggerClassName="h-8"
      summary={
        <span className="flex items-baseline gap-2">
          <span className="font-medium text-base">{t(`files.folder.${name}`)}</span>
          <span className="text-ink-soft text-xs tabular-nums">
            {t('files.folderCount', { n: format.number(files.length), bytes: format.bytes(bytes) })}
          </span>
        </span>
      }
    >
      <ul onKeyDown={onKeyDown} className="-mx-2">
        {files.slice(0, most).map((file, index) => (
          <FileRow
            key={file.path}
            name={file.path}
            shown={file.shown}
            kind={file.kind}
            first={index === 0}
            facts={`${format.bytes(file.bytes)} · ${format.dateTime(file.modified)}`}
            onOpen={() => openDialog({ name: 'file', file: { path: file.path } })}
          />
        ))}
      </ul>
      {rest > 0 ? (
        <Button size="sm" className="my-1" onClick={() => setMost(most + STEP)}>
          {t('files.more', { n: format.number(Math.min(rest, STEP)) })}
        </Button>
      ) : null}
    </Collapsible>
  );
}
