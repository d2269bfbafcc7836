import {
  ArrowLeft,
  Copy,
  Download,
  Ellipsis,
  FilePlus2,
  FolderInput,
  Library,
  type LucideIcon,
  PencilLine,
  Play,
  Save,
  Trash2,
  Upload,
} from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useT, useText, type WordKey } from '../../../renderer/i18n.ts';
import { notifyFailure } from '../../../renderer/shared/failures.tsx';
import { FormDialog } from '../../../renderer/shared/form-dialog.tsx';
import { saveFile } from '../../../renderer/shared/save-file.ts';
import { useBusy } from '../../../renderer/shared/section.tsx';
import { type Failure, useActions } from '../../../renderer/store/index.ts';
import {
  Badge,
  Banner,
  Button,
  IconButton,
  Menu,
  MenuItem,
  MenuSeparator,
  notify,
  platformKeys,
  Tooltip,
} from '../../../renderer/ui/index.ts';
import { Dialog, TextField } from '../../../renderer/ui/on-demand.ts';
import { DiffView } from '../../../renderer/workbench/diff-view.tsx';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { dirtyOf, isDirty, localTextKeeper } from '../../../renderer/workbench/workbench-state.ts';
import { SkillNameDialog } from './dialogs.tsx';

/** The path of a new file, or another one for a file that is there. */
export function FileNameDialog({
  open,
  from,
  onClose,
}: {
  readonly open: boolean;
  /** Undefined: a new file. */
  readonly from: string | undefined;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { addFile, moveFile } = useBenchActions();
  const [path, setPath] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [busy, during] = useBusy();
  /** Set once the file was created: editing continues in it. */
  const made = useRef(false);

  useEffect(() => {
    if (!open) return;
    made.current = false;
    setPath(from ?? 'references/');
    setFailure(undefined);
  }, [open, from]);

  const submit = async (): Promise<void> => {
    const to = path.trim();
    const failed = await during(from === undefined ? addFile(to) : moveFile(from, to));
    setFailure(failed);
    made.current = failed === undefined && from === undefined;
    if (failed !== undefined) return;
    onClose();
    if (from === undefined) return;
    notify.undo(t('author.files.renamed', { from, to }), t('common.undo'), () => void moveFile(to, from));
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      finalFocus={() => (made.current ? document.querySelector<HTMLElement>('.cm-content') : null)}
      title={from === undefined ? t('author.files.add') : t('author.files.renameFile', { path: from })}
      submit={from === undefined ? t('author.files.create') : t('common.rename')}
      ready={path.trim() !== '' && !path.endsWith('/') && path.trim() !== from}
      busy={busy}
      failure={failure}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t('author.files.path')}
        description={t('author.files.pathHint')}
        value={path}
        onChange={setPath}
        inputClassName="font-mono"
        spellCheck={false}
        autoComplete="off"
      />
    </FormDialog>
  );
}

