import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'

const KiB = 1024
const mostFields = 200

/** Pictures are counted by who reads them: five for each product of a form. */
const mostFiles = 260

/**
 * Reads what browsers send: urlencoded forms as `request.body`, and multipart ones through
 * `request.parts()`, whose files wait to be streamed. Nothing else is read.
 */
export async function readForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(formbody, { bodyLimit: 256 * KiB })
  await app.register(multipart, {
    limits: {
      fields: mostFields,
      files: mostFiles,
      fieldSize: 64 * KiB,
      fieldNameSize: 100,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  })
}

/**
 * The text of one field: `\n` for every line break, no control characters, nothing PostgreSQL cannot store,
 * no spaces around. Empty when it was not sent.
 */
export function readField(body: unknown, name: string): string {
  const sent = (body as Record<string, unknown> | null | undefined)?.[name]
  const value = Array.isArray(sent) ? sent.at(-1) : sent
  return typeof value === 'string' ? cleanText(value) : ''
}

/** The text as `readField` gives it. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}
