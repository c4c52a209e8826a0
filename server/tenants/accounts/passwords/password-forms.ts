/**
 * The forms of a password in which attackers would recognize it, in lower case: as typed, without separators and
 * invisible characters, and with look-alikes and digits as the letters that they replace.
 */
export function formsOf(password: string): string[] {
  const text = password.normalize('NFKC').toLowerCase()
  const latin = [...text].map(sign => lookAlikes.get(sign) ?? sign).join('')
  const plain = latin.normalize('NFKD').replace(/\p{M}/gu, '')
  const compact = [plain, unleet(plain, 'i'), unleet(plain, 'l')].map(form => form.replace(notLetters, ''))
  return [...new Set([text, ...compact, ...compact.filter(isMostlyLetters).map(onlyLetters)])]
}

/** Four or more different words: a passphrase, even of common words. */
export function isPassphrase(password: string): boolean {
  const words = password.toLowerCase().split(/\s+/)
  return new Set(words.filter(word => /\p{L}{3}/u.test(word))).size >= 4
}

const notLetters = /[^\p{L}\p{N}]+/gu

function onlyLetters(text: string): string {
  return text.replace(/[^\p{L}]+/gu, '')
}

function isMostlyLetters(text: string): boolean {
  return onlyLetters(text).length * 2 >= text.length
}

const leet: Record<string, string> = { 0: 'o', '!': 'i', 3: 'e', 4: 'a', '@': 'a', 5: 's', $: 's', 7: 't' }

/** A text with the letters that its digits and signs replace; 1 replaces either i or l. */
export function unleet(text: string, one: 'i' | 'l'): string {
  return text.replace(/[01!34@5$7]/g, sign => leet[sign] ?? one)
}

/** Cyrillic and Greek small letters that look like Latin ones. */
const lookAlikes = new Map([
  ...pairs('авсԁеһіјкӏмнорԛѕтуѵԝх', 'abcdehijklmhopqstyvwx'),
  ...pairs('αβεικνορτυχωζη', 'abeiknoptuxwzn'),
])

function pairs(foreign: string, latin: string): [string, string][] {
  return [...foreign].map((sign, at) => [sign, latin[at] ?? sign])
}
