/**
 * Text that a shell evaluates as arithmetic, a variable name or a prompt runs any `a[$(…)]` and `$(…)` in it. Text
 * known only at run time (a variable's value, a file's line) may contain these.
 */
import type { CommandArgument, SyntaxNode, Word } from 'unbash';

const NUMBER = /^\s*-?\d[\w#]*\s*$/;
/** Excludes the shell's own names, whose values a command's words or input may have set. */
const NAME = /^\s*[a-z]\w*\s*$/;
const COMPARES_NUMBERS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
const TAKES_NAME = new Set(['-v', '-R']);
/** Operators of `${x@…}` that only display the value. */
const SHOWS = /^[QUuLAaKk]$/;

/** Names whose values are evaluated, and `?` if the evaluated text is not plain. */
export function evaluatedIn(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case 'ArithmeticWord':
      return calculated(node.value);
    case 'ArithmeticCommandExpansion':
      return ['?'];
    case 'ArithmeticExpansion':
      return node.expression === undefined ? ['?'] : [];
    case 'TestUnary':
      return TAKES_NAME.has(node.operator) && !/^\w+$/.test(node.operand.text) ? ['?'] : [];
    case 'TestBinary':
      return COMPARES_NUMBERS.has(node.operator) ? [node.left, node.right].flatMap(({ text }) => calculated(text)) : [];
    case 'ParameterExpansion': {
      const { prefix, index, operation } = node;
      if (prefix === '!' || operation?.type === 'Unknown') return ['?'];
      const indexed = index === undefined || /^[@*]$/.test(index.text) ? [] : calculated(index.text);
      if (operation?.type === 'Transform') return SHOWS.test(operation.operand.text) ? indexed : ['?'];
      if (operation?.type !== 'Slice') return indexed;
      return [...indexed, ...calculated(operation.offset.text), ...calculated(operation.length?.text ?? '0')];
    }
    default:
      return [];
  }
}

function calculated(text: string): readonly string[] {
  if (NUMBER.test(text)) return [];
  return NAME.test(text) ? [text.trim()] : ['?'];
}

/** @param textOf what a word says, undefined where that is known only when it runs. */
export function evaluatedBy(
  program: string | undefined,
  args: readonly CommandArgument[],
  textOf: (word: Word) => string | undefined,
): boolean {
  const texts = args.map((arg) => (arg.type === 'Word' ? textOf(arg) : arg.text));
  if (program === 'wait') return texts.includes(undefined);
  if (program === 'printf') return args.length > 0 && texts[0] === undefined;
  if (program !== 'test' && program !== '[') return false;
  return args.some((arg, index) => {
    if (texts[index] !== undefined) return false;
    const isOne = arg.type === 'Word' && arg.parts?.every(({ type }) => type === 'DoubleQuoted') === true;
    const before = index === 0 ? '' : texts[index - 1];
    return !isOne || before === undefined || TAKES_NAME.has(before);
  });
}
