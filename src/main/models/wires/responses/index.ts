/** OpenAI's Responses API: the only one on which its current models both reason and call tools. */
import { WIRE_PATHS } from '../../../../shared/models/model-test-codes.ts';
import type { Wire } from '../wire.ts';
import { ResponsesReader } from './reader.ts';
import { responsesBody } from './request.ts';

export const responsesWire: Wire = {
  name: 'responses',
  path: WIRE_PATHS.responses,
  headers: (apiKey): Readonly<Record<string, string>> =>
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  conversation: 'input',
  body: responsesBody,
  reader: (onDelta) => new ResponsesReader(onDelta),
};
