import type { ReactNode } from 'react';
import { useFormat, useLanguage, useT, useText } from '../../../../renderer/i18n.ts';
import { type Imported, type ImportFailure, useActions, useApp } from '../../../../renderer/store/index.ts';
import { Banner, type BannerTone, Button } from '../../../../renderer/ui/index.ts';
import { evidenceLines, verdictOf } from '../../../../shared/messages/evidence.ts';
import { type DetailText, detailText } from '../../../../shared/messages/failure.ts';
import { TRANSCRIPTS } from '../../../../shared/review/unpack.ts';
import { type ImportResult, MAX_IMPORT_BYTES, someLines, type Verification } from '../../../../shared/review.ts';

type Found = File | Extract<Imported, { state: 'failed' }>;

/** Files that were dropped, and the transcripts in dropped folders by their paths. Never throws. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly Found[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files];
  const found = await Promise.all(entries.map(filesIn));
  return found.flatMap((some, index) =>
    some.length > 0 ? some : [{ state: 'failed', name: entries[index]?.name ?? '', failure: { why: 'empty' } }],
  );
}

async function filesIn(entry: FileSystemEntry): Promise<readonly Found[]> {
  const name = entry.fullPath.slice(1);
  const found: Promise<readonly Found[]>[] = [];
  try {
    if (entry.isDirectory) {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      const read = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      // A browser gives a hundred at a time.
      for (let some = await read(); some.length > 0; some = await read()) found.push(...some.map(filesIn));
    } else if (TRANSCRIPTS.test(name)) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      return [new File([file], name)];
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    found.push(Promise.resolve([{ state: 'failed', name, failure: { why: 'unread', message } }]));
  }
  return (await Promise.all(found)).flat();
}

/** Results of imported files: each stays until opened or dismissed. */
export function ImportResults() {
  const files = useApp((data) => data.imports);
  if (files.length === 0) return null;
  return (
    <div className="flex max-h-60 shrink-0 flex-col gap-2 overflow-y-auto px-4 pt-3">
      {files.map((file) => (
        <Told key={file.name} file={file} />
      ))}
    </div>
  );
}

function Told({ file }: { readonly file: Imported }) {
  const t = useT();
  const { select, library } = useActions();
  const { number } = useFormat();
  const { name } = file;
  if (file.state === 'waiting' || file.state === 'reading') return <UnderWay file={file} />;
  const dismiss = (
    <Button size="sm" variant="ghost" onClick={() => library.dismissImport(name)}>
      {t('common.dismiss')}
    </Button>
  );
  if (file.state === 'failed') return <Failed name={name} failure={file.failure} action={dismiss} />;
  const { result, verified } = file;
  const { alreadyThere, replaced } = result;
  const title =
    replaced === undefined
      ? t(alreadyThere ? 'library.import.already' : 'library.import.done', { name })
      : t('library.import.replaced', { name, count: replaced, n: number(replaced) });
  return (
    <Banner
      live
      tone={toneOf(result, verified)}
      title={title}
      action={
        <span className="flex gap-1">
          <Button size="sm" onClick={() => select(result.session)}>
            {t('common.open')}
          </Button>
          {dismiss}
        </span>
      }
    >
      <Facts result={result} verified={verified} />
    </Banner>
  );
}

function UnderWay({ file }: { readonly file: Extract<Imported, { state: 'waiting' | 'reading' }> }) {
  const t = useT();
  const { bytes, number } = useFormat();
  const { library } = useActions();
  const { name } = file;
  const cancel = (
    <Button size="sm" variant="ghost" onClick={() => library.cancelImport(name)}>
      {t('common.cancel')}
    </Button>
  );
  if (file.state === 'waiting') return <Banner title={t('library.import.waiting', { name })} action={cancel} />;
  const { read, size, progress } = file;
  const isStoring = progress.stored > 0;
  const far = isStoring
    ? t('library.import.stored', { n: number(progress.stored), all: number(progress.events) })
    : t('library.import.read', { n: bytes(read), all: bytes(size) });
  return (
    // The figures change many times a second: they are not read out.
    <Banner title={<span role="status">{t('library.import.reading', { name })}</span>} action={cancel}>
      <progress
        className="block h-1.5 w-full max-w-80"
        aria-label={t('library.import.reading', { name })}
        max={1}
        {...(isStoring ? { value: progress.stored / progress.events } : read < size ? { value: read / size } : {})}
      />
      <p className="text-sm tabular-nums">{far}</p>
    </Banner>
  );
}

function Failed({
  name,
  failure,
  action,
}: {
  readonly name: string;
  readonly failure: ImportFailure;
  readonly action: ReactNode;
}) {
  const t = useT();
  const { bytes } = useFormat();
  const language = useLanguage();
  if (failure.why === 'cancelled')
    return <Banner live title={t('library.import.cancelled', { name })} action={action} />;
  if (failure.why === 'empty') return <Banner live title={t('library.import.empty', { name })} action={action} />;
  const said: DetailText =
    failure.why === 'refused'
      ? detailText(language, failure.failure.detail, failure.failure.message)
      : {
          text:
            failure.why === 'unread'
              ? t('library.import.unread', { name, message: failure.message })
              : t('library.import.tooLarge', { name, size: bytes(failure.size), most: bytes(MAX_IMPORT_BYTES) }),
          language,
        };
  return (
    <Banner live tone="danger" title={t('library.import.failed', { name })} action={action}>
      <p className="text-sm" lang={said.language}>
        {said.text}
      </p>
    </Banner>
  );
}

function toneOf({ redacted, foreign }: ImportResult, verified: Verification | undefined): BannerTone {
  if (verified?.chain?.ok === false || verified?.signature?.ok === false) return 'danger';
  if (redacted || foreign !== undefined || verified === undefined) return 'info';
  return verified.ok ? 'success' : 'warning';
}

function Facts({ result, verified }: { readonly result: ImportResult; readonly verified: Verification | undefined }) {
  const { t, format, language } = useText();
  const { number } = format;
  const { foreign, unknownEvents, events, messages = 0 } = result;
  const lines = [
    `${t('library.import.events', { count: events, n: number(events) })} ${t('library.import.readOnly')}`,
    foreign === undefined ? undefined : t('library.import.foreign', { format: foreign.format, n: number(messages) }),
    foreign === undefined || foreign.leftOut.length === 0
      ? undefined
      : t('library.import.skipped', {
          list: foreign.leftOut
            .map(({ what, count, lines }) =>
              lines === undefined
                ? `${what} ${number(count)}`
                : t('library.import.broken', { count, n: number(count), lines: someLines(lines, count) }),
            )
            .join(', '),
        }),
    foreign?.stoppedAt === undefined ? undefined : t('library.import.stopped', { n: number(foreign.stoppedAt) }),
    unknownEvents === 0 ? undefined : t('library.import.unknown', { count: unknownEvents, n: number(unknownEvents) }),
    foreign !== undefined || verified === undefined ? undefined : verdictOf(t, format, verified).text,
    ...(verified === undefined ? [] : evidenceLines(language, verified)),
  ].filter((line) => line !== undefined);

  return (
    <ul className="text-sm">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
