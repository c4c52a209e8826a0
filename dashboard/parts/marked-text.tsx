import { Mark } from '@mantine/core'
import type { ShownReview } from '../../server/dashboard/reviews/review-schemas.ts'

type Flag = ShownReview['flags'][number]

/** A text with the passages highlighted that moderation checks flagged. */
export function MarkedText({ text, field, flags }: { text: string; field: Flag['field']; flags: Flag[] }) {
  const parts: { text: string; marked: boolean; at: number }[] = []
  let done = 0
  for (const { start, end } of markedRanges(flags, field)) {
    if (start < done) continue
    parts.push({ text: text.slice(done, start), marked: false, at: done })
    parts.push({ text: text.slice(start, end), marked: true, at: start })
    done = end
  }
  parts.push({ text: text.slice(done), marked: false, at: done })
  return (
    <>
      {parts.map(part =>
        part.marked ? (
          <Mark key={part.at} color="yellow">
            {part.text}
          </Mark>
        ) : (
          part.text
        ),
      )}
    </>
  )
}

function markedRanges(flags: Flag[], field: Flag['field']): { start: number; end: number }[] {
  return flags
    .flatMap(flag =>
      flag.field === field && flag.start !== null && flag.end !== null
        ? [{ start: flag.start, end: flag.end }]
        : [],
    )
    .sort((a, b) => a.start - b.start)
}
