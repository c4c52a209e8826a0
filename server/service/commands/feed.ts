import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import {
  createFeed,
  deleteFeed,
  type Feed,
  type FeedFormat,
  feedFormats,
  feedUrl,
  listFeeds,
} from '../../exchange/feeds/feeds.ts'
import { formatOf, startProgress, writeFeed } from '../../exchange/feeds/write-feed.ts'
import { readConfig } from '../../foundation/config/config.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { urlForCommands } from '../../foundation/http/public-url.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { countWithoutAddress } from '../../tenants/products/addresses.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { writeNewFile } from './new-file.ts'
import { bold, print, say, sayPairs, sayTable, warn } from './output.ts'
import { withDatabase, withDatabaseInBackground } from './with-database.ts'

type Flags = { store: string; format: FeedFormat; json?: boolean }

/** `feed`: files of reviews that other services fetch. */
export function addFeedCommands(program: Command): void {
  const feed = program.command('feed').description("publish a store's reviews as a feed for Google or Meta")
  addCreate(feed)
  addList(feed)
  addDelete(feed)
  addWrite(feed)
}

const by = () => ({ at: new Date(systemClock()), actor: 'command' as const })

const format = () =>
  new Option('--format <name>', 'the service that reads it').choices(feedFormats).makeOptionMandatory()

function addCreate(feed: Command): void {
  feed
    .command('create')
    .description('create a feed, and print the address that the service fetches')
    .requiredOption('--store <id>', 'the store')
    .addOption(format())
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const publicUrl = urlForCommands(readConfig(process.env))
      const made = await withDatabase(async db => {
        const store = await readStore(db, flags.store)
        const { feed_id, token } = await db.transaction(tx =>
          createFeed(tx, store.store_id, flags.format, by()),
        )
        const skipped = await countWithoutAddress(db, store.store_id, store)
        return { feed_id, url: feedUrl(publicUrl, flags.format, token), skipped }
      })
      print(flags.json, made, () => {
        say('The address is shown only once. Whoever has it can read the feed.')
        say()
        sayPairs({ feed_id: made.feed_id, url: made.url })
        sayLeftOut(made.skipped, flags.store)
      })
    })
}

function sayLeftOut(products: number, store: string): void {
  if (products === 0) return
  say(warn(`\nProducts without an address are left out: ${products}. Give all of them one with:`))
  say(`  ./realword store update ${store} --product-url 'https://shop.example/p/{product_id}'`)
}

function addList(feed: Command): void {
  feed
    .command('list')
    .description('list the feeds of a store, without their addresses')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Flags) => {
      const feeds = await withDatabase(async db => listFeeds(db, (await readStore(db, store)).store_id))
      print(json, feeds.map(present), () => {
        if (feeds.length === 0)
          return say(`No feed yet. Create one: ./realword feed create --store ${store} --format google`)
        sayTable(
          ['id', 'format', 'parts', 'created', 'last read'],
          feeds.map(present).map(one => [one.feed_id, one.format, one.parts, one.created_at, one.read_at]),
        )
      })
    })
}

const present = ({ breaks, ...feed }: Feed) => ({ ...feed, parts: breaks.length + 1 })

function addDelete(feed: Command): void {
  feed
    .command('delete')
    .description('delete a feed; its address answers 404 at once')
    .argument('<feed-id>')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async (feedId: string, { store, json }: Flags) => {
      await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        await db.transaction(tx => deleteFeed(tx, store_id, feedId, by()))
      })
      print(json, { feed_id: feedId }, () => say(`${feedId} is deleted.`))
    })
}

function addWrite(feed: Command): void {
  feed
    .command('write')
    .description('write a feed into a file, or into several if it is above 95 MB')
    .argument('<file>', 'path of the new file; further parts are called FILE-2, FILE-3')
    .requiredOption('--store <id>', 'the store')
    .addOption(format())
    .option('--json', 'print JSON')
    .action(async (file: string, flags: Flags) => {
      const made = await withDatabaseInBackground(db => writeParts(db, flags, file))
      print(flags.json, made, () => {
        say(`${bold(`Wrote ${made.reviews} reviews`)} into ${made.files.join(', ')}.`)
        if (made.without_text > 0) say(`Reviews without a text are left out: ${made.without_text}.`)
        sayLeftOut(made.skipped, flags.store)
      })
    })
}

async function writeParts(db: Database, { store: id, format: name }: Flags, file: string) {
  const store = await readStore(db, id)
  const source = { db, store, publicUrl: urlForCommands(readConfig(process.env)) }
  const written = startProgress()
  const files: string[] = []
  do {
    const path = files.length === 0 ? file : numbered(file, files.length + 1)
    const range = { after: written.last, until: null }
    written.last = null
    const pieces = writeFeed(source, formatOf(store, name), range, written)
    await writeNewFile(path, out => pipeline(Readable.from(pieces), out))
    files.push(path)
  } while (written.last !== null)
  const { products, withoutText } = written.leftOut
  return { files, reviews: written.reviews, skipped: products.size, without_text: withoutText }
}

function numbered(file: string, part: number): string {
  const extension = extname(file)
  return `${file.slice(0, file.length - extension.length)}-${part}${extension}`
}
