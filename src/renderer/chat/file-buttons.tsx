import { CalendarPlus, FileText, Printer } from 'lucide-react';
import { Button } from '../ui/index.ts';
import { useOpenFile } from './use-open-file.ts';
import { useWords } from './use-words.ts';

export interface NamedFile {
  readonly name: string;
  readonly mime: string;
  readonly version?: number | undefined;
}

/** Files that a run left, each as a button that says what it is good for. */
export function FileButtons({ files }: { readonly files: readonly NamedFile[] }) {
  const words = useWords();
  const open = useOpenFile();
  return (
    <div className="flex flex-wrap gap-2">
      {files.map(({ name, mime, version }) => {
        const calendar = mime.startsWith('text/calendar');
        const page = mime.startsWith('text/html');
        const Icon = calendar ? CalendarPlus : page ? Printer : FileText;
        const label = calendar ? words.t('file.calendar') : page ? words.t('file.itinerary') : name;
        return (
          <Button key={name} size="sm" title={words.t('file.open', { name })} onClick={() => void open(name, version)}>
            <Icon aria-hidden className="size-3.5" />
            <span className="max-w-60 truncate">{label}</span>
          </Button>
        );
      })}
    </div>
  );
}
