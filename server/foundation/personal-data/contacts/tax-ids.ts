// Delimited: a number that continues with a letter, a digit or a decimal is another number.
const cpf = /(?<![\p{L}\p{N}]|[\p{N}][.,/-])\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}(?![\p{L}\p{N}]|[.,/-]\p{N})/gu
const cnpj =
  /(?<=cnpj[\s:.nº°]{0,6})\d{14}(?!\d)|(?<![\p{L}\p{N}]|[\p{N}][.,/-])\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?![\p{L}\p{N}])/giu

/**
 * Brazilian tax ids in a text: a person's CPF, in its printed form or with valid check digits, and a company's CNPJ in its
 * printed form or after its name, which may name a person who trades alone.
 */
export function* findTaxIds(text: string): Generator<readonly [start: number, end: number]> {
  for (const { 0: found, index } of text.matchAll(cpf)) {
    if (isCpf(found)) yield [index, index + found.length]
  }
  for (const { 0: found, index } of text.matchAll(cnpj)) yield [index, index + found.length]
}

// By chance, one number of eleven digits in a hundred is valid. The printed form is nothing else, even with a wrong digit.
function isCpf(written: string): boolean {
  const digits = [...written.replace(/\D/g, '')].map(Number)
  if (new Set(digits).size === 1) return false
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(written)) return true
  return [9, 10].every(place => {
    const sum = digits.slice(0, place).reduce((total, digit, at) => total + digit * (place + 1 - at), 0)
    return ((sum * 10) % 11) % 10 === digits[place]
  })
}
