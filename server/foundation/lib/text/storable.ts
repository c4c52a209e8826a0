/** The text without NUL characters and unpaired surrogates, which PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed()
}

/** Whether PostgreSQL can store the text as it is. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
