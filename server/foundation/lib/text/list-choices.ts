/** The values that something takes, as an error names them. A sign is quoted: a comma would be lost among others. */
export function listChoices(values: readonly unknown[]): string {
  return values.map(value => (/^[^\w\s]$/.test(String(value)) ? `"${value}"` : value)).join(', ')
}
