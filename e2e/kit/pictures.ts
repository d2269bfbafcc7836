/** The pictures of README and docs, each in both languages: which walk and which of its states they show. */
export const PICTURES = [
  { name: 'first-steps', walk: 'first', state: 'first steps: how to begin' },
  { name: 'connect', walk: 'first', state: 'first steps: connect' },
  { name: 'form', walk: 'booker', state: 'a form' },
  { name: 'flights', walk: 'booker', state: 'flights' },
  { name: 'confirm', walk: 'booker', state: 'the question before a booking' },
  { name: 'booked', walk: 'booker', state: 'a booking' },
  { name: 'trips', walk: 'booker', state: 'my trips' },
  { name: 'booking', walk: 'full', state: 'the question before a booking' },
  { name: 'context-map', walk: 'full', state: 'a part in the map' },
  { name: 'looking-back', walk: 'full', state: 'looking back' },
] as const;

/** Below `docs/images`. */
export const pictureFile = (name: string, language: 'en' | 'zh'): string =>
  language === 'en' ? `${name}.png` : `zh/${name}.png`;
