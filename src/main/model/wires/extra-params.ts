/** A person's extra parameters in a request's body: over what Skilldeck sets, never over the conversation. */
import { OWN_BODY_FIELDS } from '../../../shared/body-fields.ts';
import type { Route } from '../../../shared/events.ts';
import type { WireBody } from './wire.ts';

export function withParams<Body extends WireBody>(body: Body, route: Route | undefined): Body {
  const params = Object.entries(route?.params ?? {}).filter(([name]) => !OWN_BODY_FIELDS.includes(name));
  return { ...body, ...Object.fromEntries(params) };
}
