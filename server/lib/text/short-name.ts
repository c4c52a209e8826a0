/** "Maria S." of "Maria da Silva"; a single word stays as it is. */
export function shortName(full: string): string {
  const words = full.split(/\s+/).filter(word => word !== '')
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return last === '' ? first : `${first} ${[...last][0]?.toUpperCase()}.`
}
