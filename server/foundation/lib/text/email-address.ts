import { domainToASCII } from 'node:url'

const longest = 254 // characters: RFC 5321, 4.5.3.1.3, without the angle brackets

/**
 * Normalises a text that is exactly one usable address, for comparisons: lower case, the domain in ASCII. Undefined
 * for other texts. The order API accepts any text as e-mail: a list, a line break or a display name in it could add
 * recipients.
 */
export function comparableAddress(email: string): string | undefined {
  const text = email.trim()
  if (common.test(text) && !/xn--/i.test(text)) return text.toLowerCase()
  const parts = partsOf(text)
  // NFC: precomposed and combining accents are the same mailbox (RFC 6532, 3.1).
  return parts && `${parts.local.toLowerCase().normalize('NFC')}@${parts.domain}`
}

/**
 * The address as mail is sent to it: the local part as written, because some servers distinguish case, and the domain in
 * ASCII. Undefined where `comparableAddress` is.
 */
export function mailableAddress(email: string): string | undefined {
  const parts = partsOf(email.trim())
  return parts && `${parts.local}@${parts.domain}`
}

function partsOf(text: string): { local: string; domain: string } | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = at < 1 ? undefined : asciiDomain(text.slice(at + 1))
  if (!domain || [...text].length > longest || Buffer.byteLength(local) > 64) return undefined
  const isUsable = localPart.test(local) || (looseDomains.has(domain) && looseLocalPart.test(local))
  return isUsable ? { local, domain } : undefined
}

// Nearly all addresses, without the calls that other texts need: letters, digits and a top-level domain of letters.
const common =
  /^(?=.{1,64}@)(?=.{1,254}$)[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

// dot-atom of RFC 5322, 3.2.3, and beyond ASCII the letters and marks of RFC 6531.
const localPart = /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+(\.[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+)*$/u

// docomo, and au at ezweb.ne.jp and later at au.com, gave names with dots in a row, or with one before the "@", until 2009.
// RFC 5322 allows these in quotes alone, which nodemailer adds.
const looseDomains = new Set(['docomo.ne.jp', 'ezweb.ne.jp', 'au.com'])
const looseLocalPart = /^[\w!#$%&'*+/=?^`{|}~-][\w.!#$%&'*+/=?^`{|}~-]*$/

const domainName =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

function asciiDomain(domain: string): string | undefined {
  // A text that a URL parser would read as more than a host must not reach it.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return undefined
  const ascii = domainToASCII(domain)
  return domainName.test(ascii) ? ascii : undefined
}
