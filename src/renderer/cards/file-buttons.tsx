import { CalendarPlus, FileText } from 'lucide-react';
import { shownText } from '../../shared/text/invisible.ts';
import { useWords } from '../shared/use-words.ts';
import { useActions } from '../store/index.ts';
import { Button } from '../ui/index.ts';
import { useOpenFile } from './use-open-file.ts';

export interface NamedFile {
  readonly name: string;
  readonly mime: string;
  readonly version?: number | undefined;
}

/** Files that a run left, each as a button that says what it is good for. */
export function FileButtons({ files }: { readonly files: readonly NamedFile[] }) {
  const words = useWords();
  const open = useOpenFile();
  const { openDialog } = useActions();
  return (
    <div className="flex flex-wrap gap-2">
      {files.map(({ name, mime, version }) => {
        const calendar = mime.startsWith('text/calendar');
        const page = mime.startsWith('text/html');
        const Icon = calendar ? CalendarPlus : FileText;
        const label = calendar ? words.t('file.calendar') : page ? words.t('file.itinerary') : shownText(name);
        // A calendar and a page to print go where they are used; of all others what is in them is looked at here.
        const onClick = () =>
          calendar || page ? void open(name, version) : openDialog({ name: 'file', file: { artifact: name, version } });
        return (
          <Button key={name} size="sm" title={words.t('file.open', { name: shownText(name) })} onClick={onClick}>
            <Icon aria-hidden className="size-3.5" />
            <span className="max-w-60 truncate">{label}</span>
          </Button>
        );
      })}
    </div>
  );
}
