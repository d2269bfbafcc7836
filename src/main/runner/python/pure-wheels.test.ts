import { expect, it } from 'vitest';
import { markerHolds } from './pure-wheels.ts';

it.each([
  ['', true],
  ['python_version < "3.10"', false],
  ["python_version>='3.10' and python_version < '4'", true],
  ['extra == "crypto"', false],
  ['(extra == "crypto") or sys_platform == "emscripten"', true],
  ['sys_platform == "win32" or (platform_system != "Windows" and os_name == "posix")', true],
  ['sys_platform not in "win32 emscripten"', false],
  ['implementation_name == "cpython" and platform_python_implementation != "PyPy"', true],
])('reads the marker %j', (marker, holds) => {
  expect(markerHolds(marker, '3.14.2')).toBe(holds);
  expect(markerHolds('extra == "With_dots" and python_version >= "3"', '3.14.2', 'with-dots')).toBe(true);
});
