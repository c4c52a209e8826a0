const families = 10
const unquoted = /^-?[\p{L}_][\p{L}\p{N}_-]*( [\p{L}_][\p{L}\p{N}_-]*)*$/u
const quoted = /^(["'])[\p{L}\p{N} ._-]{1,80}\1$/u

/**
 * The font families of the page around a frame, as CSS: `Georgia, "Noto Serif", serif`. Undefined if any of them is not
 * plainly a name, because anybody can write the address of a frame.
 */
export function readFont(value: string | undefined): string | undefined {
  const names = value?.split(',').map(name => name.trim()) ?? []
  const isFont = names.length <= families && names.every(name => unquoted.test(name) || quoted.test(name))
  return names.length > 0 && isFont ? names.join(', ') : undefined
}
