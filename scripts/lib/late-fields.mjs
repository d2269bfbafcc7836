/**
 * Fields of a schema are made when a value is first checked against it: a command checks a few of the thousands that
 * its modules declare. zod takes getters in a shape, so `z.object({ name: z.string() })` is built as
 * `z.object({ get name() { return z.string() } })` (docs/decisions/0086).
 */

/** Their first argument is a shape. */
const TAKE_SHAPES = new Set(['object', 'strictObject', 'looseObject', 'extend', 'safeExtend']);
/** Nodes whose contents are made when they are called. */
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression']);

/**
 * @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [part: string]: any }} Node
 * @param {string} code a module in JavaScript. Its lines keep their numbers.
 * @param {Node} program the same, parsed.
 */
export function withLateFields(code, program) {
  const edits = [...fieldsIn(program)].flatMap(({ start, key, value }) => [
    { from: start, to: start, text: 'get ' },
    {
      from: key.end,
      to: value.start,
      text: `() {${code.slice(key.end, value.start).replaceAll(/[^\n]/g, '')} return `,
    },
    { from: value.end, to: value.end, text: ' }' },
  ]);
  let late = '';
  let at = 0;
  for (const { from, to, text } of edits.toSorted((one, other) => one.from - other.from)) {
    late += code.slice(at, from) + text;
    at = to;
  }
  return late + code.slice(at);
}

/**
 * @param {Node} node
 * @returns {Generator<Node>} the fields whose schema is made where it stands, in any depth.
 */
function* fieldsIn(node) {
  if (FUNCTIONS.has(node.type)) return;
  const [shape] = TAKE_SHAPES.has(node.callee?.property?.name) ? node.arguments : [];
  for (const field of shape?.type === 'ObjectExpression' ? shape.properties : []) {
    if (field.kind === 'init' && !field.computed && field.value.type === 'CallExpression') yield field;
  }
  for (const part of Object.values(node).flat()) if (typeof part?.type === 'string') yield* fieldsIn(part);
}
