/** "Maria S." of "Maria da Silva"; a single word stays as it is. Words without a letter, such as a mask, are left out. */
export function shortName(full: string): string {
  const words = full.split(/\s+/).filter(word => /\p{L}/u.test(word))
  if (words.length === 0) return full.trim()
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  // A direction mark may come before the first letter.
  return last === '' ? first : `${first} ${/\p{L}/u.exec(last)?.[0].toUpperCase()}.`
}
