const longest = 420
const folded = 300
const mostLines = 8

/** The start of a long text, cut between two words; undefined if the text is short enough to show completely. */
export function fold(text: string): string | undefined {
  const lines = text.split('\n')
  if (text.length <= longest && lines.length <= mostLines) return undefined
  const short = lines.slice(0, mostLines - 2).join('\n')
  if (short.length <= folded) return short.trimEnd()
  // Without spaces, as in Japanese, cut between two characters but never inside one.
  const room = short.slice(0, folded).replace(/[\ud800-\udbff]$/, '')
  const words = room.replace(/\s+\S*$/, '')
  return (words.length > folded / 2 ? words : room).trimEnd()
}
