import { useApp } from '../../store/index.ts';
import { later } from '../../ui/index.ts';
import { ComparePage } from './compare/compare-page.tsx';
import { CostsPage } from './costs/costs-page.tsx';
import { ListPage } from './list-page.tsx';

const JudgePage = later(async () => (await import('./judging/judge-page.tsx')).JudgePage);
const CompareMany = later(async () => (await import('./compare/compare-many.tsx')).CompareMany);

/** Shows the library page open in the store; the trips are their own view. */
export function LibraryView() {
  const open = useApp((data) => data.library);
  switch (open?.page) {
    case undefined:
    case 'trips':
      return null;
    case 'list':
      return <ListPage compareWith={open.compareWith} />;
    case 'costs':
      return <CostsPage key={open.session} session={open.session} by={open.by} />;
    case 'judge':
      return <JudgePage session={open.session} />;
    case 'compare-many':
      return <CompareMany key={open.sessions.join(' ')} sessions={open.sessions} />;
    case 'compare':
      return <ComparePage key={`${open.a} ${open.b}`} a={open.a} b={open.b} requests={open.requests} />;
  }
}
