/** The text without NUL characters and unpaired surrogates, which PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed()
}
