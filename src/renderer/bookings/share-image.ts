/** The shared picture: the first line large, the others below it. */
const WIDTH = 1080;
const PADDING = 64;
const TITLE = 52;
const LINE = 34;
const GAP = 20;

/** Words for a language with spaces, characters for one without. */
function wrapped(context: CanvasRenderingContext2D, text: string): string[] {
  const pieces = text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? [];
  const lines: string[] = [''];
  for (const piece of pieces) {
    const line = `${lines.at(-1) ?? ''}${piece}`;
    if (context.measureText(line).width > WIDTH - 2 * PADDING && lines.at(-1) !== '') lines.push(piece);
    else lines[lines.length - 1] = line;
  }
  return lines;
}

/** A PNG; undefined where the browser draws none. Colours are those of the product in the light. */
export async function shareImage(lines: readonly string[], sign: string): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const font = (size: number, weight: number) => `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const rows = lines.flatMap((text, index) => {
    const size = index === 0 ? TITLE : LINE;
    context.font = font(size, index === 0 ? 600 : 400);
    return wrapped(context, text).map((row) => ({ row, size, weight: index === 0 ? 600 : 400 }));
  });
  canvas.width = WIDTH;
  canvas.height = 2 * PADDING + rows.reduce((sum, { size }) => sum + size + GAP, 0) + LINE + GAP;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#0f6b63';
  context.fillRect(0, 0, 16, canvas.height);
  context.textBaseline = 'top';
  let top = PADDING;
  for (const { row, size, weight } of rows) {
    context.font = font(size, weight);
    context.fillStyle = '#1c1b19';
    context.fillText(row, PADDING, top);
    top += size + GAP;
  }
  context.font = font(24, 400);
  context.fillStyle = '#6b675f';
  context.fillText(sign, PADDING, top + GAP);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}
