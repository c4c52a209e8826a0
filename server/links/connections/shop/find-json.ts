/**
 * The JSON of a text that may begin with byte order marks, or with the notices of a shop's plugins: where one object or
 * list follows them, and nothing else that is JSON. A page of HTML is none. Throws SyntaxError.
 */
export function findJson(text: string): unknown {
  const trimmed = text.trim() // which removes byte order marks too
  try {
    return JSON.parse(trimmed)
  } catch (error) {
    const values = isNotice.test(trimmed) && !isPage.test(trimmed) ? valuesIn(trimmed) : []
    if (values.length === 1) return values[0]
    throw error
  }
}

const isNotice = /^(<|(PHP )?(notice|warning|deprecated|strict standards)\b)/i
const isPage = /<(!doctype|html|head|body|script|style|title)\b/i

const mostTried = 20 // starts of values, so that a hostile body costs little

/** The objects and lists in a text, none of them inside another. */
function valuesIn(text: string): unknown[] {
  const values: unknown[] = []
  const start = /[[{]/g
  for (let tried = 0; tried < mostTried; tried++) {
    const at = start.exec(text)?.index
    if (at === undefined) return values
    const end = endOf(text, at)
    const value = end === undefined ? undefined : parsed(text.slice(at, end))
    if (value === undefined) continue
    values.push(value)
    start.lastIndex = end as number
  }
  return []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where the value that begins at `start` ends, by its brackets. */
function endOf(text: string, start: number): number | undefined {
  // A text without its end takes the rest, so that nothing is read twice.
  const token = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|[[\]{}]/gs
  token.lastIndex = start
  let depth = 0
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === '[' || found[0] === '{') depth++
    else if (found[0] === ']' || found[0] === '}') depth--
    if (depth === 0 && found[0].length === 1) return token.lastIndex
  }
  return undefined
}
