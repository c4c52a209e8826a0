/** How a locale writes numbers and chooses plurals. The names are short because compiled texts use them. */
export type Formats = {
  /** Writes a number. */
  n: (value: number) => string
  /** Chooses by the plural category of a number. */
  p: (value: number, options: Options) => string
}

type Options = { [category: string]: string; other: string }

/** The formats of a locale, or of the first of several that is known. Tags must be valid: the texts' own, or the reader's with its region. */
export function formatsOf(locale: string | string[]): Formats {
  // Made at the first use: 10 ms of a command that formats nothing.
  let [numbers, rules]: [Intl.NumberFormat?, Intl.PluralRules?] = []
  return {
    n: value => {
      numbers ??= new Intl.NumberFormat(locale)
      return numbers.format(value)
    },
    p: (value, options) => {
      rules ??= new Intl.PluralRules(locale)
      return options[rules.select(value)] ?? options.other
    },
  }
}
