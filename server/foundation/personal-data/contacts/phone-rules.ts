import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { Context } from './phone-context.ts'

// Of a phone number without its country's code.
export const fewestDigits = 7
export const mostDigits = 15
export const mostGroups = 7

/** Whether a number, as it is written and as its groups of digits, is a phone number where it stands. */
export type Judge = (written: string, digits: string[], context: Context) => boolean

/**
 * Judges numbers by libphonenumber-js with the country, and by what stands around them. After 200 questions to the
 * library in one text, every number of that length is one: a text with so many holds nothing else, and reading it must not
 * take long.
 */
export function createJudge(country: string | undefined): Judge {
  const code = country !== undefined && isSupportedCountry(country) ? country : undefined
  let left = mostJudged
  const isNumberOf = (home: CountryCode, written: string, digits: string[]) => {
    if (left-- <= 0) return true
    // Prefixes of Mexico until 2019, which the library knows no more.
    const dialled = home === 'MX' ? written.replace(/^0(?:1|44|45)[ -]/, '') : written
    const number = parsePhoneNumberFromString(dialled, { defaultCountry: home, extract: false })
    return number?.isValid() === true && isWrittenSo(digits, number, home)
  }
  return (written, digits, { isAnnounced, isLabelled, isMeasured }) => {
    if (isInternational(written, isLabelled)) return digits.join('').length > fewestDigits
    if (isCertain(written)) return !isLabelled || /[()-]/.test(written)
    if (isMeasured) return false
    if (isAnnounced) return digits.length < mostGroups
    if (isLabelled || isAmount(written, code)) return false
    if (isLikely(written, code)) return true
    return code !== undefined && isGrouped(digits) && isNumberOf(code, written, digits)
  }
}

/** With a country's code. An EAN may begin with 00 too. */
function isInternational(written: string, isLabelled: boolean): boolean {
  return isLabelled ? /^\(?\+/.test(written) : /^\(?(?:\+|00[1-9])/.test(written)
}

/** Forms that are phone numbers in any country, and wherever they are among other numbers. */
export function isCertain(written: string): boolean {
  return certain.some(form => form.test(written))
}

const certain = [
  /^\+ ?\d/,
  // Brazil: an area code of two digits, then 9xxxx-xxxx or [2-5]xxx-xxxx. A 0 and a carrier code may precede it.
  /^(?:(?:55|0?\d{2}) )?\(0?[1-9][1-9]\)[ .-]?(?:9 ?\d{4}|[2-5]\d{3})[ .-]?\d{4}$/,
  /^(?:\+?55 ?)?(?:0?\d{2} )?0?[1-9][1-9][ .-]?9 ?\d{4}[ .-]?\d{4}$/,
  /^(?:\+?55 ?)?(?:0?\d{2} )?0?[1-9][1-9][ .-]?(?!20\d\d[-. ]20\d\d)[2-5]\d{3}[ .-]\d{4}$/,
  // Without an area code, only mobile numbers, which start with 9.
  /^9[ ]?\d{4}[- ]\d{4}$/,
  /^0[3589]00[-. ]?\d{3}[-. ]?\d{4}$/,
  // North America and others in groups: (555) 123-4567, 555-123-4567.
  /^(?:\+?1[-. ])?\(\d{2,4}\)[ .-]?\d{3,4}[ .-]?\d{3,4}$/,
  /^(?:\+?1[-. ])?[2-9]\d{2}[.-]\d{3}[.-]\d{4}$/,
]

// Spain. In other countries these may be sizes, so a label or a measure is enough to keep them.
const likely = [
  /^[679]\d{2}[ .-]\d{3}[ .-]\d{3}$/,
  /^[6789]\d{2}(?:[ .-]\d{2}){3}$/,
  /^9\d[ .-]\d{3}[ .-]\d{2}[ .-]\d{2}$/,
]

// Brazil without an area code. A range such as 2500-3000 is none.
const local = /^[2-5]\d{3}-\d{4}$(?<!0-\d{3}0)/

const mostJudged = 200

function isLikely(written: string, country: string | undefined): boolean {
  return likely.some(form => form.test(written)) || (country === 'BR' && local.test(written))
}

/** Whether a valid number of the country is written as one: sizes, prices and codes often are valid too. */
function isWrittenSo(digits: string[], number: PhoneNumber, country: CountryCode): boolean {
  const national = number.formatNational()
  const usual = (national.match(/\d+/g) ?? []).join(' ')
  if (digits[0]?.startsWith('0'))
    return digits.join(' ') === usual || digits.every(({ length }) => length >= 2)
  const isMobile = number.getType() === 'MOBILE'
  // Where numbers begin with a 0 that is not written, only mobile ones are known for sure.
  if (!isMobile && /^\(?0/.test(national) && country !== 'AR') return false
  // In Brazil, numbers of orders are as long as those of landlines.
  if (digits.length === 1) return number.nationalNumber.length >= 9 && (isMobile || country !== 'BR')
  if ([digits.join(' '), `0${digits.join(' ')}`].includes(usual)) return true
  if (country === 'MX' && digits.length === 5) return digits.every(({ length }) => length === 2)
  // The library writes 41 23 45 67.
  if (country === 'NO' && isMobile && /^\d{3} \d\d \d{3}$/.test(digits.join(' '))) return true
  if (country === 'BR' || digits.length > 3) return false
  return digits.every(({ length }, at) => length >= (at === 0 ? 2 : 3))
}

/** Whether the library is worth asking. No list of sizes spends its questions. */
function isGrouped(digits: string[]): boolean {
  // A range of measures, such as 2500-3000.
  if (digits.length === 2 && digits.every(group => /^\d{3}0$/.test(group))) return false
  return digits.length <= 5 && digits.slice(1).every(({ length }) => length >= 2) && !isRow(digits)
}

/** Sizes such as 36 38 40 42, and not 06 12 34 56 78. */
function isRow(digits: string[]): boolean {
  if (digits[0]?.startsWith('0')) return false
  if (digits.length === 1 || digits.some(({ length }) => length > 3)) return false
  if (digits.some(({ length }) => length === 3) && digits.length <= 3) return false
  const steps = digits.slice(1).map((group, at) => Math.sign(Number(group) - Number(digits[at])))
  return steps.every(step => step === steps[0])
}

/**
 * Groups of three, as in 1.234.567 or 12 000 000, with a first one that begins no phone number. In some countries numbers
 * are written so.
 */
function isAmount(written: string, country: string | undefined): boolean {
  if (!/^\d{1,3}(?:([ .])\d{3})(?:\1\d{3})*$/.test(written)) return false
  return (
    /0{3}$/.test(written) ||
    (/^\d{1,2}[ .]/.test(written) && !(inThrees.test(country ?? '') && /^\d\d /.test(written)))
  )
}

const inThrees = /^(?:LV|TN|BW|LB|MK)$/
