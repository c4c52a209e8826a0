import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { addCodes, removeUnusedCodes } from '../../asking/rewards/codes.ts'
import type { RewardChange, ShownReward } from '../../asking/rewards/reward-rules.ts'
import { changeReward, showReward } from '../../asking/rewards/reward-settings.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { isDate } from '../../foundation/lib/time/days.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { print, say, sayPairs, wholeNumber } from './output.ts'
import { withDatabase } from './with-database.ts'

type Flags = { store: string; json?: boolean }

/** `reward`: what a store gives for reviews, whatever they say. */
export function addRewardCommands(program: Command): void {
  const reward = program
    .command('reward')
    .description('give buyers something for their reviews, whatever they say')
  addSet(reward)
  addCodesCommand(reward)
  addShow(reward)
}

const by = () => ({ at: new Date(systemClock()), actor: 'command' as const })

type Settings = Flags & {
  on?: boolean
  off?: boolean
  codes?: 'list' | 'shared'
  codeFile?: string
  codeExpiresOn?: string | null
  gives?: Record<string, string>
  perMonth?: number | null
  total?: number | null
}

function addSet(reward: Command): void {
  reward
    .command('set')
    .description('change what emails promise from now on; earlier promises are kept')
    .requiredOption('--store <id>', 'the store')
    .option('--on', 'promise it in emails that ask for a review')
    .addOption(new Option('--off', 'promise nothing any more').conflicts('on'))
    .addOption(
      new Option('--codes <kind>', 'each code of a list once, or one code for all (list)').choices([
        'list',
        'shared',
      ]),
    )
    .option('--code-file <path>', 'file with the code for all; - reads standard input')
    .option('--code-expires-on <date|none>', 'last day of the code for all (none)', dateOrNone)
    .option('--gives <language=text>', 'what is given, such as "en=10 % off"; once for each language', gift)
    .option('--per-month <number|none>', 'most rewards in a calendar month (none)', numberOrNone)
    .option('--total <number|none>', 'most rewards ever (none)', numberOrNone)
    .option('--json', 'print JSON')
    .action(async (flags: Settings) => {
      const change = toChange(flags)
      const shown = await withDatabase(db =>
        db.transaction(async tx => {
          await changeReward(tx, (await readStore(tx, flags.store)).store_id, change, by())
          return await readShown(tx, flags.store)
        }),
      )
      print(flags.json, shown, () => sayReward(shown))
    })
}

type CodeFlags = Flags & { file?: string; removeUnused?: boolean; dryRun?: boolean }

function addCodesCommand(reward: Command): void {
  reward
    .command('codes')
    .description('add the codes of a CSV file, or remove those that were never promised')
    .requiredOption('--store <id>', 'the store')
    .option(
      '--file <path>',
      'CSV file with a code a line, or with columns code and expires_on; - reads standard input',
    )
    .option('--dry-run', 'check the file, and add nothing')
    .addOption(new Option('--remove-unused', 'remove the codes that were never promised').conflicts('file'))
    .option('--json', 'print JSON')
    .action(async (flags: CodeFlags) => {
      if (!flags.file && !flags.removeUnused)
        throw new Problem(
          'It takes either --file or --remove-unused.',
          'See: ./realword reward codes --help',
          2,
        )
      const csv = flags.file ? read(flags.file) : ''
      const done = await withDatabase(db =>
        db.transaction(async tx => {
          const { store_id } = await readStore(tx, flags.store)
          if (flags.removeUnused) return { removed: await removeUnusedCodes(tx, store_id, by()) }
          const codes = await addCodes(tx, store_id, { csv, trial: Boolean(flags.dryRun) }, by())
          const { left } = await readShown(tx, store_id)
          return { codes, added: flags.dryRun ? 0 : codes, left }
        }),
      )
      print(flags.json, done, () => {
        if ('removed' in done) return say(`Unused codes removed: ${done.removed}.`)
        say(
          flags.dryRun
            ? `The file has ${done.codes} codes that can be added.`
            : `Codes added: ${done.added}.`,
        )
      })
    })
}

function addShow(reward: Command): void {
  reward
    .command('show')
    .description('print what a store gives, and how much is left; never a code')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Flags) => {
      const shown = await withDatabase(db => readShown(db, store))
      print(json, shown, () => sayReward(shown))
    })
}

async function readShown(db: Connection, storeId: string): Promise<ShownReward> {
  const store = await readStore(db, storeId)
  return await showReward(db, store.store_id, store, new Date(systemClock()))
}

function sayReward({ gives, ...rest }: ShownReward): void {
  sayPairs({
    ...rest,
    ...Object.fromEntries(Object.entries(gives).map(([language, words]) => [`gives ${language}`, words])),
  })
}

// Only what was named changes.
function toChange(flags: Settings): RewardChange {
  const { on, off, codes, codeFile, codeExpiresOn, gives, perMonth, total } = flags
  return {
    ...((on || off) && { on: Boolean(on) }),
    ...(codes && { codes }),
    ...(codeFile !== undefined && { code: read(codeFile).trim() }),
    ...(codeExpiresOn !== undefined && { code_expires_on: codeExpiresOn }),
    ...(gives && { gives }),
    ...(perMonth !== undefined && { per_month: perMonth }),
    ...(total !== undefined && { total }),
  }
}

function read(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw new Problem(
      `Cannot read the file: ${(error as Error).message}`,
      'Name a readable file, or - for standard input.',
    )
  }
}

function gift(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, language, words] = /^([A-Za-z-]+)=(.+)$/.exec(text) ?? []
  if (language && words) return { ...before, [language]: words }
  throw new InvalidArgumentError('It takes a language and a text, such as "en=10 % off your next order".')
}

const numberOrNone = (text: string) => (text === 'none' ? null : wholeNumber(1, 1_000_000)(text))

function dateOrNone(text: string): string | null {
  if (text === 'none') return null
  if (isDate(text)) return text
  throw new InvalidArgumentError('It takes a date such as 2027-12-31, or none.')
}
