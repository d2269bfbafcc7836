/** Failures of a server or a call, as a code and values; the words are in `messages/LANGUAGE/mcp.ts`. */
import type { McpFault, McpFaultCode } from '../../shared/mcp-faults.ts';
import { translatorFor } from '../../shared/messages/translate.ts';
import { keylessText } from '../../shared/models/keyless-address.ts';
import { faultWords } from '../../shared/tool-server-words.ts';

export class McpFailure extends Error {
  override readonly name = 'McpFailure';
  readonly fault: McpFault;

  constructor(code: McpFaultCode, values: McpFault['values'] = {}) {
    super(code);
    const shown = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? keylessText(value) : value,
    ]);
    this.fault = { code, values: Object.fromEntries(shown) };
  }
}

/** For the model, which reads English. */
export const faultText = (fault: McpFault): string => faultWords(translatorFor('en'), fault);
