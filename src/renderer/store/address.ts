import type { AppStore } from './app-store.ts';

const PREFIX = '#/s/';

/** The open session stands in the address: a reload opens it again, and Back goes back. */
export function keepAddress({ data, actions }: AppStore, target: Window): () => void {
  const read = () => {
    const { hash } = target.location;
    const id = hash.startsWith(PREFIX) ? decodeURIComponent(hash.slice(PREFIX.length)) : '';
    if (id === '') actions.newSession();
    else actions.select(id);
  };
  const off = data.subscribe((now, before) => {
    if (now.selected === before.selected) return;
    const hash = now.selected === undefined ? '#/' : `${PREFIX}${encodeURIComponent(now.selected)}`;
    if (target.location.hash !== hash) target.history.pushState(null, '', hash);
  });
  target.addEventListener('popstate', read);
  read();
  return () => {
    off();
    target.removeEventListener('popstate', read);
  };
}
