/** A text in plain characters. `at` has the original offset of each unit and of the end; null: the text itself. */
export type PlainText = { text: string; at: number[] | null }

// Contacts are also written with full-width characters, digits of other scripts or with signs around them, unusual
// spaces and dashes, and characters that nobody sees.
const disguise =
  /[\u00a0\u00ad\u061c\u200b\u200e\u200f\u2000-\u200a\u2010-\u2015\u202a-\u202f\u2060\u2066-\u2069\u2212\u3000\ufe6b\ufeff\uff01-\uff5e]|\ufe0f|\u20e3|[\u200c\u200d](?=[\w@.])|(?<=[\w\uff10-\uff5a])[。｡](?=[\w\uff10-\uff5a])|(?![0-9])\p{Nd}/gu

const spaces = /[\u00a0\u2000-\u200a\u202f\u3000]/
const dashes = /[\u2010-\u2015\u2212]/

/** The same text in plain characters. Most texts have no others. */
export function plainText(written: string): PlainText {
  if (written.search(disguise) === -1) return { text: written, at: null }
  let text = ''
  let end = 0
  const at: number[] = []
  const add = (plain: string, from: number, step: number) => {
    for (let unit = 0; unit < plain.length; unit++) at.push(from + unit * step)
    text += plain
  }
  for (const { 0: found, index } of written.matchAll(disguise)) {
    add(written.slice(end, index), end, 1)
    add(plainOf(found), index, 0)
    end = index + found.length
  }
  add(written.slice(end), end, 1)
  at.push(written.length)
  return { text, at }
}

function plainOf(found: string): string {
  if (spaces.test(found)) return ' '
  if (dashes.test(found)) return '-'
  // Domain names may have these for the at sign and the dot.
  if (found === '﹫') return '@'
  if (found === '。' || found === '｡') return '.'
  const code = found.codePointAt(0) as number
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  return isDigit(code) ? String(digitOf(code)) : ''
}

/** The value of a digit. Each script has its ten in a row; the mathematical ones begin at 1D7CE, set after set. */
function digitOf(code: number): number {
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value++
  return value
}

function isDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code))
}
