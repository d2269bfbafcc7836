/** Failures in words for a person: what happened, to what, what to do next. */
import type { ModelFailureCode } from '../agent/ports.ts';
import type { Verdict } from './classify.ts';

export interface Facts {
  /** The endpoint, as shown to a person. */
  readonly address: string;
  readonly model: string;
  readonly hint?: Verdict['hint'];
  readonly status?: number | undefined;
  /** Already made fit to show. */
  readonly said?: string | undefined;
  /** The limit that ran out. */
  readonly waitedMs?: number | undefined;
  /** The origin that a redirect pointed to. */
  readonly redirectedTo?: string | undefined;
  /** Content received instead of a stream. */
  readonly instead?: 'nothing' | 'a web page' | 'something else' | undefined;
}

const seconds = (ms: number | undefined): string => `${Math.max(1, Math.round((ms ?? 0) / 1000))} s`;

function unreachable({ address, hint }: Facts): string {
  switch (hint) {
    case 'dns':
      return `The name in ${address} could not be found. Check the address and the network connection.`;
    case 'refused':
      return `Nothing is listening at ${address}. If it is a local server, start it; else check the address.`;
    case 'certificate':
      return `The certificate of ${address} is not trusted by this machine. Check the address, or install the certificate.`;
    case 'protocol':
      return `The server at ${address} does not speak this protocol. Check http:// or https:// and the port.`;
    default:
      return `The model at ${address} could not be reached. Check the address and the network connection.`;
  }
}

function sentence(code: ModelFailureCode, facts: Facts): string {
  const { address, model, hint, status, waitedMs, redirectedTo, instead } = facts;
  switch (code) {
    case 'unreachable':
      return unreachable(facts);
    case 'timeout':
      return `The model at ${address} did not begin to answer within ${seconds(waitedMs)}. It may be overloaded: try again later.`;
    case 'answer-stalled':
      return `The answer stopped coming: no words arrived from ${address} for ${seconds(waitedMs)}. Try again, or choose another model.`;
    case 'answer-too-large':
      return waitedMs === undefined
        ? `The answer from ${address} grew beyond 16 MiB and was ended. Ask for less at a time, or choose another model.`
        : `The answer from ${address} had not ended after ${Math.round(waitedMs / 60_000)} min and was ended. Ask for less at a time, or choose another model.`;
    case 'rate-limited':
      return hint === 'quota'
        ? `The account at ${address} has no quota or balance left. Top it up there, or connect another model.`
        : `The model at ${address} is receiving too many requests from this account.`;
    case 'server-error':
      return `The server at ${address} reported a problem${status === undefined ? '' : ` (status ${status})`}.`;
    case 'unauthorized':
      return hint === 'forbidden'
        ? `The server at ${address} does not allow this request. Check that the key may use the model "${model}".`
        : `The key was refused by ${address}. Check the key in the settings.`;
    case 'not-found':
      return hint === 'model'
        ? `The model "${model}" is not known at ${address}. Choose another in the settings.`
        : `There is no chat endpoint at ${address} (status ${status ?? 404}). Check the address; most end in /v1.`;
    case 'bad-request':
      return `The request was refused by ${address}${status === undefined ? '' : ` (status ${status})`}. It may ask for other settings than these.`;
    case 'context-too-long':
      return `The conversation is too long for the model "${model}". Unload skills, start a new session, or choose a model with a larger context.`;
    case 'redirected':
      return `The server at ${address} points elsewhere (${redirectedTo ?? 'to an unnamed place'}). Nothing was sent there. If that is right, set it as the address.`;
    case 'not-a-stream':
      return `${address} answered with ${instead ?? 'something else'} instead of a model's answer. Check the address; most end in /v1.`;
    case 'cut-off':
      return `The answer from ${address} was cut off before its end.`;
    case 'content-filter':
      return `The provider's content filter stopped the answer. Put the request in other words.`;
  }
}

export function explain(code: ModelFailureCode, facts: Facts): string {
  const { said } = facts;
  return `${sentence(code, facts)}${said === undefined || said === '' ? '' : ` The server said: "${said}"`}`;
}
