/**
 * Reads an `ExportTraceServiceRequest` by the published schema, independently of the library that wrote it:
 * https://github.com/open-telemetry/opentelemetry-proto, `collector/trace/v1`, `trace/v1`, `resource/v1`, `common/v1`. An
 * unknown field or a wrong wire type is an error.
 */

type Kind = 'hex' | 'text' | 'uint' | 'enum' | 'fixed64' | 'fixed32' | 'int' | 'double' | 'bool' | Message;
interface Message {
  readonly fields: () => Readonly<Record<number, readonly [name: string, kind: Kind, repeated?: 'repeated']>>;
}

const anyValue: Message = {
  fields: () => ({
    1: ['stringValue', 'text'],
    2: ['boolValue', 'bool'],
    3: ['intValue', 'int'],
    4: ['doubleValue', 'double'],
    5: ['arrayValue', { fields: () => ({ 1: ['values', anyValue, 'repeated'] }) }],
    6: ['kvlistValue', { fields: () => ({ 1: ['values', keyValue, 'repeated'] }) }],
  }),
};
const keyValue: Message = { fields: () => ({ 1: ['key', 'text'], 2: ['value', anyValue] }) };
const event: Message = {
  fields: () => ({
    1: ['timeUnixNano', 'fixed64'],
    2: ['name', 'text'],
    3: ['attributes', keyValue, 'repeated'],
    4: ['droppedAttributesCount', 'uint'],
  }),
};
const span: Message = {
  fields: () => ({
    1: ['traceId', 'hex'],
    2: ['spanId', 'hex'],
    3: ['traceState', 'text'],
    4: ['parentSpanId', 'hex'],
    5: ['name', 'text'],
    6: ['kind', 'enum'],
    7: ['startTimeUnixNano', 'fixed64'],
    8: ['endTimeUnixNano', 'fixed64'],
    9: ['attributes', keyValue, 'repeated'],
    10: ['droppedAttributesCount', 'uint'],
    11: ['events', event, 'repeated'],
    12: ['droppedEventsCount', 'uint'],
    14: ['droppedLinksCount', 'uint'],
    15: ['status', { fields: () => ({ 2: ['message', 'text'], 3: ['code', 'enum'] }) }],
    16: ['flags', 'fixed32'],
  }),
};
const scope: Message = { fields: () => ({ 1: ['name', 'text'], 2: ['version', 'text'] }) };
const resource: Message = {
  fields: () => ({ 1: ['attributes', keyValue, 'repeated'], 2: ['droppedAttributesCount', 'uint'] }),
};
const scopeSpans: Message = {
  fields: () => ({ 1: ['scope', scope], 2: ['spans', span, 'repeated'], 3: ['schemaUrl', 'text'] }),
};
const resourceSpans: Message = {
  fields: () => ({ 1: ['resource', resource], 2: ['scopeSpans', scopeSpans, 'repeated'], 3: ['schemaUrl', 'text'] }),
};
const request: Message = { fields: () => ({ 1: ['resourceSpans', resourceSpans, 'repeated'] }) };

const WIRE_TYPES = { uint: 0, enum: 0, int: 0, bool: 0, fixed64: 1, double: 1, hex: 2, text: 2, fixed32: 5 } as const;

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.take(1)[0] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new Error('The message ends in the middle of a field.');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

function scalar(reader: Reader, kind: Exclude<Kind, Message>): unknown {
  switch (kind) {
    case 'hex':
      return reader.take(Number(reader.varint())).toString('hex');
    case 'text':
      return new TextDecoder('utf-8', { fatal: true }).decode(reader.take(Number(reader.varint())));
    case 'bool':
      return reader.varint() === 1n;
    case 'int':
      return Number(BigInt.asIntN(64, reader.varint()));
    case 'fixed64':
      return String(reader.take(8).readBigUInt64LE());
    case 'fixed32':
      return reader.take(4).readUInt32LE();
    case 'double':
      return reader.take(8).readDoubleLE();
    default:
      return Number(reader.varint());
  }
}

function read(bytes: Buffer, message: Message): Record<string, unknown> {
  const reader = new Reader(bytes);
  const fields = message.fields();
  const result: Record<string, unknown> = {};
  while (!reader.isOver) {
    const tag = Number(reader.varint());
    const field = fields[tag >> 3];
    if (field === undefined) throw new Error(`The schema has no field ${tag >> 3}.`);
    const [name, kind, repeated] = field;
    const type = typeof kind === 'string' ? WIRE_TYPES[kind] : 2;
    if ((tag & 7) !== type) throw new Error(`${name} has wire type ${tag & 7} in place of ${type}.`);
    const value = typeof kind === 'string' ? scalar(reader, kind) : read(reader.take(Number(reader.varint())), kind);
    if (repeated === undefined) result[name] = value;
    else result[name] = [...((result[name] as unknown[] | undefined) ?? []), value];
  }
  return result;
}

/** The request as OTLP's JSON has it. */
export const readProtobuf = (bytes: Buffer): Record<string, unknown> => read(bytes, request);
