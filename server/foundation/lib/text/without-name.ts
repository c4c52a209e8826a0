import { capital } from './capital.ts'

/**
 * A text without a placeholder that nothing fills, without its honorific, and without the comma that addressed it:
 * "{name}, how was it?" becomes "How was it?", and "{name}様、いかがでしたか？" becomes "いかがでしたか？".
 * `locale`: whose capital letters begin a sentence.
 */
export function withoutName(text: string, placeholder: string, locale = ''): string {
  return text
    .split('\n')
    .map(line => (line.includes(placeholder) ? withoutCall(line, placeholder, locale) : line))
    .join('\n')
}

function withoutCall(line: string, placeholder: string, locale: string): string {
  const [before = '', ...others] = line.split(placeholder)
  return others.reduce((said, after) => joined(said, after, locale), before).trimStart()
}

function joined(said: string, following: string, locale: string): string {
  const before = said.replace(/คุณ ?$/, '')
  const after = following.replace(/^ ?(?:様|さま|さん|님)/, '')
  if (beginsSentence(before))
    return before + capitalised(after.replace(/^\s*[,،，、:：;!！?？–—-]?\s*/, ''), locale)
  // One pattern for the comma and the spaces before it would scan each run of spaces many times.
  return (
    before
      .trimEnd()
      .replace(/[,،，、]$/, '')
      .trimEnd() + after
  )
}

// "¿{name}, qué te pareció?" begins with the name, too.
function beginsSentence(before: string): boolean {
  return !/[\p{L}\p{N}{]/u.test(before) || /[.!?…。！？।؟]$/.test(before.trimEnd())
}

function capitalised(text: string, locale: string): string {
  return text.replace(
    /^([^\p{L}\p{N}{]*)(\p{Ll})/u,
    (_, opening: string, letter: string) => opening + capital(letter, locale),
  )
}
