import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ImportReport } from '../../../exchange/imports/import-report.ts'
import { importReviews } from '../../../exchange/imports/imports.ts'
import { openJudgeMe } from '../../../exchange/imports/judgeme/reviews.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { isLoopback } from '../../../foundation/http/loopback.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { configuredSecrets } from '../access/secrets.ts'
import { withDatabaseInBackground } from '../with-database.ts'
import { showImportProgress } from './import-progress.ts'

export type JudgeMeFlags = {
  from?: 'judgeme'
  shop?: string
  token?: string
  tokenFile?: string
  /** Only tests set it. */
  url?: string
}

/** Adds `--from judgeme` and its options. */
export function withJudgeMe(command: Command): Command {
  return command
    .addOption(
      new Option('--from <service>', 'read the reviews from this service instead of a file')
        .choices(['judgeme'])
        .conflicts(['map', 'dateFormat', 'undated', 'state']),
    )
    .option(
      '--shop <domain>',
      'the domain of the shop at the service, such as example.myshopify.com',
      toDomain,
    )
    .addOption(
      new Option('--token <token>', 'the private token; other users of this machine can see it').conflicts(
        'tokenFile',
      ),
    )
    .option('--token-file <path>', 'a file with the private token')
    .addOption(new Option('--url <address>').argParser(toLoopback).hideHelp())
}

function toDomain(text: string): string {
  const domain = /^(?:https?:\/\/)?([a-z\d-]+(?:\.[a-z\d-]+)+)\/?$/i.exec(text.trim())?.[1]
  if (domain) return domain.toLowerCase()
  throw new InvalidArgumentError('It takes a domain such as example.myshopify.com.')
}

function toLoopback(text: string): string {
  const url = URL.parse(text)
  if (url && isLoopback(url.hostname)) return url.href
  throw new InvalidArgumentError('It takes an address of this machine.')
}

/** The report of an import, whose refused reviews may have ids of their own. */
export type PrintedReport = Omit<ImportReport, 'refused'> & {
  refused: (ImportReport['refused'][number] & { review_id?: string })[]
}

/** `failure`: why the reviews ended before Judge.me's list did. */
type Pulled = { report: PrintedReport; failure: Problem | undefined }

/** Imports the reviews of a shop from Judge.me's API. Throws Problem. */
export async function importFromJudgeMe(
  flags: JudgeMeFlags,
  storeOf: (db: Database) => Promise<string>,
  { dryRun = false, notifyAuthors }: { dryRun?: boolean; notifyAuthors?: boolean },
): Promise<Pulled> {
  const { shop } = flags
  const token = await tokenOf(flags)
  if (!shop || !token)
    throw new Problem('--from judgeme needs the shop and its token.', 'Give --shop and --token-file.', 2)
  // Before the database, which may have to start: a wrong token is reported at once.
  const table = await openJudgeMe({ shop, token }, systemClock, {
    url: flags.url,
    allow: flags.url ? ['127.0.0.0/8', '::1/128'] : [],
    onPause: reportPause,
  })
  const report = await withDatabaseInBackground(async db => {
    const progress = await showImportProgress(table.expected ?? 0)
    try {
      return await importReviews(
        db,
        systemClock,
        await storeOf(db),
        {
          ...table,
          rows: progress.watch(table.rows, () => 1),
        },
        {
          secrets: await configuredSecrets(db),
          ...{ dryRun, notifyAuthors },
          onProgress: progress.update,
        },
      )
    } finally {
      progress.end()
    }
  })
  const refused = report.refused.map(one => ({ ...one, review_id: table.idOf(one.row) }))
  return { report: { ...report, refused }, failure: table.failure() }
}

async function tokenOf({ token, tokenFile }: JudgeMeFlags): Promise<string | undefined> {
  if (!tokenFile) return token
  try {
    return (await readFile(tokenFile, 'utf8')).trim()
  } catch (error) {
    throw new Problem(
      `${tokenFile} cannot be read: ${(error as Error).message}.`,
      'Give the path of a file with the token.',
    )
  }
}

const shortest = 5_000 // ms: shorter pauses are not worth a line

function reportPause(ms: number): void {
  if (ms >= shortest) process.stderr.write(`Judge.me is busy. Waiting ${Math.round(ms / 1000)} s.\n`)
}
