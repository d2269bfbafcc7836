/** Messages that a page may send over its socket: the frames of the contract's transport, as text. */
import { z } from 'zod';

const id = z.string();
const requestUrl = z.string().refine((url) => url.startsWith('/') || URL.canParse(url));
const text = z.union([z.string(), z.array(z.string())]);
/** No forms and no files: the transport would take them apart before the contract's schemas see them. */
const headers = z.record(z.string(), text).and(
  z.object({
    'content-type': z.enum(['application/json', 'text/event-stream']).optional(),
    'content-disposition': z.never().optional(),
  }),
);

/** `t` absent or 1: a call; 3: an item of a stream; 4: the page hangs up (`@orpc/standard-server-peer`, its `MessageType`). */
const frame = z.union([
  z.object({ i: id, t: z.literal(1).optional(), p: z.object({ u: requestUrl, h: headers.optional() }) }),
  z.object({ i: id, t: z.literal(3), p: z.object({ e: z.string() }) }),
  z.object({ i: id, t: z.literal(4) }),
]);

/** Fault of a message that cannot be one; undefined for one that can. Nothing of the contract is carried in binary. */
export function faultOf(data: unknown): string | undefined {
  if (typeof data !== 'string') return 'it is binary';
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return 'it is not JSON';
  }
  return frame.safeParse(parsed).success ? undefined : 'it is JSON of another shape';
}
