/** Gives the answer unless the calling effect has ended by then. @returns what ends it. */
export function unlessGone<T>(asked: Promise<T>, take: (answer: T) => void): () => void {
  let current = true;
  void asked.then((answer) => {
    if (current) take(answer);
  });
  return () => {
    current = false;
  };
}

/** The same, of a question that is asked only once nothing has changed for `ms`. */
export function onceCalm<T>(ms: number, ask: () => Promise<T>, take: (answer: T) => void): () => void {
  let end = () => {};
  const timer = setTimeout(() => {
    end = unlessGone(ask(), take);
  }, ms);
  return () => {
    clearTimeout(timer);
    end();
  };
}