/** Conflicts between the editor's text and its file, with ways to resolve them. */
export function FileNotices() {
  const t = useT();
  const buffer = useBench((state) => (state.active === undefined ? undefined : state.buffers[state.active]));
  const { overwrite, takeTheirs, discard } = useBenchActions();
  const [comparing, setComparing] = useState(false);
  if (buffer === undefined) return null;
  const { path, text, conflict, restored = false } = buffer;
  if (conflict === undefined) {
    if (!restored || !isDirty(buffer)) return null;
    return (
      <Banner
        className="mx-3 mt-2"
        action={
          <Button size="sm" onClick={() => discard(path)}>
            {t('common.discard')}
          </Button>
        }
      >
        {t('author.conflict.restored')}
      </Banner>
    );
  }
  const gone = conflict.kind === 'gone';
  return (
    <>
      <Banner
        tone="warning"
        live
        className="mx-3 mt-2"
        title={t(gone ? 'author.conflict.gone' : 'author.conflict.changed', { path })}
        action={
          <span className="flex flex-wrap justify-end gap-2">
            {gone ? null : (
              <Button size="sm" onClick={() => setComparing(true)}>
                {t('common.compare')}
              </Button>
            )}
            <Button size="sm" onClick={() => takeTheirs(path)}>
              {t(gone ? 'author.conflict.letGo' : 'author.conflict.takeTheirs')}
            </Button>
            <Button size="sm" onClick={() => void overwrite(path)}>
              {t(gone ? 'author.conflict.writeAgain' : 'author.conflict.overwrite')}
            </Button>
          </span>
        }
      >
        {t('author.conflict.kept')}
      </Banner>
      {conflict.kind === 'changed' ? (
        <Dialog
          open={comparing}
          onClose={() => setComparing(false)}
          size="xl"
          flush
          title={t('author.conflict.compareTitle', { path })}
          description={t('author.conflict.compareDescription')}
        >
          <div className="h-[min(32rem,calc(100dvh-14rem))]">
            <DiffView
              before={conflict.theirs.text}
              after={text}
              beforeLabel={t('author.conflict.theirs')}
              afterLabel={t('author.conflict.mine')}
            />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

export type PublishDialog = ComponentType<{
  readonly skill: string;
  readonly onShow: (tab: 'findings' | 'evals') => void;
  readonly onClose: () => void;
}>;

/** Saving, trying, naming, giving away and removing a skill. */
export function AuthorHeader({
  skill,
  PublishDialog,
  onTab,
}: {
  readonly skill: string;
  readonly PublishDialog: PublishDialog;
  readonly onTab: (tab: 'findings' | 'evals' | 'try') => void;
}) {
  const { t, format } = useText();
  const { author, openAuthor, openDialog } = useActions();
  const tree = useBench((state) => state.tree);
  const unsaved = useBench((state) => dirtyOf(state).length);
  const saving = useBench((state) => state.saving);
  const { save } = useBenchActions();
  const [asking, setAsking] = useState<'rename' | 'duplicate' | 'publish'>();
  const writable = tree?.writable === true;
  /** Only saved text is copied, renamed, published and exported. */
  const once = (then: () => void) => async () => {
    if (unsaved === 0 || (await save())) then();
  };
  const exportIt = once(async () => {
    const outcome = await author.exportSkill(skill);
    if (outcome.ok) saveFile(outcome.value.name, outcome.value.base64);
    else notifyFailure(outcome.failure);
  });
  const uninstall = async (): Promise<void> => {
    const outcome = await author.uninstall(skill);
    if (!outcome.ok) return notifyFailure(outcome.failure);
    openAuthor(undefined);
    notify.undo(t('author.uninstall.done', { skill }), t('common.undo'), async () => {
      const restored = await author.restoreSkill(outcome.value.entry);
      if (restored.ok) openAuthor(skill);
      else notifyFailure(restored.failure);
    });
  };
  const item = (label: WordKey, Icon: LucideIcon, onSelect: () => void, isOff = false) => (
    <MenuItem label={t(label)} icon={<Icon aria-hidden />} disabled={isOff} onSelect={onSelect} />
  );
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b px-2">
      {/* Unsaved text is kept, and offered when the skill is opened again. */}
      <Button icon={ArrowLeft} variant="ghost" onClick={() => openAuthor(undefined)}>
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
            <Button icon={Save} variant="primary" busy={saving} disabled={unsaved === 0} onClick={() => void save()}>
              {t('common.save')}
            </Button>
          </Tooltip>
        ) : tree === undefined ? null : (
          <Button icon={Copy} variant="primary" onClick={() => setAsking('duplicate')}>
            {t('author.duplicate.toEdit')}
          </Button>
        )}
        <Tooltip content={t('author.tryHint')}>
          <Button icon={Play} onClick={() => onTab('try')}>
            {t('common.tryIt')}
          </Button>
        </Tooltip>
        <Menu align="end" trigger={<IconButton label={t('author.more')} icon={Ellipsis} />}>
          {item('author.new.title', FilePlus2, () => openDialog({ name: 'new-skill' }))}
          {item('author.import.title', FolderInput, () => openDialog({ name: 'import-skill' }))}
          {item('repositories.title', Library, () => openDialog({ name: 'repositories' }))}
          <MenuSeparator />
          {item(
            'author.duplicate.menu',
            Copy,
            once(() => setAsking('duplicate')),
          )}
          {item(
            'author.rename.menu',
            PencilLine,
            once(() => setAsking('rename')),
            !writable,
          )}
          {item('author.export.menu', Download, exportIt)}
          {item(
            'publishing.menu',
            Upload,
            once(() => setAsking('publish')),
          )}
          <MenuSeparator />
          <MenuItem
            label={t('author.uninstall.menu')}
            icon={<Trash2 aria-hidden />}
            danger
            disabled={!writable}
            onSelect={() => void uninstall()}
          />
        </Menu>
      </span>
      {asking === 'publish' ? (
        <PublishDialog
          skill={skill}
          onShow={(tab) => {
            setAsking(undefined);
            onTab(tab);
          }}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      <SkillNameDialog
        skill={skill}
        what={asking === 'publish' ? undefined : asking}
        onClose={() => setAsking(undefined)}
        onDone={(name) => {
          if (asking === 'rename') localTextKeeper(localStorage).rename(skill, name);
          setAsking(undefined);
          openAuthor(name);
        }}
      />
    </header>
  );
}
