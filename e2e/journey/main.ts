import { mkdirSync } from 'node:fs'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { Problem } from '../../server/foundation/lib/problem.ts'
import { type PlatformName, platformNames } from '../../server/links/connections/platform.ts'
import { endWithError } from '../../server/service/commands/errors.ts'
import { good, say, wholeNumber } from '../../server/service/commands/output.ts'
import type { Attribute } from '../../server/tenants/stores/settings/attribute-rules.ts'
import { type MailServer, startMailServer } from '../../server/test/mail/mail-server.ts'
import { type Columns, type Field, fields } from './columns.ts'
import { waitForMails } from './mails.ts'
import { type Purchase, readPurchases, reviewsIn } from './purchases.ts'
import { differentRatings, readRatings, starsOf } from './ratings.ts'
import {
  brokenPromises,
  brokenShopPromises,
  keepPromises,
  type Outcome,
  printColumns,
  printOutcome,
  printShopOutcome,
} from './report.ts'
import { brokenReviewPromises, printAddress, printReviewed, type Reviewed } from './review-report.ts'
import { createPurchaseClock, type PurchaseClock, sendAll } from './send.ts'
import type { Service } from './service.ts'

// Sends a CSV of real purchases and reviews through orders, mails, forms, reviews and ratings, to see how the service
// handles real text. What needs the service is loaded once the file is known to be usable: it takes 0.6 s of a core.
const program = new Command('npm run journey --')
  .description(
    'Sends a CSV of purchases as orders, twice, to a service it starts; with --platform, as the webhooks of a shop. Where the file has stars, it waits for the mails, fills in their forms and reads the ratings back.',
  )
  .argument('[file.csv]', 'a header and one purchase a row')
  .addOption(
    new Option('--platform <name>', 'who sends the orders: a client of the API, or a shop of this system')
      .choices(['direct', ...platformNames])
      .default('direct'),
  )
  .option('--limit <n>', 'only the first rows', wholeNumber(1, 1_000_000_000))
  .option('--map <field=column>', `where a field is; fields: ${fields.join(', ')}`, collectMapping, {})
  .option('--locale <tag>', 'the language of the store, its mails and its forms')
  .option('--questions <file.json>', 'ask them on the form too; columns named attribute.ID have the answers')
  .option('--pictures <folder>', 'save pictures of a mail, its form, the thanks and the widgets')
  .option(
    '--days <n>',
    'without a file: live so many days of a shop in five countries that asks by mail, WhatsApp and SMS, with a kill a day',
    wholeNumber(13, 60),
  )
  .option('--orders <n>', 'with --days: how many orders; by default 4000', wholeNumber(1, 100_000))
  .option('--seed <n>', 'with --days: repeats a month', wholeNumber(0, 2 ** 32 - 1))
  .option('--table <file.csv>', 'with --days: what each buyer received')
  .option('--stay', 'keep the service running at the end, to look at it')
  .exitOverride()
  .configureOutput({ outputError: () => {} })
  .action(journey)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) endWithError(error)
  else if (error.exitCode !== 0) {
    process.stderr.write(`${error.message}\nSee: npm run journey -- --help\n`)
    process.exitCode = 2
  }
}

type Flags = {
  platform: 'direct' | PlatformName
  limit?: number
  map: Columns
  locale?: string
  questions?: string
  pictures?: string
  stay?: boolean
  days?: number
  orders?: number
  seed?: number
  table?: string
}

async function journey(file: string | undefined, flags: Flags): Promise<void> {
  if (flags.days === undefined && file === undefined)
    program.error('Neither a file nor --days was given.', { exitCode: 2 })
  if (flags.days !== undefined && file !== undefined)
    program.error('A file and --days were both given.', { exitCode: 2 })
  if (flags.days !== undefined) return await journeyOfDays(flags.days, flags)
  if (file !== undefined) await journeyOfFile(file, flags)
}

async function journeyOfDays(days: number, { orders = 4000, seed, table }: Flags): Promise<void> {
  const { liveAndReport } = await import('./month/report-month.ts')
  await untilInterrupted(async stop => keepPromises(await liveAndReport({ days, orders, seed, table, stop })))
}

