import { promptOfHash } from '../../../shared/deep-link.ts';
import type { AppData } from '../app-data.ts';
import type { AppStore } from '../app-store.ts';
import { libraryAddress, libraryPlace, readLibraryAddress } from '../library/library-address.ts';
import { fillBox } from '../session/given-prompt.ts';

const SESSION = '#/s/';
const SKILL = '#/skills/';
/** After a session: the event whose moment is shown. */
const AT = '/at/';

/** Milliseconds without a move after which a moment, or what is typed, stands in the address: a browser takes only so many changes. */
const SETTLED_MS = 250;

/**
 * The open session and its moment, the skill in the author's view, or the library with what was asked of it stand in the
 * address: a reload opens them again, and Back goes back. From moment to moment, and from letter to letter of a search,
 * the address changes without a new entry in the history.
 */
export function keepAddress(store: AppStore, target: Window): () => void {
  const { data, actions } = store;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  const follow = () => {
    const { hash } = target.location;
    const prompt = promptOfHash(hash);
    if (prompt !== undefined) {
      fillBox(store, prompt);
      // Once: a reload must not say it again.
      target.history.replaceState(null, '', '#/');
      return;
    }
    const library = readLibraryAddress(hash);
    if (library !== undefined) {
      // It covers a conversation, which stands below it again after a reload.
      const below: unknown = target.history.state?.below;
      if (data.getState().selected === undefined && typeof below === 'string') actions.select(below);
      if (library.asked !== undefined) actions.library.ask({ direction: undefined, ...library.asked });
      actions.library.show(library.open);
      return;
    }
    const skill = after(hash, SKILL);
    if (skill !== '') {
      actions.openAuthor(skill);
      return;
    }
    const [session, at = ''] = hash.split(AT);
    const id = after(session ?? '', SESSION);
    if (id === '') {
      actions.newSession();
      return;
    }
    actions.select(id);
    if (/^[1-9]\d{0,15}$/.test(at)) actions.lookBack(Number(at));
    else actions.backToNow();
  };
  const read = () => {
    clearTimeout(settling);
    settling = undefined;
    // What is read stands there already, a moment too that waits for its log.
    reading = true;
    follow();
    reading = false;
  };
  const write = (how: 'push' | 'replace', state: AppData) => {
    clearTimeout(settling);
    settling = undefined;
    const hash = addressOf(state);
    if (target.location.hash === hash) return;
    const below = state.library === undefined ? null : { below: state.selected };
    if (how === 'push') target.history.pushState(below, '', hash);
    else target.history.replaceState(below, '', hash);
  };
  const off = data.subscribe((_now, before) => {
    if (reading) return;
    // As it is by now: a listener before this one may have changed it further.
    const now = data.getState();
    if (addressOf(now) === addressOf(before)) return;
    if (placeOf(now) !== placeOf(before)) {
      // What one goes back to is the place as it was left, not as it was some letters ago.
      if (settling !== undefined) write('replace', before);
      write('push', now);
      return;
    }
    // What is chosen stands there at once; what is typed, or passed through, once it rests.
    if (now.moment === before.moment && now.asked.words === before.asked.words) {
      write('replace', now);
      return;
    }
    clearTimeout(settling);
    settling = setTimeout(() => write('replace', data.getState()), SETTLED_MS);
  });
  target.addEventListener('popstate', read);
  read();
  return () => {
    off();
    clearTimeout(settling);
    target.removeEventListener('popstate', read);
  };
}

/** Where one is: going to another place is a step that Back takes back. */
function placeOf({ library, author, selected, moment }: AppData): string {
  if (author !== undefined) return `${SKILL}${encodeURIComponent(author)}`;
  if (library !== undefined) return libraryPlace(library);
  if (selected === undefined) return '#/';
  return `${SESSION}${encodeURIComponent(selected)}${moment === undefined ? '' : AT}`;
}

function addressOf(data: AppData): string {
  const { library, author, moment, asked } = data;
  if (author === undefined && library !== undefined) return libraryAddress(library, asked);
  return moment === undefined || author !== undefined ? placeOf(data) : `${placeOf(data)}${moment.seq}`;
}

function after(hash: string, prefix: string): string {
  if (!hash.startsWith(prefix)) return '';
  try {
    return decodeURIComponent(hash.slice(prefix.length));
  } catch {
    return '';
  }
}
