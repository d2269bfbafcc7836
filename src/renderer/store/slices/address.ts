import { libraryAddress, libraryPlace, readLibraryAddress } from '../../../features-store.ts';
import { promptOfHash } from '../../../shared/window/deep-link.ts';
import type { AppData } from '../app-data.ts';
import type { AppStore } from '../app-store.ts';
import { fillBox } from './given-prompt.ts';

const SESSION = '#/s/';
const SKILL = '#/skills/';
/** Follows the session id: the event whose moment is shown. */
const AT = '/at/';

/**
 * Milliseconds without a change before a moment or typed text goes into the address: browsers limit the rate of
 * changes.
 */
const SETTLED_MS = 250;

/**
 * Keeps the open session and its moment, the skill in the author's view, or the library and its query in the address: a
 * reload reopens them, and Back returns to them. Stepping through moments and typing a search change the address
 * without a new history entry.
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
      // The library covers a conversation, which reopens below it after a reload.
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
    // The address already has what is read, including a moment that waits for its log.
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
    // Reads the current state: an earlier listener may have changed it further.
    const now = data.getState();
    if (addressOf(now) === addressOf(before)) return;
    if (placeOf(now) !== placeOf(before)) {
      // Back must return to the place as it was left, not to a search a few letters earlier.
      if (settling !== undefined) write('replace', before);
      write('push', now);
      return;
    }
    // Choices are written at once; typed text and passing moments once they settle.
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

/** Identifies the current place: moving to another place adds a history entry for Back. */
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
