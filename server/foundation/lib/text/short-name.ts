import { readPersonName } from './person-name.ts'

/**
 * "Maria S." of "Maria da Silva", "João S." of "João da Silva Filho"; a single word stays as it is. Chinese, Japanese and
 * Korean names become the family name: a letter of them is half a word. Words without a letter, such as a mask, are left
 * out.
 */
export function shortName(full: string): string {
  const { given, family } = readPersonName(full)
  // A direction mark may come before the first letter.
  if (given !== '' && family !== '') return `${given} ${/\p{L}/u.exec(family)?.[0].toUpperCase()}.`
  if (given !== '' || family !== '') return given || family
  const words = full.split(/\s+/).filter(word => /\p{L}/u.test(word))
  return words.length === 0 ? full.trim() : (words[0] ?? '')
}
