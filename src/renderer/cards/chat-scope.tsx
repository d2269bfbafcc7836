/**
 * Context shared by the parts of one conversation: opening the settings, returning to the message box, and view state.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

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

export function ChatScopeProvider({ scope, children }: { readonly scope: ChatScope; readonly children: ReactNode }) {
  return <Scope value={scope}>{children}</Scope>;
}

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
