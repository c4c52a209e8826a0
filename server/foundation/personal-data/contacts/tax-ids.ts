import { contextOf } from './phone-context.ts'

/**
 * Tax ids of persons in a text, by their check digits or a printed form that is nothing else. A company's Brazilian CNPJ is one
 * too, in its printed form or after its name, because it may name a person who trades alone. Those that are right by chance
 * too often are none after a word such as "order" or "model". `country` is the store's.
 */
export function* findTaxIds(
  text: string,
  country: string | undefined,
): Generator<readonly [start: number, end: number]> {
  if (!sixDigits.test(text)) return
  for (const { 0: found, index, groups = {} } of text.matchAll(everywhere)) {
    const kind = Object.keys(groups).find(name => groups[name] !== undefined) as keyof typeof kinds
    const [start, end] = [index, index + found.length]
    if (kinds[kind](found) && !(isOfOneDigit(kind) && contextOf(text, start, end).isLabelled))
      yield [start, end]
  }
  for (const { pattern, isValid } of ofCountries[country ?? ''] ?? [])
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const [start, end] = [index, index + found.length]
      if (isValid(found) && !contextOf(text, start, end).isLabelled) yield [start, end]
    }
}

// An Italian one has a letter between its digits.
const sixDigits = /(?:\d[^\d\n]{0,3}){6}/

// Delimited: a number that continues with a letter, a digit or a decimal is another number.
const delimited = (form: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}]|\p{N}[.,/-])(?:${form})(?![\p{L}\p{N}]|[.,/-]\p{N})`, 'gu')

// One search for all: each alone took a µs for every text with six digits.
const everywhere = delimited(
  String.raw`
    (?<cpf>\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2})
    (?<cnpj>\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}|(?<=[cC][nN][pP][jJ][\s:.nº°]{0,6})\d{14})
    (?<cuit>(?:2[03-7]|3[034])-\d{8}-\d)
    (?<rut>\d{1,2}\.\d{3}\.\d{3}-[\dkK])
    (?<nir>[12] ?\d\d ?(?:0[1-9]|1[0-2]|[2-4]\d) ?(?:\d\d|2[abAB]) ?\d{3} ?\d{3} ?\d{2})
    (?<codiceFiscale>[a-zA-Z]{6}\d\d[a-ehlmprstA-EHLMPRST]\d\d[a-zA-Z]\d{3}[a-zA-Z])
    (?<curp>[a-zA-Z]{4}\d{6}[hmxHMX][a-zA-Z]{5}[a-zA-Z\d]\d)`
    .trim()
    .replace(/\n\s+/g, '|'),
)

const kinds = {
  cpf: isCpf,
  cnpj: () => true,
  cuit: isCuit, // Argentina; also CUIL
  rut: isRut, // Chile
  nir: isNir, // France
  codiceFiscale: isCodiceFiscale, // Italy
  curp: isCurp, // Mexico
}

// One check digit is right by chance in one number of eleven.
const isOfOneDigit = (kind: keyof typeof kinds) => kind === 'cuit' || kind === 'rut'

// Elsewhere these are codes of products, too often by chance.
const ofCountries: Record<string, { pattern: RegExp; isValid: (written: string) => boolean }[]> = {
  ES: [{ pattern: delimited(String.raw`(?:\d{8}|[xyzXYZ][- ]?\d{7})[- ]?[a-zA-Z]`), isValid: isNif }],
  PL: [{ pattern: delimited(String.raw`\d\d[0-38]\d[0-3]\d{6}`), isValid: isPesel }],
  // Nine digits, valid by chance in one of eleven numbers.
  PT: [
    {
      pattern: /(?<=(?:nif|contribuinte)[\s:.nº°]{0,6})\d{3} ?\d{3} ?\d{3}(?!\d)/giu,
      isValid: () => true,
    },
  ],
}

const digitsOf = (written: string) => [...written.replace(/\D/g, '')].map(Number)

const sumOf = (digits: number[], weights: number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0)

// By chance, one number of eleven digits in a hundred is valid. The printed form is nothing else, even with a wrong digit.
function isCpf(written: string): boolean {
  const digits = digitsOf(written)
  if (new Set(digits).size === 1) return false
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(written)) return true
  return [9, 10].every(place => {
    const sum = digits.slice(0, place).reduce((total, digit, at) => total + digit * (place + 1 - at), 0)
    return ((sum * 10) % 11) % 10 === digits[place]
  })
}

function isCuit(written: string): boolean {
  const digits = digitsOf(written)
  const rest = sumOf(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
  return digits[10] === (rest === 0 ? 0 : rest === 1 ? 9 : 11 - rest)
}

function isRut(written: string): boolean {
  const digits = digitsOf(written.slice(0, -1)).reverse()
  const rest = 11 - (digits.reduce((sum, digit, at) => sum + digit * (2 + (at % 6)), 0) % 11)
  return written.slice(-1).toLowerCase() === (rest === 11 ? '0' : rest === 10 ? 'k' : String(rest))
}

/** Corsica's departments 2A and 2B count as 19 and 18. */
function isNir(written: string): boolean {
  const digits = written.replaceAll(' ', '').toLowerCase().replace('2a', '19').replace('2b', '18')
  return 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13))
}

function isCodiceFiscale(written: string): boolean {
  const code = written.toUpperCase()
  const values = [...code.slice(0, 15)].map((sign, at) => {
    const place = Number.isNaN(Number(sign)) ? sign.charCodeAt(0) - 65 : Number(sign)
    return at % 2 === 0 ? (oddValues[place] as number) : place
  })
  return values.reduce((sum, value) => sum + value, 0) % 26 === code.charCodeAt(15) - 65
}

const oddValues = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

function isCurp(written: string): boolean {
  const values = [...written.toUpperCase()].map(sign => '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'.indexOf(sign))
  const sum = values.slice(0, 17).reduce((total, value, at) => total + value * (18 - at), 0)
  return (10 - (sum % 10)) % 10 === values[17]
}

function isNif(written: string): boolean {
  const bare = written.replace(/[- ]/g, '').toUpperCase()
  const number = Number(bare.slice(0, -1).replace(/^[XYZ]/, letter => String('XYZ'.indexOf(letter))))
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === bare.slice(-1)
}

function isPesel(written: string): boolean {
  const digits = digitsOf(written)
  const month = ((digits[2] as number) % 2) * 10 + (digits[3] as number)
  const day = (digits[4] as number) * 10 + (digits[5] as number)
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= 31
  return isDate && sumOf(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0
}
