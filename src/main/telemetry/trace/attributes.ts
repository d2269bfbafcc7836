/** Attributes beside those of the conventions that a reader of the trace has to know. */

/** Messages of the conversation before those in `gen_ai.input.messages`; instructions do not count. */
export const OMITTED = 'skilldeck.input.messages.omitted';
/** `summary`: a `chat` span that is not part of the conversation. */
export const PURPOSE = 'skilldeck.purpose';
