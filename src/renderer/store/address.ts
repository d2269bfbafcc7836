import type { AppStore } from './app-store.ts';

const SESSION = '#/s/';
const SKILL = '#/skills/';

/** The open session, or the skill in the author's view, stands in the address: a reload opens it again, and Back goes back. */
export function keepAddress({ data, actions }: AppStore, target: Window): () => void {
  const read = () => {
    const { hash } = target.location;
    const skill = after(hash, SKILL);
    if (skill !== '') {
      actions.openAuthor(skill);
      return;
    }
    const id = after(hash, SESSION);
    if (id === '') actions.newSession();
    else actions.select(id);
  };
  const off = data.subscribe((now, before) => {
    if (now.selected === before.selected && now.author === before.author) return;
    const hash = now.author === undefined ? addressOf(SESSION, now.selected) : addressOf(SKILL, now.author);
    if (target.location.hash !== hash) target.history.pushState(null, '', hash);
  });
  target.addEventListener('popstate', read);
  read();
  return () => {
    off();
    target.removeEventListener('popstate', read);
  };
}

const addressOf = (prefix: string, id: string | undefined): string =>
  id === undefined ? '#/' : `${prefix}${encodeURIComponent(id)}`;

function after(hash: string, prefix: string): string {
  if (!hash.startsWith(prefix)) return '';
  try {
    return decodeURIComponent(hash.slice(prefix.length));
  } catch {
    return '';
  }
}
