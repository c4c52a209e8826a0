/** A match in a text. `start` and `end` are offsets for `text.slice`, in UTF-16 units. */
export type Found = { check: 'link' | 'email' | 'phone' | 'cpf'; start: number; end: number }

/**
 * Finds e-mail addresses, links, CPFs and phone numbers. Where matches overlap, the first of this order wins. Each
 * pattern takes linear time, because its repetitions are bounded. Stops after `most` matches of each pattern, because
 * each match is compared with all earlier ones.
 */
export function findContacts(text: string, most: number): Found[] {
  const found: Found[] = []
  const add = (check: Found['check'], pattern: RegExp, isValid: (match: string) => boolean = () => true) => {
    const enough = found.length + most
    for (const { 0: match, index: start } of text.matchAll(pattern)) {
      if (found.length === enough) break
      const end = start + match.length
      const isFree = found.every(other => end <= other.start || start >= other.end)
      if (isFree && isValid(match)) found.push({ check, start, end })
    }
  }
  add('email', email)
  add('email', spelledEmail)
  add('link', address)
  add('link', hostName)
  add('link', doubtfulHostName)
  add('cpf', cpf, isCpf)
  add('phone', phone, isPhone)
  return found.sort((a, b) => a.start - b.start)
}

const email = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu

// ana (at) example.com, ana arroba example ponto com
const spelledEmail =
  /[\p{L}\p{N}._%+-]{1,64} ?(?:[([{] ?(?:at|arroba|@) ?[)\]}]| (?:at|arroba) ) ?[\p{L}\p{N}-]{1,63}(?:\.| ?[([{] ?(?:dot|ponto|punto) ?[)\]}] ?| (?:dot|ponto|punto) )(?:com|net|org|br|pt|es|mx|ar)\b/giu

const address = /\b(?:https?:\/\/|www\.)[^\s<>"']{2,2000}/giu

const ending = '(?:\\/[^\\s<>"\']{0,2000})?(?![\\p{L}\\p{N}-])'

// Top-level domains that are no words in our languages. `com` is a Portuguese word, so they match only in lower case: in
// "bom.Com certeza" only a space is missing.
const hostName = new RegExp(
  `(?<![\\p{L}\\p{N}@.-])(?:[\\p{L}\\p{N}-]{1,63}\\.){1,4}(?:(?:com|net|org)\\.br|com|net|org|info|biz|xyz|io|ly|gg)${ending}`,
  'gu',
)

// Top-level domains that are also words, or too short to be unambiguous. They match only if a path follows.
const doubtfulHostName =
  /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.){1,4}(?:br|pt|es|me|be|co|app|site|online|shop|store|club|top|link|tv|us|eu|ar|mx)\/[^\s<>"']{1,2000}/giu

const cpf = /(?<![\p{N}.,-])\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}(?![\p{N}]|[.,-]\d)/gu

/** Whether the eleven digits are a valid CPF: both check digits match, and the digits are not all equal. */
function isCpf(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number)
  if (new Set(digits).size === 1) return false
  return [9, 10].every(place => {
    const sum = digits.slice(0, place).reduce((total, digit, at) => total + digit * (place + 1 - at), 0)
    return ((sum * 10) % 11) % 10 === digits[place]
  })
}

// A run of digits with the separators of a phone number. `isPhone` checks its form.
const phone = /(?<![\p{L}\p{N}.,/-])(?:\+ ?)?\(?\d(?:[ ().-]{0,2}\d){7,15}(?![\p{L}\p{N}]|[.,/-]\d)/gu

/** Whether a run of digits looks like a phone number: Brazilian, or of any country with `+`, `(` or groups. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return digits.length >= 8 && digits.length <= 15
  return phoneForms.some(form => form.test(text))
}

const phoneForms = [
  // Brazil: an area code of two digits, then 9xxxx-xxxx or [2-5]xxx-xxxx. A 0 and a carrier code may precede it.
  /^(?:0?\d{2} )?\(?0?[1-9][1-9]\)?[ .-]?(?:9 ?\d{4}|[2-5]\d{3})[ .-]?\d{4}$/,
  // Without an area code, the dash is required. A range of years is no phone number.
  /^(?!(?:19|20)\d\d-(?:19|20)\d\d$)(?:9 ?\d{4}|[2-5]\d{3})-\d{4}$/,
  /^0[38]00[ .-]?\d{3}[ .-]?\d{4}$/,
  // North America and others in groups: (555) 123-4567, 555-123-4567.
  /^\(\d{2,4}\)[ .-]?\d{3,4}[ .-]?\d{3,4}$/,
  /^\d{3}[.-]\d{3}[.-]\d{4}$/,
  // Spain: 612 345 678, 912 34 56 78.
  /^[679]\d{2}[ .-]\d{3}[ .-]\d{3}$/,
  /^[679]\d{2}[ .-]\d{2}[ .-]\d{2}[ .-]\d{2}$/,
]
