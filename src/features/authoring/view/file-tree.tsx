import {
  BookOpen,
  ChevronDown,
  ChevronRight,
  File,
  FilePlus,
  FileText,
  Pencil,
  Terminal,
  Trash2,
  Wrench,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { Badge, cn, IconButton, notify } from '../../../renderer/ui/index.ts';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { isDirty } from '../../../renderer/workbench/workbench-state.ts';
import type { SkillFileEntry } from '../../../shared/skills/author.ts';
import { FileNameDialog } from './author-header.tsx';

/** A line of the tree of a skill's files. */
export interface TreeRow {
  readonly path: string;
  readonly name: string;
  /** 1-based. */
  readonly level: number;
  /** Undefined: a folder. */
  readonly file?: SkillFileEntry;
  /** False for a folder that is folded. */
  readonly open?: boolean;
}

/**
 * @param unfolded by path, what the person folded or unfolded; else a folder at the top is open, and one with the active file.
 */
export function rowsOf(
  files: readonly SkillFileEntry[],
  unfolded: ReadonlyMap<string, boolean>,
  active: string | undefined,
): TreeRow[] {
  const below = (folder: string, level: number): TreeRow[] => {
    const prefix = folder === '' ? '' : `${folder}/`;
    const inside = files.filter(({ path }) => path.startsWith(prefix));
    const stepOf = (path: string): string => path.slice(prefix.length).split('/')[0] ?? '';
    const own = inside.filter(({ path }) => path === prefix + stepOf(path));
    const folders = new Set(inside.filter((file) => !own.includes(file)).map(({ path }) => stepOf(path)));
    return [
      ...own
        .toSorted((a, b) => Number(b.role === 'instructions') - Number(a.role === 'instructions'))
        .map((file) => ({ path: file.path, name: stepOf(file.path), level, file })),
      ...[...folders].flatMap((name) => {
        const path = prefix + name;
        const open = unfolded.get(path) ?? (level === 1 || active?.startsWith(`${path}/`) === true);
        return [{ path, name, level, open }, ...(open ? below(path, level + 1) : [])];
      }),
    ];
  };
  return below('', 1);
}

const ROLE_ICONS = {
  instructions: FileText,
  reference: BookOpen,
  script: Terminal,
  tools: Wrench,
  other: File,
} as const;

/** Every file of the skill. One stop of Tab, arrows inside; F2 renames, Delete removes. */
export function FileTree({ writable }: { readonly writable: boolean }) {
  const t = useT();
  const tree = useBench((state) => state.tree);
  const active = useBench((state) => state.active);
  const { open, removeFile } = useBenchActions();
  const [unfolded, setUnfolded] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, setFocused] = useState<string>();
  const [naming, setNaming] = useState<{ readonly from: string | undefined }>();
  const list = useRef<HTMLDivElement>(null);
  const rows = rowsOf(tree?.files ?? [], unfolded, active);
  const current = rows.find(({ path }) => path === focused) ?? rows.find(({ path }) => path === active) ?? rows[0];
  const activeFile = tree?.files.find(({ path }) => path === active);
  const changeable = writable && activeFile !== undefined && activeFile.role !== 'instructions';

  const toggle = (path: string, isOpen: boolean): boolean => {
    setUnfolded(new Map(unfolded).set(path, isOpen));
    return true;
  };
  const remove = async (path: string): Promise<void> => {
    const undo = await removeFile(path);
    if (undo !== undefined) notify.undo(t('author.files.removed', { path }), t('common.undo'), () => void undo());
    list.current?.focus();
  };
  const choose = (row: TreeRow): boolean => {
    setFocused(row.path);
    if (row.file === undefined) toggle(row.path, row.open !== true);
    else if (row.file.editable) void open(row.path);
    return true;
  };
  /** False at the end of the list. */
  const go = (row: TreeRow | undefined): boolean => {
    if (row === undefined) return false;
    setFocused(row.path);
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus();
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.indexOf(current);
    const isFolder = current.file === undefined;
    const isChangeable = writable && !isFolder && current.file?.role !== 'instructions';
    const step = (): boolean => {
      switch (event.key) {
        case 'ArrowDown':
          return go(rows[at + 1]);
        case 'ArrowUp':
          return go(rows[at - 1]);
        case 'Home':
          return go(rows[0]);
        case 'End':
          return go(rows.at(-1));
        case 'Enter':
        case ' ':
          return choose(current);
        case 'ArrowRight':
          return isFolder && current.open !== true ? toggle(current.path, true) : go(rows[at + 1]);
        case 'ArrowLeft':
          return isFolder && current.open === true
            ? toggle(current.path, false)
            : go(rows.slice(0, at).findLast((row) => row.file === undefined && row.level < current.level));
        case 'F2':
          if (isChangeable) setNaming({ from: current.path });
          return isChangeable;
        case 'Delete':
          if (isChangeable) void remove(current.path);
          return isChangeable;
        default:
          return false;
      }
    };
    if (step()) event.preventDefault();
  };

  return (
    <nav
      aria-label={t('common.files')}
      className="flex w-60 max-w-[35%] shrink-0 flex-col border-line border-r bg-side"
    >
      <header className="flex h-10 shrink-0 items-center gap-0.5 pr-1.5 pl-3">
        <h3 className="mr-auto font-semibold text-base">{t('common.files')}</h3>
        {writable ? (
          <>
            <IconButton
              size="sm"
              label={t('author.files.add')}
              onClick={() => setNaming({ from: undefined })}
              icon={FilePlus}
            />
            <IconButton
              size="sm"
              label={t('common.rename')}
              keys={['F2']}
              disabled={!changeable}
              onClick={() => setNaming({ from: active })}
              icon={Pencil}
            />
            <IconButton
              size="sm"
              label={t('common.delete')}
              keys={['Del']}
              disabled={!changeable}
              onClick={() => activeFile !== undefined && void remove(activeFile.path)}
              icon={Trash2}
            />
          </>
        ) : null}
      </header>
      <div ref={list} role="tree" aria-label={t('common.files')} className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
        {rows.map((row) => (
          <Row
            key={row.path}
            row={row}
            active={row.path === active}
            stop={row.path === current?.path}
            onChoose={() => choose(row)}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      <FileNameDialog open={naming !== undefined} from={naming?.from} onClose={() => setNaming(undefined)} />
    </nav>
  );
}

function Row({
  row: { path, name, level, file, open },
  active,
  stop,
  onChoose,
  onKeyDown,
}: {
  readonly row: TreeRow;
  readonly active: boolean;
  /** The one that Tab comes to. */
  readonly stop: boolean;
  readonly onChoose: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { t, format } = useText();
  const buffer = useBench((state) => state.buffers[path]);
  const Icon = file === undefined ? (open === true ? ChevronDown : ChevronRight) : ROLE_ICONS[file.role];
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={active}
      {...(file === undefined ? { 'aria-expanded': open === true } : {})}
      tabIndex={stop ? 0 : -1}
      data-path={path}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      className={cn(
        'flex h-7 cursor-default items-center gap-1.5 rounded-control pr-2 text-base outline-offset-[-2px] hover:bg-hover',
        active && 'bg-selected font-medium',
      )}
      style={{ paddingLeft: `${level * 0.75 - 0.25}rem` }}
    >
      <Icon
        {...(file === undefined
          ? { 'aria-hidden': true }
          : { role: 'img', 'aria-label': t(`author.files.roles.${file.role}`) })}
        className="size-4 shrink-0 text-ink-faint"
      />
      <span className={cn('min-w-0 truncate', file?.editable !== true && 'text-ink-soft')} title={path}>
        {name}
      </span>
      {buffer !== undefined && isDirty(buffer) ? (
        <span role="img" aria-label={t('author.unsaved')} className="size-2 shrink-0 rounded-full bg-accent" />
      ) : null}
      {file === undefined ? null : (
        <span className="ml-auto flex shrink-0 items-center gap-1.5 font-normal text-ink-soft text-xs tabular-nums">
          <FindingCount path={path} />
          {format.bytes(file.bytes)}
        </span>
      )}
    </div>
  );
}

function FindingCount({ path }: { readonly path: string }) {
  const { t, format } = useText();
  const findings = useBench((state) => state.check?.findings);
  const own = (findings ?? []).filter(({ file }) => file === path);
  if (own.length === 0) return null;
  const n = format.number(own.length);
  const isError = own.some(({ severity }) => severity === 'error');
  return (
    <span role="img" aria-label={t('author.findings.count', { count: own.length, n })}>
      <Badge tone={isError ? 'danger' : 'warning'}>{n}</Badge>
    </span>
  );
}
