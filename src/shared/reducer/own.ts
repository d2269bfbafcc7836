/** What one fold may write into. */

/**
 * The containers that one fold has made and nobody else has seen: it may write into them in place. Without this a
 * fold would copy all messages at each message, which is quadratic (10,000 messages: seconds in place of milliseconds).
 */
export type Own = WeakSet<object>;
