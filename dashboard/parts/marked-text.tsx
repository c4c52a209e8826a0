import { Mark } from '@mantine/core'
import type { ShownReview } from '../../server/api/dashboard/reviews/review-schemas.ts'

type Flag = ShownReview['flags'][number]

/** A text with the passages highlighted that moderation checks flagged. */
export function MarkedText({ text, field, flags }: { text: string; field: Flag['field']; flags: Flag[] }) {
  const parts: { text: string; marked: boolean; start: number }[] = []
  let position = 0
  for (const { start, end } of markedRanges(flags, field)) {
    if (start < position) continue
    parts.push({ text: text.slice(position, start), marked: false, start: position })
    parts.push({ text: text.slice(start, end), marked: true, start })
    position = end
  }
  parts.push({ text: text.slice(position), marked: false, start: position })
  return (
    <>
      {parts.map(part =>
        part.marked ? (
          <Mark key={part.start} color="yellow">
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
