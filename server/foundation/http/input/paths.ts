import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/**
 * The parameters in the path of a URL. They accept any text: an unknown id answers 404, whatever its form.
 * form.
 */
export const storePath = z.object({ storeId: uuid('The id of the store') })

export type StorePath = z.infer<typeof storePath>

export const storeItemPath = storePath.extend({ id: uuid('The id of the item') })

function uuid(description: string) {
  return z.string().meta({ format: 'uuid', description })
}

/** Of a link in a mail. */
export const linkPath = z.object({ token: z.string() })

export type LinkRequest = FastifyRequest<{ Params: z.infer<typeof linkPath> }>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The query of a request that no schema has read: of guards, which run before validation. */
export function queryOf({ query }: FastifyRequest): Record<string, unknown> {
  return isRecord(query) ? query : {}
}

/** The store in the path, for guards of `storePath`. Throws if the address has none. */
export function storeIdOf({ params }: FastifyRequest): string {
  if (isRecord(params) && typeof params.storeId === 'string') return params.storeId
  throw new Error('the address names no store')
}
