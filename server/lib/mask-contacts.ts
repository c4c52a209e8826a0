/**
 * The text as visitors may see it: e-mail addresses, phone numbers and Brazilian CPF numbers are replaced by
 * dots. Prices, dates, measures and model numbers stay: where a number could be both, it stays.
 */
export function maskContacts(text: string): string {
  // Nothing that is masked has fewer than eight digits or no @: most texts end here.
  if (!text.includes('@') && !/(?:\d[^\p{L}\d]{0,3}){7}\d/u.test(text)) return text
  return contacts.reduce((masked, contact) => masked.replace(contact, mask), text)
}

const mask = '•••'

// A contact stands alone: what goes on with a letter, a digit or a hyphen is a model number or a code.
const before = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}][-./_])`
const after = String.raw`(?![\p{L}\p{N}]|[-./_][\p{L}\p{N}])`

const areaCode = String.raw`(?:\(0?[1-9]{2}\)|0?[1-9]{2})`
const mobile = String.raw`9[ ]?\d{4}[-. ]?\d{4}`
const landline = String.raw`[2-5]\d{3}[-. ]\d{4}`

const contacts = [
  /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}[ ]?@[ ]?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{2,63})+/gu,
  // Of any country, with its +.
  /\+\d{1,3}(?:[-. ]{0,2}\(?\d{1,5}\)?){2,5}/g,
  // CPF as it is printed.
  alone(String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`),
  // Brazilian numbers with their area, as they are written and as bare digits.
  alone(`(?:55[ ]?)?${areaCode}[-. ]?(?:${mobile}|${landline})`),
  alone(String.raw`0[3589]00[-. ]?\d{3}[-. ]?\d{4}`),
  // Without an area: a mobile number by its nine, any other where a word before it says so.
  alone(String.raw`9\d{4}[- ]\d{4}`),
  new RegExp(
    String.raw`(?<=(?:fone|whats|whatsapp|whats app|zap|zapp|tel|telefone|celular|cel|ligue|phone|call|teléfono|móvil)[ :.]{1,3})\d{4,5}[-. ]?\d{4}${after}`,
    'giu',
  ),
  // North American: 555-123-4567, (555) 123 4567.
  alone(String.raw`(?:1[-. ])?(?:\([2-9]\d{2}\)[ ]?|[2-9]\d{2}[-. ])[2-9]\d{2}[-. ]\d{4}`),
]

function alone(pattern: string): RegExp {
  return new RegExp(`${before}${pattern}${after}`, 'gu')
}
