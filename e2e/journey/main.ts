import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { endWithError, good, say, wholeNumber } from '../../server/commands/output.ts'
import { Problem } from '../../server/lib/problem.ts'
import { type Columns, type Field, fields } from './columns.ts'
import { countDue } from './due-counts.ts'
import { type Purchase, readPurchases } from './purchases.ts'
import { brokenPromises, type Outcome, tellColumns, tellOutcome } from './report.ts'
import { createPurchaseClock, sendAll } from './send.ts'
import { startService } from './service.ts'

// A CSV of real purchases, sent as orders twice to a service of its own: what real text does to us.
const program = new Command('npm run journey --')
  .description(
    'Sends a CSV of purchases as orders, twice, to a service it starts, and tells what became of them.',
  )
  .argument('<file.csv>', 'a header and one purchase a row')
  .option('--limit <n>', 'only the first rows', wholeNumber(1, 1_000_000_000))
  .option('--map <field=column>', `where a field is; fields: ${fields.join(', ')}`, collectMapping, {})
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

type Flags = { limit?: number; map: Columns }

async function journey(file: string, { limit = Number.POSITIVE_INFINITY, map }: Flags): Promise<void> {
  const { columns, purchases } = await readPurchases(file, { mapping: map, limit, now: Date.now() })
  tellColumns(columns)
  const outcome = await sendTwice(purchases)
  tellOutcome(outcome)
  const broken = brokenPromises(outcome)
  if (broken.length > 0) throw new Problem(broken.join('\n'), 'This is not as promised.')
  say()
  say(good(`As promised: ${purchases.length} orders, each taken once, none due on a weekend.`))
}

async function sendTwice(purchases: Purchase[]): Promise<Outcome> {
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Problem('Interrupted.', 'Nothing of it is left.'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const time = createPurchaseClock(Date.now())
  const service = await startService(time.clock)
  try {
    const first = await sendAll(purchases, service, time, stop.signal)
    const again = await sendAll(purchases, service, time, stop.signal)
    return { first, again, due: await countDue(service.database, service.storeId) }
  } finally {
    await service.close()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

function collectMapping(text: string, known: Columns): Columns {
  const [field = '', ...rest] = text.split('=')
  if (!fields.includes(field as Field) || rest.length === 0) {
    throw new InvalidArgumentError(`It takes FIELD=COLUMN with one of the fields ${fields.join(', ')}.`)
  }
  return { ...known, [field]: rest.join('=') }
}
