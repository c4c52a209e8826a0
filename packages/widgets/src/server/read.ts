import { addressOf } from '../../../../widgets/api.ts'
import type { CommonOptions, StoreOptions } from './options.ts'

/**
 * Reads `/api/v1/<what>.json` for a page that a server writes. Throws if the answer is not 200 with JSON, or takes longer
 * than the options allow.
 */
export async function read<Answer>(
  options: StoreOptions,
  what: string,
  parameters: Parameters<typeof addressOf>[2],
): Promise<Answer> {
  const { apiUrl, storeId, storeKey, apiKey, timeout = 2000, signal, fetch: send = fetch } = options
  const address = addressOf({ api: baseOf(apiUrl), storeId, storeKey }, `api/v1/${what}.json`, parameters)
  const limit = AbortSignal.timeout(timeout)
  const response = await send(address, {
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    // A redirect would take the key to another server.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  })
  if (!response.ok) throw new Error(`${what}.json: ${response.status}`)
  return await response.json()
}

/** The address of the service, to which paths are relative: it may have a path itself. */
export const baseOf = (apiUrl: string): string => apiUrl.replace(/\/*$/, '/')

/** The product as a parameter of a read. Throws unless there is exactly one. */
export function productOf({ productId, productSku }: CommonOptions): Record<string, string> {
  if (Boolean(productId) === Boolean(productSku))
    throw new TypeError('Give productId or productSku, and not both.')
  return productId ? { product_id: productId } : { product_sku: String(productSku) }
}
