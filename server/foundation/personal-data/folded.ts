/** A text without case, accents and letter widths, for comparisons. `at` has the original offset of each unit. */
export type Folded = { text: string; at: number[] }

/** A part of a text; `to` is exclusive. */
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
  // A combining accent belongs to the letter before it.
  at.push(written.length)
  return { text, at }
}

/** Compatibility forms of letters and digits in lower case, without marks and invisible characters. */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
}

/** The original text with the spans of its folded form replaced. Overlapping spans are replaced together. */
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
