/**
 * Masks a text for publication: dots replace e-mail addresses, phone numbers and Brazilian CPF numbers. Prices,
 * dates, measures and model numbers stay, and so does a number that could be either.
 */
export function maskContacts(text: string): string {
  const plain = withoutDisguise(text)
  const masked = maskNumbers(maskAddresses(plain))
  return masked === plain ? text : masked
}

const mask = '•••'

// Contacts are also written with full-width characters, Arabic digits, or characters that nobody sees.
const disguise = /[\u00ad\u200b\u2060\ufeff\uff01-\uff5e\u0660-\u0669\u06f0-\u06f9]|[\u200c\u200d](?=[\w@.])/g

/** The same text in plain characters. Most texts have no others. */
function withoutDisguise(text: string): string {
  return text.replace(disguise, found => {
    const code = found.charCodeAt(0)
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
    return /\p{Nd}/u.test(found) ? String(code & 15) : ''
  })
}

// Starts at the @ and looks back for the name. A search that starts at the name took 280 ms for 50,000 hostile
// characters. This one takes 2 ms.
const fromAt =
  /@(?<=([\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63})[ ]?@)[ ]?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{2,63})+/gu

function maskAddresses(text: string): string {
  if (!text.includes('@')) return text
  let masked = ''
  let end = 0
  for (const { 0: found, 1: name = '', index } of text.matchAll(fromAt)) {
    const nameEnd = text[index - 1] === ' ' ? index - 1 : index
    // The previous address may end inside this name.
    const free = Math.max(end, nameEnd - name.length)
    const start = free + text.slice(free, nameEnd).search(/[\p{L}\p{N}]/u)
    if (start < free) continue
    masked += text.slice(end, start) + mask
    end = index + found.length
  }
  return masked + text.slice(end)
}

// Every character that a masked number may contain. Each masked number has at least eight digits.
const written = /[+(]?\d[\d ().+-]*/g
const fewestDigits = 8
// The number of characters around a number that decide whether it is masked: "teléfono" and three characters make
// eleven.
const context = 16

// The patterns run only around long numbers, because most texts have none.
function maskNumbers(text: string): string {
  if (!/\d/.test(text)) return text
  let masked = ''
  let end = 0
  let window = { start: 0, end: 0 }
  const close = () => {
    masked += text.slice(end, window.start) + maskWindow(text.slice(window.start, window.end))
    end = window.end
  }
  for (const { 0: found, index } of text.matchAll(written)) {
    if (!hasDigits(found, fewestDigits)) continue
    const start = Math.max(0, index - context)
    if (start > window.end) {
      close()
      window = { start, end: 0 }
    }
    window.end = index + found.length + context
  }
  close()
  return masked + text.slice(end)
}

function hasDigits(text: string, wanted: number): boolean {
  let count = 0
  for (let place = 0; place < text.length && count < wanted; place++) {
    const code = text.charCodeAt(place)
    if (code >= 48 && code <= 57) count++
  }
  return count >= wanted
}

function maskWindow(text: string): string {
  if (text === '') return ''
  return numbers
    .reduce((left, number) => left.replace(number, number === spoken ? `$1${mask}` : mask), text)
    .replace(international, found => (isPhoneLength(found) ? mask : found))
    .replace(elevenDigits, found => (isCpf(found) ? mask : found))
}

// A contact is delimited: a number that continues with a letter, a digit or a hyphen is a model number or a code.
const before = String.raw`(?<!\d)(?<![\p{L}\p{N}]|[\p{L}\p{N}][-./_])`
const after = String.raw`(?![\p{L}\p{N}]|[-./_][\p{L}\p{N}])`

const areaCode = String.raw`(?:\(0?[1-9]{2}\)|0?[1-9]{2})`
const mobile = String.raw`9[ ]?\d{4}[-. ]?\d{4}`
// 11 2019-2020 is a day and two years, not a phone.
const landline = String.raw`(?!20\d\d[-. ]20\d\d)[2-5]\d{3}[-. ]\d{4}`

const spoken = new RegExp(
  String.raw`((?:fone|whats|whatsapp|zap|tel|cel|celular|ligue|phone|call|teléfono|móvil)[ :.]{1,3})\d{4,5}[-. ]?\d{4}${after}`,
  'giu',
)

const numbers = [
  /wa\.me\/\+?\d{8,15}/g,
  // CPF in its printed form.
  alone(String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`),
  // Brazilian numbers with area code, formatted or as bare digits; toll-free numbers.
  alone(`(?:\\+?55[ ]?)?${areaCode}[-. ]?(?:${mobile}|${landline})`),
  alone(String.raw`0[3589]00[-. ]?\d{3}[-. ]?\d{4}`),
  // Without an area code: mobile numbers, which start with 9; others only after a word that announces a phone.
  alone(String.raw`9\d{4}[- ]\d{4}`),
  spoken,
  // North American: 555-123-4567, (555) 123-4567.
  alone(String.raw`(?:\+?1[-. ])?(?:\([2-9]\d{2}\)[ ]?\d{3}[-. ]|[2-9]\d{2}[-.]\d{3}[-.])\d{4}`),
]

const international = /(?<![\p{L}\p{N}])\+\d{1,3}(?:[-. ]{0,2}(?:\d{1,5}|\(\d{1,5}\))){2,5}/gu
const elevenDigits = alone(String.raw`\d{11}`)

function alone(pattern: string): RegExp {
  return new RegExp(`(?=[\\d(+])${before}${pattern}${after}`, 'gu')
}

function isPhoneLength(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= 8 && digits <= 15
}

// Eleven digits are a CPF if the last two are the check digits of the others. By chance, one number in a hundred
// matches.
function isCpf(digits: string): boolean {
  const numbers = [...digits].map(Number)
  if (new Set(numbers).size === 1) return false
  return [9, 10].every(length => {
    const sum = numbers
      .slice(0, length)
      .reduce((total, digit, index) => total + digit * (length + 1 - index), 0)
    return ((sum * 10) % 11) % 10 === numbers[length]
  })
}
