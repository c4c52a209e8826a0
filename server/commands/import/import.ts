import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Database } from '../../database/connect.ts'
import { recordEvents } from '../../events/record.ts'
import { notesOfPictures } from '../../imports/found-pictures.ts'
import { importEvent } from '../../imports/import-event.ts'
import type { ImportOptions, ImportReport } from '../../imports/import-report.ts'
import { importOrders, type importReviews } from '../../imports/imports.ts'
import { type OrderAnswer, orderAnswers } from '../../imports/orders/states/state-columns.ts'
import {
  type Encoding,
  type Escape,
  encodings,
  escapes,
  pickDialect,
  type Separator,
  separatorNames,
} from '../../imports/reading/bytes/dialect.ts'
import { type DateOrder, readDateOrder } from '../../imports/reading/cells/dates.ts'
import { type Scale, scales } from '../../imports/reading/cells/scales.ts'
import type { StateAnswers } from '../../imports/reading/states/read-states.ts'
import { type Meaning, meanings } from '../../imports/reading/states/state-words.ts'
import { Problem } from '../../lib/problem.ts'
import { listChoices } from '../../lib/text/list-choices.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { isDate } from '../../lib/time/days.ts'
import { uuid } from '../../lib/uuid.ts'
import { listStores } from '../../stores/all-stores.ts'
import { bold, dim, print, printable, say, sayTable, warn } from '../output.ts'
import { configuredSecrets } from '../secrets.ts'
import { withDatabaseInBackground } from '../with-database.ts'
import {
  importFromJudgeMe,
  type JudgeMeFlags,
  type PrintedReport,
  withJudgeMe,
} from './import-from-judgeme.ts'
import { showImportProgress } from './import-progress.ts'
import { sayPreview } from './say-preview.ts'

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

/** Reads a file from the start, at each call. */
type Read = () => AsyncIterable<Uint8Array>

/** `use` receives a function that opens the file for reading it several times: a pipe is first kept in a file. */
async function withFile<T>(path: string, use: (open: () => Promise<Read>) => Promise<T>): Promise<T> {
  let handle: FileHandle
  let kept: FileHandle | undefined
  try {
    handle = await open(path)
  } catch (error) {
    throw new Problem(`${path} cannot be read: ${(error as Error).message}.`, 'Give the path of a CSV file.')
  }
  try {
    const stats = await handle.stat()
    if (stats.isDirectory()) throw new Problem(`${path} is a folder.`, 'Give the path of a CSV file.')
    return await use(async () => {
      if (!stats.isFile()) kept = await keepPipe(handle)
      return () => bytesOf(kept ?? handle)
    })
  } finally {
    await kept?.close()
    await handle.close()
  }
}

const chunk = 64 * 1024 // bytes

/** The bytes of a file from the start. Not a stream: one that is left early ends the other streams of its handle. */
async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(chunk), position })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

/** The bytes of a pipe, in a file without a name: it is gone when it is closed, also by a crash. */
async function keepPipe(pipe: FileHandle): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'realword-'))
  try {
    const kept = await open(join(folder, 'import.csv'), 'wx+', 0o600)
    for await (const bytes of pipe.createReadStream({ autoClose: false })) await kept.appendFile(bytes)
    return kept
  } finally {
    await rm(folder, { recursive: true })
  }
}

function toJson(report: PrintedReport): object {
  const { imported, skipped, refused, refusedMore, withoutSku, columns, unread, skippedStates, pictures } =
    report
  const notes = [...report.notes, ...notesOfPictures(pictures)]
  return {
    ...{ imported, skipped, refused, columns, unread, notes, skipped_states: skippedStates },
    ...(pictures.count + pictures.videos > 0 && { pictures }),
    ...(report.updated > 0 && { updated: report.updated }),
    ...(report.waiting > 0 && { waiting: report.waiting }),
    ...(refusedMore > 0 && { refused_more: refusedMore }),
    ...(withoutSku > 0 && { without_sku: withoutSku }),
    ...(report.preview && { preview: report.preview }),
  }
}

const mostShown = 50

function printResult(report: PrintedReport, what: string, { dryRun, undated }: Flags, seconds: number): void {
  const { format, imported, skipped, refused } = report
  const refusals = refused.length + report.refusedMore
  const done = `${dryRun ? 'Nothing was written. Would import' : 'Imported'} ${imported} ${what}${imported === 1 ? '' : 's'}`
  say(`${bold(done)}, skipped ${skipped} already there, refused ${refusals}.`)
  // Of orders, only refused ones are counted in rows.
  const read = imported + skipped + (what === 'order' ? 0 : refusals)
  const unit = what === 'order' ? 'orders' : 'rows'
  say(
    `${read} ${unit} in ${seconds.toFixed(1)} s, ${Math.round(read / seconds)} ${unit}/s, read as a file of ${format}.`,
  )
  sayPlan(report)
  if (report.undated > 0)
    say(
      undated
        ? `${report.undated} rows have no date: ${dryRun ? 'they would get' : 'they got'} ${undated}.`
        : warn(`${report.undated} rows have no date: they count as written now. Give one with --undated.`),
    )
  sayWithoutSku(report.withoutSku)
  if (report.preview) sayPreview(report.preview)
  if (refusals === 0) return
  say()
  sayTable(
    [refused.some(({ review_id }) => review_id) ? 'review' : 'row', 'column', 'refused because'],
    refused.slice(0, mostShown).map(one => [one.review_id ?? one.row, one.column, one.problem]),
  )
  if (refusals > mostShown) say(warn(`  and ${refusals - mostShown} more: --json lists up to 10,000`))
}

/** What was decided for the file as a whole. */
function sayPlan({ notes, skippedStates, unread, updated, waiting, pictures }: PrintedReport): void {
  if (waiting > 0) say(`Of these, ${waiting} wait for their delivery: nobody is asked before it is reported.`)
  if (updated > 0) say(`Already there and brought up to date: ${updated}.`)
  for (const note of [...notes, ...notesOfPictures(pictures)]) say(printable(note))
  const states = Object.entries(skippedStates).map(([state, count]) => `${count} ${state}`)
  if (states.length > 0) say(warn(`Left out because of their state: ${printable(states.join(', '))}`))
  if (unread.length > 0) say(dim(`Ignored columns: ${printable(unread.join(', '))}`))
}

function sayWithoutSku(rows: number): void {
  if (rows === 0) return
  say(
    warn(
      `${rows} rows have no SKU, and pages of this store ask for products by SKU: what is about a product without`,
    ),
  )
  say(warn('one does not appear there. Name the column with --map product_sku=COLUMN.'))
}
