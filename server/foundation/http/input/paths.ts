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
