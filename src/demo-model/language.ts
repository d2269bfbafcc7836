/** The language to answer in. */
export type Language = 'zh' | 'en';

const HAN = /\p{Script=Han}/gu;
const ENGLISH_WORDS =
  /\b(the|an?|i|i'd|i'm|we|my|me|you|your|to|from|on|in|for|of|is|are|it|and|with|please|want|need|would|like|can|could|what|which|when|how|show|find|book|fly|flights?|tickets?|cancel|change|next|tomorrow|today|return|returning|back|cheapest|fastest|earliest|one|make|under|before|after|morning|afternoon|evening|hello|hi|hey|thanks|thank|there|that|this|do|does|not|yes|no|instead|actually|adults?|children|business|economy|direct|only|help|who|list|bookings?|baggage|luggage|refunds?|long|there's|let|load|skill)\b/gi;

/** Understood alike in both languages, so it changes nothing: codes, numbers, "OK". */
const NEUTRAL = /^(?:ok(?:ay)?|yes|no|hi|hello|thanks?|thx|go|bye)$/i;

/**
 * The language after a message; undefined while nothing has told. Replies such as "1", "OK", "NH964" or a name in
 * Latin letters keep the conversation's language.
 */
export function languageOf(before: Language | undefined, message: string): Language | undefined {
  const han = message.match(HAN)?.length ?? 0;
  const english = message.match(ENGLISH_WORDS)?.length ?? 0;
  if (han > 0 && han >= english) return 'zh';
  if (before !== undefined && (english === 0 || NEUTRAL.test(message.trim().replace(/[.!?]+$/, '')))) return before;
  return /[a-z]/i.test(message) ? 'en' : before;
}
