/**
 * Context shared by the parts of one conversation: opening the settings, returning to the message box, and view state.
 */
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Decision } from '../../shared/events.ts';
import { openFile } from '../shared/save-file.ts';
import { useWords } from '../shared/words.tsx';
import { useActions, useApp, usePast, useSessionState } from '../store/index.ts';
import { notify } from '../ui/index.ts';

/** Opens a file that a run left: in a tab where it can be shown there, else as a download. */
export function useOpenFile(): (name: string, version?: number) => Promise<void> {
  const { readArtifact } = useActions();
  const words = useWords();
  return useCallback(
    async (name, version) => {
      const file = await readArtifact(name, version);
      if (file === undefined) return;
      if (openFile(name, file) === 'blocked') notify.done(words.t('file.blocked', { name }));
    },
    [readArtifact, words],
  );
}

export interface ChatScope {
  openSettings(): void;
  /** Puts the cursor back where the person writes. */
  focusComposer(): void;
  readonly session: string;
  /**
   * Unfolded and sorted state by session and key: a row that leaves the screen is unmounted, and must return unchanged.
   */
  readonly memory: Map<string, unknown>;
}

const Scope = createContext<ChatScope>({
  openSettings: () => {},
  focusComposer: () => {},
  session: '',
  memory: new Map(),
});

export const ChatScopeProvider = ({ scope, children }: { readonly scope: ChatScope; readonly children: ReactNode }) => (
  <Scope value={scope}>{children}</Scope>
);

export const useChatScope = (): ChatScope => useContext(Scope);

const ROWS = 'rows';

/** The rows of the newest list in the order of the screen, where that is not the order in which the model knows them. */
export function useShownRows(rows: readonly string[] | undefined, isNewest: boolean): void {
  const { memory, session } = useChatScope();
  useEffect(() => {
    if (isNewest) memory.set(`${session}/${ROWS}`, rows);
  }, [memory, session, rows, isNewest]);
}

/** Row at a position of that list, from 1; undefined where the model knows it by the same number. */
export function useRowNamed(): (position: number) => string | undefined {
  const { memory, session } = useChatScope();
  return (position) => (memory.get(`${session}/${ROWS}`) as readonly string[] | undefined)?.[position - 1];
}

/** `useState` that outlives the component within its conversation. `name` is never used for two types. */
export function useRemembered<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const { memory, session } = useChatScope();
  const key = `${session}/${name}`;
  const [value, setValue] = useState<T>(() => (memory.has(key) ? (memory.get(key) as T) : initial));
  const remember = useCallback(
    (next: T) => {
      memory.set(key, next);
      setValue(next);
    },
    [memory, key],
  );
  return [value, remember];
}

/** Id of the call that waits for a decision. */
export const useWaitingCall = (): string | undefined =>
  useSessionState(({ runState, calls }) =>
    runState === 'waiting-approval'
      ? Object.values(calls).find((call) => call.status === 'waiting-approval')?.callId
      : undefined,
  );

/** Sends one decision and no second one; `pressed` is undone when it could not be sent. */
export function useDecision(callId: string): {
  /** It cannot be answered now: what is shown is of the past, or the connection is lost. */
  readonly closed: boolean;
  readonly pressed: Decision | undefined;
  readonly decide: (decision: Decision) => void;
} {
  const { approve } = useActions();
  const past = usePast();
  const lost = useApp((data) => data.connection === 'lost');
  const { focusComposer } = useChatScope();
  const [pressed, setPressed] = useState<Decision>();
  const decide = useCallback(
    (decision: Decision) => {
      setPressed(decision);
      void approve(callId, decision).then((done) => {
        if (done) focusComposer();
        else setPressed(undefined);
      });
    },
    [approve, callId, focusComposer],
  );
  // A press happens now, after the moment that is shown.
  return { closed: past || lost, pressed: past ? undefined : pressed, decide };
}

/** True if the user is not in the middle of something: nothing, or an empty message box, has the focus. */
function isIdle(element: Element | null): boolean {
  if (element === null || element === document.body) return true;
  return element instanceof HTMLTextAreaElement && element.value === '';
}

/**
 * Moves the focus, once for each `name`, to the words of a question that needs an answer, unless the person is busy
 * elsewhere. Its buttons are one Tab further.
 */
export function usePoliteFocus(name: string, asking: boolean): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  const { memory, session } = useChatScope();
  const key = `${session}/${name}`;
  useEffect(() => {
    if (!asking || memory.has(key)) return;
    memory.set(key, true);
    if (isIdle(document.activeElement)) ref.current?.focus({ preventScroll: true });
  }, [asking, key, memory]);
  return ref;
}
