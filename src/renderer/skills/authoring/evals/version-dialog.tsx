import { useState } from 'react';
import { filesOf, type Loop, type LoopVersion } from '../../../../shared/evals/improving.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { Button, Dialog, Select } from '../../../ui/index.ts';
import { DiffView } from '../editor/diff-view.tsx';
import { useTake } from './use-take.ts';

/** One version: why it was made, what it changes, and the way to take it. */
export function VersionDialog({
  skill,
  loop,
  version,
  writable,
  onClose,
}: {
  readonly skill: string;
  readonly loop: Loop;
  readonly version: LoopVersion | undefined;
  readonly writable: boolean;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { take, refused } = useTake(skill, writable);
  const start = async (): Promise<void> => {
    if (version !== undefined && (await take(filesOf(loop, version)))) onClose();
  };
  return (
    <Dialog
      open={version !== undefined}
      onClose={onClose}
      size="xl"
      title={version === undefined ? '' : t('improving.versions.open', { n: version.number })}
      description={
        version?.parent === null || version === undefined
          ? t('improving.versions.original')
          : t('improving.versions.from', { n: version.parent })
      }
      footer={
        <>
          {refused === undefined ? null : <p className="mr-auto text-base text-ink-soft">{refused}</p>}
          <Button variant="primary" disabled={refused !== undefined} onClick={() => void start()}>
            {t(version?.parent === null ? 'improving.versions.restore' : 'improving.versions.take')}
          </Button>
        </>
      }
    >
      {version === undefined ? null : <Changes key={version.number} version={version} />}
    </Dialog>
  );
}

function Changes({ version: { number, reason, files } }: { readonly version: LoopVersion }) {
  const t = useT();
  const format = useFormat();
  const [path, setPath] = useState(files[0]?.path ?? '');
  const file = files.find((one) => one.path === path);
  if (file === undefined) return <p className="text-base">{t('improving.versions.nothing')}</p>;
  return (
    <div className="flex flex-col gap-3">
      {reason === '' ? null : <p className="text-base">{reason}</p>}
      {files.length === 1 ? (
        <h3 className="font-medium text-base">{file.path}</h3>
      ) : (
        <Select
          className="max-w-md"
          label={t('improving.versions.file')}
          value={path}
          options={files.map((one) => ({ value: one.path, label: one.path }))}
          onChange={setPath}
        />
      )}
      <div className="h-80 overflow-hidden rounded-panel border border-line">
        <DiffView
          before={file.before ?? ''}
          after={file.text}
          beforeLabel={t('improving.versions.before')}
          afterLabel={t('improving.versions.after', { n: format.number(number) })}
          unfolded={false}
        />
      </div>
    </div>
  );
}
