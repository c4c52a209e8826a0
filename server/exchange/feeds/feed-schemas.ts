import { z } from 'zod'
import { type Feed, feedFormats } from './feeds.ts'

export const newFeed = z.strictObject({ format: z.enum(feedFormats) })

const shownFeed = z
  .object({
    feed_id: z.uuid(),
    format: z.enum(feedFormats),
    parts: z.int().meta({ description: 'How many files it has: the address with ?part=2 is the second' }),
    created_at: z.date(),
    read_at: z.date().nullable().meta({ description: 'When it was last read, to the hour' }),
  })
  .meta({ title: 'Feed' })

export const feedList = z.object({
  result: z.array(shownFeed),
  skipped: z.int().meta({ description: 'Products with reviews that are left out, as they have no address' }),
})

export const feedPage = z.object({ data: z.array(shownFeed), next_cursor: z.null() })

/** `url` is returned only here. */
export const madeFeed = z
  .object({
    feed_id: z.uuid(),
    url: z.url(),
    skipped: z
      .int()
      .meta({ description: 'Products with reviews that are left out, as they have no address' }),
  })
  .meta({ title: 'CreatedFeed' })

export function presentFeed({
  breaks,
  feed_id,
  format,
  created_at,
  read_at,
}: Feed): z.input<typeof shownFeed> {
  return { feed_id, format, parts: breaks.length + 1, created_at, read_at }
}

export type ShownFeed = z.infer<typeof shownFeed>
export type FeedList = z.infer<typeof feedList>
export type MadeFeed = z.infer<typeof madeFeed>
