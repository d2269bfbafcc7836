import { FileX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { currentLanguage, useT } from '../../../renderer/i18n.ts';
import { FailureNote } from '../../../renderer/shared/failures.tsx';
import { useActions, useApp } from '../../../renderer/store/index.ts';
import { Banner, Button, cn, EmptyState, Spinner, useMediaQuery } from '../../../renderer/ui/index.ts';
import { CodeEditor, type Finding, type Goto } from '../../../renderer/workbench/code-editor.tsx';
import {
  useBench,
  useBenchActions,
  useNewWorkbench,
  WorkbenchContext,
} from '../../../renderer/workbench/use-workbench.ts';
import { failureText } from '../../../shared/messages/failure.ts';
import { AuthorHeader, FileNotices, type PublishDialog } from './author-header.tsx';
import { TokensPanel } from './costs-panel.tsx';
import { FileTree } from './file-tree.tsx';
import { type PanelParts, ToolsPanel, type ToolTab, useFix } from './tools-panel.tsx';

const NO_FINDINGS: readonly Finding[] = [];
/** In rem, like the columns: 1200 pixels at the usual size. */
const WIDE = '(min-width: 75rem)';

const isLarge = (tab: ToolTab): boolean => tab === 'evals' || tab === 'try';

interface AuthorParts extends PanelParts {
  readonly PublishDialog: PublishDialog;
}

/** One skill's own files, edited with everything that is known of them at the side. */
export function AuthorView({ skill, parts }: { readonly skill: string; readonly parts: AuthorParts }) {
  const workbench = useNewWorkbench(skill);
  if (workbench === undefined) return null;
  return (
    <WorkbenchContext value={workbench}>
      <View key={skill} skill={skill} parts={parts} />
    </WorkbenchContext>
  );
}

function View({ skill, parts }: { readonly skill: string; readonly parts: AuthorParts }) {
  const t = useT();
  const { openAuthor } = useActions();
  const tree = useBench((state) => state.tree);
  const failure = useBench((state) => state.failure);
  const wide = useMediaQuery(WIDE);
  // Back from a try or an eval, one is where one left.
  const [left] = useState(useApp(({ cameFrom }) => (cameFrom?.skill === skill ? cameFrom.tab : undefined)));
  const [chosen, setTab] = useState<ToolTab | undefined>(left);
  const [large, setLarge] = useState(left !== undefined);
  const [goto, setGoto] = useState<Goto>();
  const { open, save } = useBenchActions();
  const fix = useFix();
  const showTab = (next: ToolTab): void => {
    setTab(next);
    // Too much for a part of the view.
    if (isLarge(next)) setLarge(true);
    else if (isLarge(tab)) setLarge(false);
  };

  const onGo = useCallback(
    (to: Goto) => {
      setLarge(false);
      void open(to.path).then(() => setGoto({ ...to }));
    },
    [open],
  );
  const writable = tree?.writable === true;
  // Read-only skills open with the overview, editable ones with the findings.
  const tab = chosen ?? (writable ? 'findings' : 'about');

  useEffect(() => {
    // The editor has it of itself; here for when the focus is elsewhere, as a browser would save its page.
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 's';
      if (!isSave || event.defaultPrevented) return;
      event.preventDefault();
      void save();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [save]);

  if (failure !== undefined && tree === undefined) {
    return (
      <section aria-labelledby="author-failed" className="grid h-full place-items-center">
        <h2 id="author-failed" className="sr-only">
          {skill}
        </h2>
        <EmptyState
          icon={<FileX />}
          title={t(`errors.${failure.code}`)}
          description={failureText(currentLanguage(), failure).text}
          action={<Button onClick={() => openAuthor(undefined)}>{t('common.back')}</Button>}
        />
      </section>
    );
  }
  return (
    <section aria-labelledby="author-title" className="flex h-full min-h-0 flex-col bg-canvas">
      <AuthorHeader skill={skill} PublishDialog={parts.PublishDialog} onTab={showTab} />
      {tree === undefined ? (
        <p className="flex items-center gap-2 p-6 text-ink-soft">
          <Spinner decorative />
          {t('author.opening')}
        </p>
      ) : (
        <div className="flex min-h-0 flex-1">
          <FileTree writable={writable} />
          <div className="flex min-w-0 flex-1 flex-col">
            <div className={cn('flex min-h-0 flex-1', large && 'hidden')}>
              <div className="flex min-w-0 flex-1 flex-col">
                {failure === undefined ? null : (
                  <div className="mx-3 mt-2">
                    <FailureNote failure={failure} />
                  </div>
                )}
                {writable ? null : <Banner className="mx-3 mt-2">{t('author.readOnlyHint')}</Banner>}
                <FileNotices />
                <Editor readOnly={!writable} goto={goto} onFix={writable ? (rule) => void fix(rule) : undefined} />
              </div>
              {wide ? (
                <aside
                  aria-label={t('common.tokenCount')}
                  className="w-72 shrink-0 overflow-y-auto border-line border-l bg-side"
                >
                  <TokensPanel onGo={onGo} />
                </aside>
              ) : null}
            </div>
            <div className={cn('min-h-0', large ? 'flex-1' : 'h-[40%] shrink-0')}>
              <ToolsPanel
                skill={skill}
                parts={parts}
                writable={writable}
                tab={tab}
                large={large}
                onGo={onGo}
                withTokens={!wide}
                onTab={showTab}
                onLarge={setLarge}
              />
            </div>
          </div>
        </div>
      )}
    </section>
  );
}

function Editor({
  readOnly,
  goto,
  onFix,
}: {
  readonly readOnly: boolean;
  readonly goto: Goto | undefined;
  readonly onFix: ((rule: string) => void) | undefined;
}) {
  const t = useT();
  const buffer = useBench((state) => (state.active === undefined ? undefined : state.buffers[state.active]));
  const all = useBench((state) => state.check?.findings);
  const { edit, save } = useBenchActions();
  const path = buffer?.path;
  const [findings, setFindings] = useState(NO_FINDINGS);
  useEffect(() => setFindings((all ?? NO_FINDINGS).filter(({ file }) => file === path)), [all, path]);
  if (buffer === undefined) return <EmptyState className="m-auto" icon={<FileX />} title={t('author.editor.none')} />;
  return (
    <div className="min-h-0 flex-1 pt-1">
      <CodeEditor
        path={buffer.path}
        text={buffer.text}
        readOnly={readOnly}
        findings={findings}
        goto={goto}
        onEdit={edit}
        onSave={() => void save()}
        onFix={onFix}
      />
    </div>
  );
}
