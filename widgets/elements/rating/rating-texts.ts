import { formatLocale, localeOf } from '../../locale.ts'

// In the entry instead of a locale's chunk, so that a page with ratings only needs just the entry.
const texts = {
  en: {
    none: 'No reviews yet',
    rated: (average: string) => `Rated ${average} out of 5`,
    from: (total: string, one: boolean) => (one ? 'from 1 review' : `from ${total} reviews`),
  },
  'pt-BR': {
    none: 'Ainda sem avaliações',
    rated: (average: string) => `Nota ${average} de 5`,
    from: (total: string, one: boolean) => (one ? 'em 1 avaliação' : `em ${total} avaliações`),
  },
  es: {
    none: 'Aún sin opiniones',
    rated: (average: string) => `Calificación: ${average} de 5`,
    from: (total: string, one: boolean) => (one ? 'con 1 opinión' : `con ${total} opiniones`),
  },
}

/** The visible text of a rating and its accessible name, in one language. */
export function wordsOf(
  average: number,
  total: number | undefined,
  language: string,
): { average: string; total: string; label: string } {
  const { none, rated, from } = texts[localeOf(language)]
  const number = numberFormat(language, 1).format(average)
  const count = total === undefined ? '' : numberFormat(language, 0).format(total)
  const label = [rated(number), ...(total === undefined ? [] : [from(count, total === 1)])].join(' ')
  return { average: number, total: count && `(${count})`, label: total === 0 ? none : label }
}

function numberFormat(language: string, digits: number): Intl.NumberFormat {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(formatLocale(language), options)
}
