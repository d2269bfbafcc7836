/** Limits of a context's fill, and how much of its end stays whole (CONTRACT §5). */

/** Share of `maxContext` over which a request is compacted before it is sent. Source: seeds/001, "80%". */
export const COMPACT_THRESHOLD = 0.8;
/** Share of `maxContext` that may be full after a load. Source: seeds/000, "90%". */
export const LOAD_THRESHOLD = 0.9;
/** Marks of a gauge. */
export const THRESHOLDS = [COMPACT_THRESHOLD, LOAD_THRESHOLD] as const;
/** The latest messages: they stay whole, and a skill that they mention stays loaded. Source: seeds/000, `messages[-10:]`. */
export const RECENT_MESSAGES = 10;
