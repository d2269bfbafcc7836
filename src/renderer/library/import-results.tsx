import type { ImportResult, Verification } from '../../shared/review.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Banner, type BannerTone, Button } from '../ui/index.ts';
import type { Imported } from './use-import.ts';

/** What became of the files that were brought in: each stays until it is opened or dismissed. */
export function ImportResults({
  files,
  onDismiss,
}: {
  readonly files: readonly Imported[];
  readonly onDismiss: (name: string) => void;
}) {
  if (files.length === 0) return null;
  return (
    <div className="flex max-h-60 shrink-0 flex-col gap-2 overflow-y-auto px-4 pt-3">
      {files.map((file) => (
        <Told key={file.name} file={file} onDismiss={() => onDismiss(file.name)} />
      ))}
    </div>
  );
}

function Told({ file, onDismiss }: { readonly file: Imported; readonly onDismiss: () => void }) {
  const t = useT();
  const { select } = useActions();
  const { name } = file;
  if (file.state === 'reading') return <Banner live title={t('library.import.reading', { name })} />;
  const dismiss = (
    <Button size="sm" variant="ghost" onClick={onDismiss}>
      {t('library.import.dismiss')}
    </Button>
  );
  if (file.state === 'failed') {
    return (
      <Banner live tone="danger" title={t('library.import.failed', { name })} action={dismiss}>
        <p className="text-sm" lang={file.language}>
          {file.text}
        </p>
      </Banner>
    );
  }
  const { result, verified } = file;
  const title = t(result.alreadyThere ? 'library.import.already' : 'library.import.done', { name });
  return (
    <Banner
      live
      tone={toneOf(result, verified)}
      title={title}
      action={
        <span className="flex gap-1">
          <Button size="sm" onClick={() => select(result.session)}>
            {t('library.import.open')}
          </Button>
          {dismiss}
        </span>
      }
    >
      <Facts result={result} verified={verified} />
    </Banner>
  );
}

function toneOf({ redacted, foreign }: ImportResult, verified: Verification | undefined): BannerTone {
  if (redacted || foreign !== undefined || verified === undefined) return 'info';
  return verified.ok ? 'success' : 'warning';
}

function Facts({ result, verified }: { readonly result: ImportResult; readonly verified: Verification | undefined }) {
  const t = useT();
  const { number } = useFormat();
  const { foreign, unknownEvents, events, redacted } = result;
  const lines = [
    `${t('library.import.events', { count: events, n: number(events) })} ${t('library.import.readOnly')}`,
    foreign === undefined
      ? undefined
      : t('library.import.foreign', { format: foreign.format, n: number(foreign.messages) }),
    foreign === undefined || foreign.skipped === 0
      ? undefined
      : t('library.import.skipped', { count: foreign.skipped, n: number(foreign.skipped) }),
    redacted ? t('library.import.redacted') : undefined,
    unknownEvents === 0 ? undefined : t('library.import.unknown', { count: unknownEvents, n: number(unknownEvents) }),
    foreign !== undefined || redacted ? undefined : verifiedWords(),
  ].filter((line) => line !== undefined);

  function verifiedWords(): string {
    if (verified === undefined) return t('library.import.verifying');
    const { requests, verified: same } = verified;
    if (verified.gaps.length + verified.damaged.length > 0) return t('library.import.damaged');
    if (requests === 0) return t('library.import.noRequests');
    return verified.ok
      ? t('library.import.verified', { count: same, n: number(same) })
      : t('library.import.notVerified', { count: requests - same, n: number(requests - same) });
  }

  return (
    <ul className="text-sm">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