async function untilInterrupted(act: (stop: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Problem('Interrupted.', 'Nothing of it is left.'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    await act(stop.signal)
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

async function journeyOfFile(
  file: string,
  { platform, limit = Number.POSITIVE_INFINITY, map, locale, questions: asked, pictures, stay }: Flags,
): Promise<void> {
  const { columns, purchases } = await readPurchases(file, { mapping: map, limit, now: Date.now() })
  printColumns(columns)
  await withService(locale, async (service, mails, time, stop) => {
    const questions =
      asked && (await (await import('./own-questions.ts')).askOwnQuestions(service, time, asked))
    if (platform === 'direct') await sendOrders(purchases, service, time, stop)
    else await sendFromShop(platform, purchases, service, time, stop)
    say()
    say(good(`As promised: ${purchases.length} orders, each taken once, none due on a weekend.`))
    if (!columns.rating) return
    const reviewed = await review(purchases, service, mails, time, stop, questions || undefined)
    printReviewed(reviewed)
    keepPromises(brokenReviewPromises(reviewed))
    say()
    say(good(`As promised: ${reviewed.reviews} reviews, and the ratings read back are those of the file.`))
    if (pictures) await savePictures(service, reviewed, locale ?? 'pt-BR', pictures)
    printAddress(service, reviewed.mostReviewed, stay === true)
    if (stay) await new Promise(resolve => stop.addEventListener('abort', resolve, { once: true }))
  })
}

async function savePictures(
  service: Service,
  { first, mostReviewed: productId }: Reviewed,
  locale: string,
  folder: string,
): Promise<void> {
  if (!first) return
  mkdirSync(folder, { recursive: true })
  const { takePictures } = await import('./pictures.ts')
  const files = await takePictures(service, { asked: first, productId, locale }, folder)
  say(`Pictures: ${files.join(', ')}`)
}

async function sendOrders(
  purchases: Purchase[],
  service: Service,
  time: PurchaseClock,
  stop: AbortSignal,
): Promise<void> {
  const first = await sendAll(purchases, service, time, stop)
  const again = await sendAll(purchases, service, time, stop)
  const { countDue } = await import('./due-counts.ts')
  const outcome: Outcome = { first, again, due: await countDue(service.database, service.storeId) }
  printOutcome(outcome)
  keepPromises(brokenPromises(outcome))
}

async function sendFromShop(
  platform: PlatformName,
  purchases: Purchase[],
  service: Service,
  time: PurchaseClock,
  stop: AbortSignal,
): Promise<void> {
  const { sendWebhooks } = await import('./webhooks.ts')
  const arrived = await sendWebhooks(platform, purchases, service, time, stop)
  const { countDue } = await import('./due-counts.ts')
  const outcome = { arrived, due: await countDue(service.database, service.storeId) }
  printShopOutcome(outcome)
  keepPromises(brokenShopPromises(outcome))
}

/** From the mails to the ratings on the store's pages. */
async function review(
  purchases: Purchase[],
  service: Service,
  mails: MailServer,
  time: PurchaseClock,
  stop: AbortSignal,
  questions?: Attribute[],
): Promise<Reviewed> {
  const watch = stopwatch()
  const { fillForms, publishHeld } = await import('./forms.ts')
  const asked = await waitForMails(service, mails, time, stop)
  const mailing = watch()
  const { forms, reviews, refused, beyond } = await fillForms(asked, purchases, stop)
  const ratings = starsOf(reviews)
  const writing = watch()
  const held = await publishHeld(service, time)
  const read = await readRatings(service)
  const answers =
    questions && (await (await import('./own-questions.ts')).readOwnAnswers(service, questions, reviews))
  const reading = watch()
  const products = [...ratings].sort(([, a], [, b]) => b.length - a.length)
  return {
    expected: reviewsIn(purchases) - beyond,
    beyond,
    mails: asked.length,
    forms,
    refused,
    reviews: reviews.length,
    held,
    products: read.size,
    different: differentRatings(ratings, read),
    ...(answers && { answers }),
    mostReviewed: products[0]?.[0] ?? '',
    first: asked[0],
    seconds: { mailing, writing, reading },
  }
}

async function withService(
  locale: string | undefined,
  act: (service: Service, mails: MailServer, time: PurchaseClock, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  await untilInterrupted(async stop => {
    const time = createPurchaseClock(Date.now())
    const mails = await startMailServer()
    try {
      const { startService } = await import('./service.ts')
      const service = await startService(time.clock, mails.url, locale)
      try {
        await act(service, mails, time, stop)
      } finally {
        await service.close()
      }
    } finally {
      await mails.close()
    }
  })
}

function stopwatch(): () => number {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const seconds = (now - last) / 1000
    last = now
    return seconds
  }
}

function collectMapping(text: string, known: Columns): Columns {
  const [field = '', ...rest] = text.split('=')
  if (!fields.includes(field as Field) || rest.length === 0) {
    throw new InvalidArgumentError(`It takes FIELD=COLUMN with one of the fields ${fields.join(', ')}.`)
  }
  return { ...known, [field]: rest.join('=') }
}
