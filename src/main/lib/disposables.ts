import { messageOf } from '../../shared/errors.ts';

type Dispose = () => void | Promise<void>;

/** Resources to release, collected where they are acquired. */
export interface Disposables {
  /** Registers and returns `value`, so that acquiring and registering are one line. After `dispose` it is given back at once. */
  add<T>(value: T, dispose: (value: T) => void | Promise<void>): T;
  /** Gives back in reverse order, one after another. A failing one does not keep the others; safe to call twice. */
  dispose(): Promise<void>;
}

export function createDisposables(onError: (message: string) => void = () => {}): Disposables {
  const stack: Dispose[] = [];
  let disposing: Promise<void> | undefined;

  const giveBack = async (dispose: Dispose): Promise<void> => {
    try {
      await dispose();
    } catch (error) {
      onError(messageOf(error));
    }
  };
  const disposeAll = async (): Promise<void> => {
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) await giveBack(next);
  };

  return {
    add(value, dispose) {
      if (disposing === undefined) stack.push(() => dispose(value));
      else void giveBack(() => dispose(value));
      return value;
    },
    dispose() {
      disposing ??= disposeAll();
      return disposing;
    },
  };
}
