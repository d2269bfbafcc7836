/** Containers that one fold may write into. */

/**
 * Containers created by one fold and not shared yet: it may write into them in place. Otherwise a fold would copy all
 * messages at each message, which is quadratic (10,000 messages: seconds instead of milliseconds).
 */
export type Own = WeakSet<object>;
