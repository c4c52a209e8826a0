/** The text as PostgreSQL can store it: without NUL and without half a sign. */
export function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed()
}
