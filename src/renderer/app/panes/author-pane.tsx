import { lazy, Suspense } from 'react';
import { useActions, useApp } from '../../store/index.ts';
import { CoveringPane } from './covering-pane.tsx';
import { useCoveringPane } from './use-covering-pane.ts';

/** The editor is as large as all the rest of the page: it comes when it is first needed. */
const AuthorView = lazy(() =>
  import('../../skills/authoring/author-view.tsx').then((module) => ({ default: module.AuthorView })),
);
const NewSkillDialog = lazy(() =>
  import('../../skills/authoring/new-skill-dialog.tsx').then((module) => ({ default: module.NewSkillDialog })),
);
const ImportDialog = lazy(() =>
  import('../../skills/authoring/import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
);

const RepositoriesDialog = lazy(() =>
  import('../../skills/authoring/repositories/repositories-dialog.tsx').then((module) => ({
    default: module.RepositoriesDialog,
  })),
);

/** Covers the chat and its side columns, which keep their state. */
export function AuthorPane({ skill }: { readonly skill: string }) {
  const pane = useCoveringPane();
  return (
    <CoveringPane pane={pane} label={skill}>
      <AuthorView skill={skill} />
    </CoveringPane>
  );
}

/** Dialogs of the author's view that are also needed without an open skill. */
export function AuthorDialogs() {
  const { openDialog } = useActions();
  const dialog = useApp((data) => data.dialog);
  const name = dialog?.name;
  const close = () => openDialog(undefined);
  return (
    <Suspense fallback={null}>
      {name === 'new-skill' ? <NewSkillDialog open onClose={close} /> : null}
      {name === 'import-skill' ? (
        <ImportDialog open given={dialog?.name === 'import-skill' ? dialog.address : undefined} onClose={close} />
      ) : null}
      {name === 'repositories' ? <RepositoriesDialog open onClose={close} /> : null}
    </Suspense>
  );
}
