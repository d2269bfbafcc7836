/** Makes a stand-in refuse what Electron refuses: names that are not there, calls in the wrong phase, destroyed objects. */

/** Names of the stand-in that Electron's own types do not have; the compiler refuses any. */
type Unknown<Own, Real> = Exclude<keyof Own, keyof Real | 'control'>;

interface Rules {
  /** Throws where the object cannot be used now. */
  readonly before?: (name: string) => void;
}

/** Asked for by the language and the test runner, of every object. */
const OF_EVERY_OBJECT = new Set(['then', 'toJSON', 'constructor', 'asymmetricMatch', '$$typeof', 'nodeType']);

/**
 * `control` is the test's side and hidden from the program.
 * @param label as in messages: `app`, `BrowserWindow`
 */
export function strict<Real extends object>() {
  return <Own extends object>(
    label: string,
    own: Own & (Unknown<Own, Real> extends never ? unknown : { readonly unknown: Unknown<Own, Real> }),
    { before }: Rules = {},
  ): Own =>
    new Proxy<Own>(own, {
      get(target, name) {
        if (typeof name === 'symbol' || OF_EVERY_OBJECT.has(name)) return Reflect.get(target, name);
        if (!(name in target) || name === 'control') throw new TypeError(`electron's ${label} has no ${name}`);
        before?.(name);
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
      set(target, name, value) {
        if (!(name in target)) throw new TypeError(`electron's ${label} has no ${String(name)}`);
        return Reflect.set(target, name, value);
      },
    });
}
