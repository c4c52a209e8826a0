import type { Command } from 'commander'
import packageJson from '../../../package.json' with { type: 'json' }
import {
  type CopyCounts,
  type CopyProblem,
  countCopies,
  planAllCopies,
} from '../../answers/reviews/copies/copies.ts'
import { readConfig } from '../../foundation/config/config.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { egressOf } from '../../foundation/http/egress.ts'
import { urlForCommands } from '../../foundation/http/public-url.ts'
import { noteOwnPort } from '../../foundation/lib/network/own-ports.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { printable } from '../../foundation/lib/text/printable.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { openPictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { bold, print, say, warn } from './output.ts'
import { withDatabaseInBackground } from './with-database.ts'

type Flags = { store: string; json?: boolean }

/** `pictures`: the files of pictures. */
export function addPicturesCommands(program: Command): void {
  const pictures = program.command('pictures').description('copy the pictures that imported reviews bring')
  pictures
    .command('copy')
    .description('copy the pictures of imported reviews from other services, also those that failed before')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Flags) => {
      const counts = await withDatabaseInBackground(db => copyAll(db, store))
      print(json, counts, () => printCounts(counts))
      if (counts.failed > 0 || isFull(counts)) process.exitCode = 1
    })
}

async function copyAll(db: Database, store: string): Promise<CopyCounts> {
  const { store_id: storeId, active } = await readStore(db, store)
  if (!active)
    throw new Problem(
      'The store is not active, so no pictures are copied.',
      `Activate it: ./realword store update ${storeId} --active true`,
    )
  const config = readConfig(process.env)
  const address = urlForCommands(config)
  // The service itself is never fetched from.
  for (const port of [config.PORT, Number(new URL(address).port)]) noteOwnPort(port)
  // Loaded here, because the help of all commands loads this file.
  const { copyPictures } = await import('../../answers/reviews/copies/copy-pictures.ts')
  const dependencies = {
    database: db,
    clock: systemClock,
    pictures: openPictureStore(config),
    address: () => address,
    fetching: { allow: egressOf(config).allow, userAgent: `Realword/${packageJson.version}` },
    log: (message: string, error?: unknown) =>
      void process.stderr.write(`${message}: ${(error as Error | undefined)?.message}\n`),
  }
  await planAllCopies(db, storeId, new Date(systemClock()))
  while (await copyPictures(dependencies, storeId, new AbortController().signal)) {
    if (!process.stderr.isTTY) continue
    const { copied, waiting } = await countCopies(db, storeId)
    process.stderr.write(`${copied} pictures copied, ${waiting} waiting…\n`)
  }
  return await countCopies(db, storeId)
}

const isFull = ({ problems }: CopyCounts) => problems.some(({ problem }) => problem === 'storage')

function printCounts(counts: CopyCounts): void {
  const { copied, waiting, failed, foreign, problems } = counts
  say(`${bold(`Copied ${copied} pictures`)}, waiting ${waiting}, failed ${failed}, videos ${foreign}.`)
  for (const { problem, status, count, example } of problems)
    say(
      warn(
        `  ${count} ${words[problem]}${status ? ` (status ${status})` : ''}, such as ${printable(example)}`,
      ),
    )
  if (isFull(counts)) say(warn('The storage of the store is full. Raise its limit stored_bytes, and repeat.'))
  if (waiting > 0) say('A running service retries the waiting ones.')
  if (failed + waiting + foreign > 0) say('Pictures that are not copied stay at their addresses.')
}

const words: Record<CopyProblem, string> = {
  gone: 'not found',
  refused: 'refused by their server',
  busy: 'whose server was busy',
  slow: 'that came too slowly',
  unreachable: 'whose server cannot be reached',
  not_public: 'not on the public web',
  certificate: 'whose server has no valid certificate',
  redirects: 'redirected too often',
  large: 'of more than 10 MB',
  type: 'not JPEG, PNG or WebP',
  pixels: 'of more than 25 megapixels',
  broken: 'damaged',
  storage: 'that did not fit into the storage of the store',
  unavailable: 'that our picture storage could not take',
}
