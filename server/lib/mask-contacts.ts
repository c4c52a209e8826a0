/**
 * The text as visitors may see it: e-mail addresses, phone numbers and Brazilian CPF numbers are replaced by
 * dots. Prices, dates, measures and model numbers stay: where a number could be both, it stays.
 */
export function maskContacts(text: string): string {
  // Nothing that is masked has fewer than eight digits or no @: most texts end here.
  if (!text.includes('@') && !/(?:\d[^\p{L}\d]{0,3}){7}\d/u.test(text)) return text
  const masked = contacts.reduce((left, contact) => left.replace(contact, mask), text)
  return masked
    .replace(international, found => (isPhoneLength(found) ? mask : found))
    .replace(elevenDigits, found => (isCpf(found) ? mask : found))
}

const mask = '•••'

// A contact stands alone: what goes on with a letter, a digit or a hyphen is a model number or a code.
const before = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}][-./_])`
const after = String.raw`(?![\p{L}\p{N}]|[-./_][\p{L}\p{N}])`

const areaCode = String.raw`(?:\(0?[1-9]{2}\)|0?[1-9]{2})`
const mobile = String.raw`9[ ]?\d{4}[-. ]?\d{4}`
// 11 2019-2020 is a day and two years.
const landline = String.raw`(?!20\d\d[-. ]20\d\d)[2-5]\d{3}[-. ]\d{4}`

const contacts = [
  /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}[ ]?@[ ]?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{2,63})+/gu,
  /wa\.me\/\+?\d{8,15}/g,
  // CPF as it is printed.
  alone(String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`),
  // Brazilian numbers with their area, as they are written and as bare digits; free ones.
  alone(`(?:\\+?55[ ]?)?${areaCode}[-. ]?(?:${mobile}|${landline})`),
  alone(String.raw`0[3589]00[-. ]?\d{3}[-. ]?\d{4}`),
  // Without an area: a mobile number by its nine, any other where a word before it says so.
  alone(String.raw`9\d{4}[- ]\d{4}`),
  new RegExp(
    String.raw`(?<=(?:fone|whats|whatsapp|zap|tel|cel|celular|ligue|phone|call|teléfono|móvil)[ :.]{1,3})\d{4,5}[-. ]?\d{4}${after}`,
    'giu',
  ),
  // North American: 555-123-4567, (555) 123-4567.
  alone(String.raw`(?:\+?1[-. ])?(?:\([2-9]\d{2}\)[ ]?\d{3}[-. ]|[2-9]\d{2}[-.]\d{3}[-.])\d{4}`),
]

const international = /(?<![\p{L}\p{N}])\+\d{1,3}(?:[-. ]{0,2}(?:\d{1,5}|\(\d{1,5}\))){2,5}/gu
const elevenDigits = alone(String.raw`\d{11}`)

function alone(pattern: string): RegExp {
  return new RegExp(`${before}${pattern}${after}`, 'gu')
}

function isPhoneLength(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return digits >= 8 && digits <= 15
}

// Eleven digits are a CPF when their last two are the check of the others; one number in a hundred is by chance.
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
