import { type Command, InvalidArgumentError } from 'commander'
import { importEvent } from '../../../exchange/imports/import-event.ts'
import type { ImportOptions, ImportReport } from '../../../exchange/imports/import-report.ts'
import { importOrders, type importReviews } from '../../../exchange/imports/imports.ts'
import { type OrderAnswer, orderAnswers } from '../../../exchange/imports/orders/states/state-columns.ts'
import {
  type Encoding,
  type Escape,
  encodings,
  escapes,
  pickDialect,
  type Separator,
  separatorNames,
} from '../../../exchange/imports/reading/bytes/dialect.ts'
import { type DateOrder, readDateOrder } from '../../../exchange/imports/reading/cells/dates.ts'
import { type Scale, scales } from '../../../exchange/imports/reading/cells/scales.ts'
import type { StateAnswers } from '../../../exchange/imports/reading/states/read-states.ts'
import { type Meaning, meanings } from '../../../exchange/imports/reading/states/state-words.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { recordEvents } from '../../../foundation/events/record.ts'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { listChoices } from '../../../foundation/lib/text/list-choices.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { isDate } from '../../../foundation/lib/time/days.ts'
import { listStores } from '../../../tenants/stores/all-stores.ts'
import { configuredSecrets } from '../access/secrets.ts'
import { print } from '../output.ts'
import { withDatabaseInBackground } from '../with-database.ts'
import { importFromJudgeMe, type JudgeMeFlags, withJudgeMe } from './import-from-judgeme.ts'
import { showImportProgress } from './import-progress.ts'
import { withFile } from './read-file.ts'
import { printResult, toJson } from './say-result.ts'

type Flags = {
  store?: string
  map?: Record<string, string | null>
  dateFormat?: DateOrder
  separator?: Separator
  quotes?: Escape
  encoding?: Encoding
  state?: Record<string, Meaning>
  undated?: string
  notifyAuthors?: boolean
  ratingScale?: Scale
  dryRun?: boolean
  json?: boolean
}

type OrderFlags = Omit<Flags, 'state'> & { state?: Record<string, OrderAnswer> }

/** Adds `import` to the commands of a review or question (`what`). */
export function addImportCommand(group: Command, what: string, importFile: typeof importReviews): void {
  const command = importCommand(group, what)
    .option(
      '--state <word=meaning>',
      `what a word in the file's columns of states means: ${meanings.join(', ')} (repeatable)`,
      addState,
    )
    .option('--undated <date>', 'the date of rows without one, such as 2024-12-31 (now)', toDate)
    .option('--notify-authors', 'mail authors about later decisions and replies')
    .action((path: string, flags: Flags) =>
      runImport(path, what, flags, (db, store, read, options) =>
        importFile(db, systemClock, store, read, {
          ...options,
          undated: flags.undated,
          notifyAuthors: flags.notifyAuthors,
          states: statesOf(flags),
          scale: flags.ratingScale,
        }),
      ),
    )
  if (what === 'review')
    command.option(
      '--rating-scale <most>',
      'the highest rating, where a file goes up to 10 or 100',
      toOneOf(scales),
    )
}

/** Adds `import` to the commands of orders. */
export function addOrderImportCommand(group: Command): void {
  importCommand(group, 'order')
    .option(
      '--state <word=meaning>',
      'what a state of the file means: shipped, cancelled, waiting or ignore (repeatable)',
      addOrderState,
    )
    .action((path: string, { state, ...flags }: OrderFlags) =>
      runImport(path, 'order', flags, (db, store, read, options) =>
        importOrders(db, systemClock, store, read, { ...options, orderStates: state ?? {} }),
      ),
    )
}

function importCommand(group: Command, what: string): Command {
  const command = group
    .command('import')
    .description(`import ${what}s from a CSV file; importing them again adds nothing`)
    .option(
      '--map <field=column>',
      'read a field from this column; FIELD= ignores it (repeatable)',
      addMapping,
    )
    .option('--date-format <pattern>', 'such as dd/mm/yyyy, where dates are ambiguous', toDateOrder)
    .option(
      '--separator <sign>',
      `between columns: ${listChoices(separatorNames)} (found in the file)`,
      toOneOf(separatorNames),
    )
    .option(
      '--quotes <way>',
      `how quotes inside texts are written: ${listChoices(escapes)} (found in the file)`,
      toOneOf(escapes),
    )
    .option(
      '--encoding <name>',
      `of letters: ${listChoices(encodings)} (found in the file)`,
      toOneOf(encodings),
    )
    .option('--dry-run', 'report what would be imported and write nothing')
    .option('--json', 'print JSON')
  const file = 'CSV, with the columns in docs/reference/csv-files.md'
  if (what !== 'review')
    return command.argument('<file>', file).requiredOption('--store <id>', 'the store they belong to')
  return withJudgeMe(command.argument('[file]', file)).option('--store <id>', 'the store (the only one)')
}

