import { z } from 'zod'

export const archiveFormat = 'realword-store'

/** The version that exports have. Archives of a later version are refused. */
export const archiveVersion = 1

const sum = z.string().regex(/^[0-9a-f]{64}$/)
const bytes = z.int().min(0)

export const manifest = z.object({
  format: z.literal(archiveFormat),
  version: z.int().min(1),
  /** The release that wrote the archive, and its last migration. */
  made_by: z.string().max(100),
  schema: z.int().min(1),
  exported_at: z.iso.datetime(),
  store: z.object({ id: z.uuid(), name: z.string().max(10_000) }),
  /** One file per table, one row per line. */
  tables: z.record(
    z.string(),
    z.object({ rows: bytes, columns: z.array(z.string()).max(1_000), bytes, sha256: sum }),
  ),
  /** By name. Pictures whose file was already lost are listed apart. */
  pictures: z.record(z.string(), z.object({ bytes, sha256: sum })),
  lost_pictures: z.array(z.string()),
  /** Tables that are not archived, and why. */
  left_out: z.record(z.string(), z.string()),
})

export type Manifest = z.infer<typeof manifest>

export const manifestFile = 'manifest.json'
export const readmeFile = 'README.txt'

export function tableFile(table: string): string {
  return `tables/${table}.ndjson`
}

export function pictureFile(name: string): string {
  return `pictures/${name}`
}

export function readmeOf(store: string, at: Date): string {
  return `The store "${store.replace(/\p{Cc}/gu, ' ')}", exported from Realword on ${at.toISOString()}.

Everything of it is here: products, orders, requests, mails, reviews and questions in every state with their
answers, votes and reports, settings, history and pictures. It is yours to keep and to take elsewhere.

tables/     a file for each table. Each line is one row as a JSON object; times are ISO 8601 in UTC.
            tables/reviews.ndjson and tables/questions.ndjson hold what people wrote.
pictures/   the buyers' pictures as WebP, by the names that reviews give them, and an uploaded logo as PNG.
manifest.json   what is in here, how many rows, and the SHA-256 of each file.

Not included: API keys, users, the secrets of links in mails, and data that is kept for hours only. manifest.json
says why.

To have it in another Realword: make an empty store there and import this file, in the dashboard under
"Import and export" or with: ./realword store import STORE_ID FILE.zip

It holds personal data: names, e-mail addresses and orders. Keep it as you keep those.
`
}
