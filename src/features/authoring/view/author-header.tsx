import {
  ArrowLeft,
  Copy,
  Download,
  Ellipsis,
  FilePlus2,
  FolderInput,
  FolderOpen,
  Library,
  PencilLine,
  Play,
  Save,
  Trash2,
  Upload,
} from 'lucide-react';
import { useFormat, useT } from '../../../renderer/i18n/index.ts';
import {
  Badge,
  Button,
  IconButton,
  Menu,
  MenuItem,
  MenuSeparator,
  platformKeys,
  Tooltip,
} from '../../../renderer/ui/index.ts';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { dirtyOf } from '../../../renderer/workbench/workbench-state.ts';

export interface HeaderActions {
  readonly onBack: () => void;
  readonly onTry: () => void;
  readonly onNew: () => void;
  readonly onImport: () => void;
  readonly onRepositories: () => void;
  readonly onDuplicate: () => void;
  readonly onRename: () => void;
  readonly onReveal: () => void;
  readonly onExport: () => void;
  readonly onPublish: () => void;
  readonly onUninstall: () => void;
}

export function AuthorHeader({ skill, actions }: { readonly skill: string; readonly actions: HeaderActions }) {
  const t = useT();
  const format = useFormat();
  const tree = useBench((state) => state.tree);
  const unsaved = useBench((state) => dirtyOf(state).length);
  const saving = useBench((state) => state.saving);
  const { save } = useBenchActions();
  const writable = tree?.writable === true;
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b px-2">
      <Button variant="ghost" onClick={actions.onBack}>
        <ArrowLeft className="size-4" aria-hidden />
        {t('common.back')}
      </Button>
      <h2 id="author-title" className="min-w-0 truncate font-semibold text-base" title={tree?.dir}>
        {skill}
      </h2>
      {tree === undefined || writable ? null : <Badge>{t('common.readOnly')}</Badge>}
      <span role="status" className="shrink-0 text-ink-soft text-sm">
        {unsaved > 0 ? t('author.unsavedFiles', { count: unsaved, n: format.number(unsaved) }) : ''}
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-2">
        {writable ? (
          <Tooltip content={platformKeys(['Mod', 'S']).join(' ')}>
            <Button variant="primary" busy={saving} disabled={unsaved === 0} onClick={() => void save()}>
              <Save className="size-4" aria-hidden />
              {t('common.save')}
            </Button>
          </Tooltip>
        ) : tree === undefined ? null : (
          <Button variant="primary" onClick={actions.onDuplicate}>
            <Copy className="size-4" aria-hidden />
            {t('author.duplicate.toEdit')}
          </Button>
        )}
        <Tooltip content={t('author.tryHint')}>
          <Button onClick={actions.onTry}>
            <Play className="size-4" aria-hidden />
            {t('common.tryIt')}
          </Button>
        </Tooltip>
        <Menu
          align="end"
          trigger={
            <IconButton label={t('author.more')}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<FilePlus2 aria-hidden />} onSelect={actions.onNew}>
            {t('author.new.title')}
          </MenuItem>
          <MenuItem icon={<FolderInput aria-hidden />} onSelect={actions.onImport}>
            {t('author.import.title')}
          </MenuItem>
          <MenuItem icon={<Library aria-hidden />} onSelect={actions.onRepositories}>
            {t('repositories.title')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Copy aria-hidden />} onSelect={actions.onDuplicate}>
            {t('author.duplicate.menu')}
          </MenuItem>
          <MenuItem icon={<PencilLine aria-hidden />} disabled={!writable} onSelect={actions.onRename}>
            {t('author.rename.menu')}
          </MenuItem>
          <MenuItem icon={<FolderOpen aria-hidden />} onSelect={actions.onReveal}>
            {t('author.reveal.menu')}
          </MenuItem>
          <MenuItem icon={<Download aria-hidden />} onSelect={actions.onExport}>
            {t('author.export.menu')}
          </MenuItem>
          <MenuItem icon={<Upload aria-hidden />} onSelect={actions.onPublish}>
            {t('publishing.menu')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger disabled={!writable} onSelect={actions.onUninstall}>
            {t('author.uninstall.menu')}
          </MenuItem>
        </Menu>
      </span>
    </header>
  );
}
