/** What a terminal is given of others' texts. */
export { oneLine, visible } from '../../../lib/visible.ts';
