import { pipeline, Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { Busy } from '../../foundation/database/group-commit.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type Coding, chooseCoding } from '../../foundation/http/encoding/accept-encoding.ts'
import { createEncoder } from '../../foundation/http/encoding/encode.ts'
import { endpoint } from '../../foundation/http/endpoint.ts'
import { etagIn, knownEtag, tagOf } from '../../foundation/http/etag.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { readFeedVersion } from './feed-version.ts'
import { breakFeed, type Feed, type FeedFormat, feedFiles, findFeed, noteFeedRead } from './feeds.ts'
import { formatOf, startProgress, writeFeed } from './write-feed.ts'

type Reading = Pick<
  Dependencies,
  'database' | 'clock' | 'publicUrl' | 'countFeedPart' | 'largestFeedPart' | 'costlyReads'
>

const params = z.object({ token: z.string() })
const query = z.object({
  part: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .catch('')
    .optional(),
})

/**
 * GET /feeds/{token}/google-product-reviews.xml and meta-reviews.csv: a part of a feed, the first one without `part`. A
 * request with the ETag of the current reviews costs a few look-ups.
 */
export function readFeed(reading: Reading, format: FeedFormat) {
  return endpoint({
    schema: { hide: true, params, querystring: query },
    handler: async (request, reply) => {
      const { storeId, feed } = await findFeed(reading.database, request.params.token, format)
      const store = await readStore(reading.database, storeId)
      if (!store.active || store.deleted_at) throw new ApiError('feed_unknown')
      const part = partOf(feed, request.query.part ?? '1')
      const tag = await tagOfPart(reading, store, part)
      const coding = chooseCoding(request.headers['accept-encoding'])
      const known = knownEtag(request.headers['if-none-match'], coding, tag)
      const at = new Date(reading.clock())
      await noteFeedRead(reading.database, storeId, feed.feed_id, at)
      reply.headers({
        // Weak, because the same reviews may be written in other bytes.
        etag: `W/${known ?? etagIn(coding, tag)}`,
        vary: 'Accept-Encoding',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        'content-disposition': `inline; filename="${feedFiles[format]}"`,
      })
      if (known) return await reply.status(304).send()
      if (coding !== 'identity') reply.header('content-encoding', coding)
      // Of a GET, Fastify would read the whole feed to answer without it. Of nothing at all, it would state a length of 0.
      if (request.method === 'HEAD')
        return await reply.type(formatOf(store, format).type).send(Readable.from([]))
      await reading.countFeedPart(storeId)
      return await sendPart(reading, reply, store, feed, part, coding)
    },
  })
}

type Part = { number: number; after: string | null; until: string | null }

function partOf({ breaks }: Feed, asked: string): Part {
  const number = Number(asked)
  if (number < 1 || number > breaks.length + 1) throw new ApiError('feed_unknown')
  return { number, after: breaks[number - 2] ?? null, until: breaks[number - 1] ?? null }
}

async function tagOfPart({ database, publicUrl }: Reading, store: Store, part: Part): Promise<string> {
  const version = await readFeedVersion(database, store.store_id)
  return tagOf(JSON.stringify([version, part, publicUrl()]))
}

function sendPart(
  reading: Reading,
  reply: FastifyReply,
  store: Store,
  feed: Feed,
  part: Part,
  coding: Coding,
): FastifyReply {
  const format = formatOf(store, feed.format)
  const written = startProgress()
  const source = { db: queued(reading, store.store_id), store, publicUrl: reading.publicUrl() }
  async function* pieces() {
    yield* writeFeed(source, format, part, written, reading.largestFeedPart)
    const { last } = written
    if (last === null) return
    const end = { part: part.number, until: part.until, last }
    await breakFeed(reading.database, store.store_id, feed.feed_id, end)
  }
  reply.type(format.type)
  const plain = Readable.from(pieces(), { objectMode: false })
  if (coding === 'identity') return reply.send(plain)
  const encoder = createEncoder(coding)
  // A reader that leaves, or a lost database, ends both streams; the answer is then cut off.
  pipeline(plain, encoder, () => {})
  return reply.send(encoder)
}

const pause = 200 // ms

/**
 * A connection whose queries wait in the queue of costly reads, so that feeds and searches together use two cores at
 * most. A full queue only delays a feed: an answer that has begun cannot become a 503.
 */
function queued({ database, costlyReads }: Reading, storeId: string): Connection {
  return {
    query: async statement => {
      for (;;) {
        try {
          return await costlyReads(storeId, () => database.query(statement))
        } catch (error) {
          if (!(error instanceof Busy)) throw error
          await setTimeout(pause)
        }
      }
    },
  }
}
