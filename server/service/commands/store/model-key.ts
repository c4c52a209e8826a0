import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { Problem } from '../../../foundation/lib/problem.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { isModelKey, saveModelKey } from '../../../tenants/stores/model/model-keys.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { configuredSecrets } from '../access/secrets.ts'
import { print, say } from '../output.ts'
import { withDatabase } from '../with-database.ts'

type Flags = { keyFile?: string; remove?: boolean; json?: boolean }

/** `store model-key`: sets or removes the key of a store's language model. It is never printed. */
export function addStoreModelKey(store: Command): void {
  store
    .command('model-key')
    .description("set or remove the key of a store's language model, for the server at its --model-url")
    .argument('<id>')
    .option('--key-file <path>', 'file with the key; - reads standard input')
    .option('--remove', 'remove the key')
    .option('--json', 'print JSON')
    .action(async (id: string, flags: Flags) => {
      const key = keyOf(flags)
      const origin = await withDatabase(async db => {
        const secrets = await configuredSecrets(db)
        return await db.transaction(async tx => {
          const { store_id, model_url } = await readStore(tx, id, true)
          if (!model_url && key !== '') throw noServer(id)
          const by = { at: new Date(systemClock()), actor: 'command' } as const
          await saveModelKey(tx, secrets, store_id, { key, url: model_url ?? '' }, by)
          return URL.parse(model_url ?? '')?.origin ?? null
        })
      })
      const state = key === '' ? 'none' : 'set'
      print(flags.json, { store_id: id, key: state, origin }, () =>
        say(key === '' ? 'The key was removed.' : `The key was saved. Only ${origin} will receive it.`),
      )
    })
}

// Empty: none. Arguments are in the list of processes and in the history of the shell, so a key never is one.
function keyOf({ keyFile, remove }: Flags): string {
  if ((keyFile === undefined) !== Boolean(remove))
    throw new Problem('It takes either --key-file or --remove.', 'See: ./realword store model-key --help', 2)
  if (keyFile === undefined) return ''
  const key = read(keyFile).trim()
  if (isModelKey(key)) return key
  throw new Problem(
    key === ''
      ? 'The key is empty.'
      : 'This is not a key: it has spaces, unusual characters or more than 500 of them.',
    'The file must contain the key alone.',
  )
}

function read(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw new Problem(
      `Cannot read the key: ${(error as Error).message}`,
      'Name a readable file, or - for standard input.',
    )
  }
}

function noServer(id: string): Problem {
  return new Problem(
    'The store names no server of a language model yet.',
    `First run: ./realword store update ${id} --model-url URL --model-name NAME`,
  )
}
