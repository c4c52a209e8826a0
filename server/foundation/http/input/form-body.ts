import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'

const KiB = 1024

/**
 * A review form of 50 products. Each has five texts, a video, five pictures that it keeps, a box to remove each of
 * those six, and 12 options of 12 questions. uploads.ts limits the characters of all fields.
 */
const mostFields = 50 * (5 + 1 + 5 + 6 + 12 * 12) + 20

/** The reader of a form counts its pictures: five for each product. */
const mostFiles = 260

/** The type of a part of a file, as in resumable uploads (tus). The route limits its size. */
const partOfFile = 'application/offset+octet-stream'

/**
 * Reads the forms of browsers: urlencoded ones as `request.body`, and multipart ones through `request.parts()`, whose
 * files can be streamed. Parts of files are read as bytes. Other bodies are not read.
 */
export async function readForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(formbody, { bodyLimit: 256 * KiB })
  app.addContentTypeParser(partOfFile, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  await app.register(multipart, {
    limits: {
      fields: mostFields,
      files: mostFiles,
      parts: mostFields + mostFiles,
      fieldSize: 64 * KiB,
      fieldNameSize: 100,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  })
}

/**
 * The text of one field: `\n` for every line break, no control characters, no characters that PostgreSQL cannot store,
 * trimmed. Empty if it was not sent.
 */
export function readField(body: unknown, name: string): string {
  const sent = (body as Record<string, unknown> | null | undefined)?.[name]
  const value = Array.isArray(sent) ? sent.at(-1) : sent
  return typeof value === 'string' ? cleanText(value) : ''
}

/** The text as `readField` returns it. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}
