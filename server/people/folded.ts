/** A text as it is compared: without case, accents and widths; `at` says where each of its units is written. */
export type Folded = { text: string; at: number[] }

/** A part of a text, from the first unit up to the one behind the last. */
export type Span = readonly [from: number, to: number]

export function fold(written: string): Folded {
  let text = ''
  const at: number[] = []
  let from = 0
  for (const sign of written) {
    const folded = comparable(sign)
    for (let unit = 0; unit < folded.length; unit++) at.push(from)
    text += folded
    from += sign.length
  }
  // An accent that is a sign of its own belongs to the letter before it.
  at.push(written.length)
  return { text, at }
}

/** Compatible forms of letters and digits, without marks and invisible signs, in small letters. */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
}

/** The text as it is written, with each of the spans of its folded form, together where they overlap, replaced. */
export function replaceSpans(written: string, { at }: Folded, spans: Span[], by: string): string {
  let result = ''
  let kept = 0
  let last = -1
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (from >= last) {
      result += written.slice(kept, Math.max(kept, at[from] as number)) + by
    }
    last = Math.max(last, to)
    kept = at[last] as number
  }
  return result + written.slice(kept)
}
