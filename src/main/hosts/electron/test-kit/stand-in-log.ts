/** Configuration of the stand-in, its calls, and what is allowed before the app is ready. */

const scenario = process.env.SKILLDECK_STAND_IN ?? '';
export const has = (word: string) => scenario.split(' ').includes(word);

/** In call order: `app.enableSandbox`, `protocol.handle`, … */
export const calls: { readonly name: string; readonly args: readonly unknown[] }[] = [];
export const record = (name: string, ...args: unknown[]) => void calls.push({ name, args });

/** The app is ready once `is` is set. */
export const ready = { is: false };
export const onlyBefore = (what: string) => {
  if (ready.is) throw new Error(`${what} must be called before the app is ready`);
};
export const onlyAfter = (what: string) => {
  if (!ready.is) throw new Error(`${what} cannot be used before the app is ready`);
};
