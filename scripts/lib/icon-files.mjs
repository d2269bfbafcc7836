/** The icon files of macOS and Windows: both may hold PNG pictures as they are. */

/** Pixels of a side. */
export const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];

/** macOS's names of sizes; the `@2x` ones are other names of the same pictures. */
const ICNS = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['icp6', 64],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]);
const ICO = [16, 32, 48, 64, 128, 256];

/** @param {ReadonlyMap<number, Buffer>} drawn @param {number} size */
function picture(drawn, size) {
  const png = drawn.get(size);
  if (png === undefined) throw new Error(`The icon was not drawn at ${size} pixels.`);
  return png;
}

/** @param {ReadonlyMap<number, Buffer>} drawn PNG by size */
export function icnsFile(drawn) {
  const parts = ICNS.map(([type, size]) => {
    const png = picture(drawn, size);
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return Buffer.concat([head, png]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

/** @param {ReadonlyMap<number, Buffer>} drawn PNG by size */
export function icoFile(drawn) {
  const pictures = ICO.map((size) => picture(drawn, size));
  const head = Buffer.alloc(6 + 16 * ICO.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(ICO.length, 4);
  let at = head.length;
  for (const [index, size] of ICO.entries()) {
    const entry = 6 + 16 * index;
    const { length } = /** @type {Buffer} */ (pictures[index]);
    // 256 is written as 0.
    head[entry] = head[entry + 1] = size % 256;
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += length;
  }
  return Buffer.concat([head, ...pictures]);
}
