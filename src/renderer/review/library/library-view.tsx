import { useApp } from '../../store/index.ts';
import { ComparePage } from './compare/compare-page.tsx';
import { CostsPage } from './costs/costs-page.tsx';
import { ListPage } from './list-page.tsx';

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
    case 'compare':
      return <ComparePage key={`${open.a} ${open.b}`} a={open.a} b={open.b} requests={open.requests} />;
  }
}
