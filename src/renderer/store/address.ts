import { promptOfHash } from '../../shared/deep-link.ts';
import { type AppData, NEW_DRAFT } from './app-data.ts';
import type { AppStore } from './app-store.ts';

const SESSION = '#/s/';
const SKILL = '#/skills/';
/** After a session: the event whose moment is shown. */
const AT = '/at/';

/** Milliseconds without a move after which a moment stands in the address: a browser takes only so many changes. */
const SETTLED_MS = 250;

/**
 * The open session and its moment, or the skill in the author's view, stand in the address: a reload opens them again,
 * and Back goes back. From moment to moment the address changes without a new entry in the history.
 */
export function keepAddress({ data, actions }: AppStore, target: Window): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  let reading = false;
  const follow = () => {
    const { hash } = target.location;
    const prompt = promptOfHash(hash);
    if (prompt !== undefined) {
      fillBox(prompt);
      // Once: a reload must not say it again.
      target.history.replaceState(null, '', '#/');
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
  /** A stranger's words, as in a link of the desktop app's: below what the person had begun, and never sent. */
  const fillBox = (prompt: string) => {
    actions.newSession();
    const begun = (data.getState().drafts[NEW_DRAFT] ?? '').trimEnd();
    if (prompt !== '') actions.setDraft(begun === '' ? prompt : `${begun}\n\n${prompt}`);
  };
  const read = () => {
    clearTimeout(settling);
    // What is read stands there already, a moment too that waits for its log.
    reading = true;
    follow();
    reading = false;
  };
  const write = (how: 'push' | 'replace') => {
    clearTimeout(settling);
    const hash = addressOf(data.getState());
    if (target.location.hash === hash) return;
    if (how === 'push') target.history.pushState(null, '', hash);
    else target.history.replaceState(null, '', hash);
  };
  const off = data.subscribe((now, before) => {
    if (reading) return;
    if (now.selected === before.selected && now.author === before.author && now.moment === before.moment) return;
    const moved = now.selected === before.selected && now.author === before.author;
    if (!moved || (now.moment === undefined) !== (before.moment === undefined)) {
      write('push');
      return;
    }
    clearTimeout(settling);
    settling = setTimeout(() => write('replace'), SETTLED_MS);
  });
  target.addEventListener('popstate', read);
  read();
  return () => {
    off();
    clearTimeout(settling);
    target.removeEventListener('popstate', read);
  };
}

function addressOf({ author, selected, moment }: AppData): string {
  if (author !== undefined) return `${SKILL}${encodeURIComponent(author)}`;
  if (selected === undefined) return '#/';
  return `${SESSION}${encodeURIComponent(selected)}${moment === undefined ? '' : `${AT}${moment.seq}`}`;
}

function after(hash: string, prefix: string): string {
  if (!hash.startsWith(prefix)) return '';
  try {
    return decodeURIComponent(hash.slice(prefix.length));
  } catch {
    return '';
  }
}