type ImportFile = (
  db: Database,
  store: string,
  read: () => AsyncIterable<Uint8Array>,
  options: ImportOptions,
) => Promise<ImportReport>

async function runImport(
  path: string | undefined,
  what: string,
  flags: Flags & JudgeMeFlags,
  importFile: ImportFile,
): Promise<void> {
  if (flags.from && path === undefined) return await runPull(flags)
  if (flags.from || path === undefined)
    throw new Problem('Give either a path or --from.', 'See: ./realword review import --help', 2)
  const startedAt = performance.now()
  const report = await withFile(path, open =>
    withDatabaseInBackground(async db => {
      const read = await open()
      const progress = await showImportProgress()
      const options = {
        secrets: await configuredSecrets(db),
        columns: flags.map ?? {},
        dates: flags.dateFormat,
        ...pickDialect(flags),
        dryRun: flags.dryRun ?? false,
        onProgress: progress.update,
      }
      try {
        const store = await storeOf(db, flags)
        const imported = await importFile(db, store, read, options)
        if (!options.dryRun) await reportImport(db, store, what, imported)
        return imported
      } finally {
        progress.end()
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  print(flags.json, toJson(report), () => printResult(report, what, flags, seconds))
}

/** Reports the file to webhooks, once it is imported. */
async function reportImport(
  db: Database,
  storeId: string,
  kind: string,
  { imported, skipped, refused }: ImportReport,
): Promise<void> {
  const counts = { imported, skipped, refused: refused.length }
  const event = importEvent(uuid(), { kind, outcome: 'imported', ...counts })
  await db.transaction(tx => recordEvents(tx, storeId, [event], new Date(systemClock())))
}

// Prints what was imported before a failure, too.
async function runPull(flags: Flags & JudgeMeFlags): Promise<void> {
  const startedAt = performance.now()
  const { report, failure } = await importFromJudgeMe(flags, db => storeOf(db, flags), flags)
  const seconds = (performance.now() - startedAt) / 1000
  print(flags.json, toJson(report), () => printResult(report, 'review', flags, seconds))
  if (failure) throw failure
}

async function storeOf(db: Database, { store }: Flags): Promise<string> {
  if (store !== undefined) return store
  const stores = await listStores(db)
  const [only] = stores
  if (only && stores.length === 1) return only.store_id
  throw new Problem(
    `There are ${stores.length} stores.`,
    'Name one with --store: ./realword store list prints their ids.',
    2,
  )
}

function addMapping(text: string, before: Record<string, string | null> = {}): Record<string, string | null> {
  const [, field, column] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (field === undefined || column === undefined)
    throw new InvalidArgumentError('It takes FIELD=COLUMN, such as rating=Stars.')
  if (Object.hasOwn(before, field)) throw new InvalidArgumentError(`${field} is mapped twice.`)
  return { ...before, [field]: column || null }
}

function addState(text: string, before: Record<string, Meaning> = {}): Record<string, Meaning> {
  const [, word, meaning] = /^(.*)=([^=]*)$/s.exec(text) ?? []
  const found = meanings.find(one => one === meaning?.trim().toLowerCase())
  if (word !== undefined && found) return { ...before, [word]: found }
  throw new InvalidArgumentError(
    `It takes WORD=MEANING, such as hold=pending. Meanings: ${meanings.join(', ')}.`,
  )
}

/** `--map state=` says that no column tells whether a review is public. */
function statesOf({ map, state = {} }: Flags): StateAnswers {
  return { '*': map?.state === null ? null : state }
}

function addOrderState(text: string, before: Record<string, OrderAnswer> = {}): Record<string, OrderAnswer> {
  const [, word = '', meaning] = /^(.*)=([^=]*)$/s.exec(text) ?? []
  const answer = orderAnswers.find(one => one === meaning)
  if (answer) return { ...before, [word.trim().toLowerCase()]: answer }
  throw new InvalidArgumentError(`It takes WORD=MEANING; the meanings are ${orderAnswers.join(', ')}.`)
}

function toDateOrder(pattern: string): DateOrder {
  const order = readDateOrder(pattern)
  if (order) return order
  throw new InvalidArgumentError('It takes dd/mm/yyyy, mm/dd/yyyy or yyyy-mm-dd.')
}

/** Reads an option that takes one of `choices`. */
function toOneOf<Choice extends string | number>(choices: readonly Choice[]): (text: string) => Choice {
  return text => {
    const chosen = choices.find(one => String(one) === text.toLowerCase())
    if (chosen !== undefined) return chosen
    throw new InvalidArgumentError(`It takes ${listChoices(choices)}.`)
  }
}

function toDate(text: string): string {
  if (isDate(text) && Date.parse(text) <= systemClock()) return text
  throw new InvalidArgumentError('It takes a past date such as 2024-12-31.')
}
