/**
 * A text without a placeholder that nothing fills, and without the comma that addressed it: "{name}, how was it?" becomes
 * "How was it?". `locale`: whose capital letters begin a line.
 */
export function withoutName(text: string, placeholder: string, locale?: string): string {
  return text
    .split('\n')
    .map(line => (line.includes(placeholder) ? withoutCall(line, placeholder, locale) : line))
    .join('\n')
}

function withoutCall(line: string, placeholder: string, locale?: string): string {
  const begins = line.trimStart().startsWith(placeholder)
  const parts = line.split(placeholder)
  // One pattern for the comma and the spaces before a placeholder would scan each run of spaces many times.
  const rest = parts
    .map((part, index) => (begins && index === 1 ? part.replace(/^[,:!]/, '').trimStart() : part))
    .map((part, index) => (index < parts.length - 1 ? part.trimEnd().replace(/,$/, '') : part))
    .join('')
    .trimStart()
  return begins ? rest.replace(/\p{L}/u, letter => letter.toLocaleUpperCase(locale)) : rest
}
