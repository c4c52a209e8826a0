import type { Source } from './config.ts'
import { saveDesign } from './design.ts'

type Parameters = Record<string, string | number | string[] | undefined>

const patience = 10_000 // ms

/**
 * Reads `/api/v1/<what>.json`. Credentials go into the query, so that there is no preflight and a CDN can cache the
 * response. Keeps the store's design that comes with a list. Throws if the response is not 200 with JSON, or takes longer than ten seconds.
 */
export async function read<Answer>(
  source: Pick<Source, 'api' | 'storeId' | 'storeKey'>,
  what: string,
  parameters: Parameters,
  signal?: AbortSignal,
  cache: RequestCache = 'default',
): Promise<Answer> {
  const hurry = new AbortController()
  const stop = () => hurry.abort()
  const timer = setTimeout(stop, patience)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const address = addressOf(source, `api/v1/${what}.json`, parameters)
    const response = await fetch(address, {
      signal: hurry.signal,
      credentials: 'omit',
      cache,
    })
    if (!response.ok) throw new Error(`${what}: ${response.status}`)
    const answer = await response.json()
    if (answer.result) saveDesign(source, answer.meta?.design)
    return answer
  } finally {
    clearTimeout(timer)
  }
}

/** The address of a path of the service, with the store's credentials. */
export function addressOf(
  { api, storeId, storeKey }: Pick<Source, 'api' | 'storeId' | 'storeKey'>,
  path: string,
  parameters: Parameters,
): string {
  const url = new URL(path, api)
  url.searchParams.set('store_id', storeId)
  url.searchParams.set('store_key', storeKey)
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one))
  }
  return url.href
}
