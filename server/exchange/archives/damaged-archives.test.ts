import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { damageNames } from '../../foundation/errors/file-errors.ts'
import type { TestApp } from '../../test/app.ts'
import { type Content, packArchive, rewriteTable, unpackArchive } from '../../test/exchange/archives.ts'
import { aFullStore } from '../../test/full-store.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore, type Member } from '../../test/users.ts'
import type { Manifest } from './manifest.ts'
import { openArchive } from './read-archive.ts'
import { restoreArchive, tryArchive } from './restore.ts'
import { archivedTables } from './tables.ts'
import { writeArchive } from './write-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-archives-'))
const files = picturesIn(folder)
const whole = join(folder, 'whole.zip')
let service: TestApp
let mails: MailServer
let empty: Member
beforeAll(async () => {
  ;[service, mails] = await startMailingApp({ DATA_DIR: folder })
  const full = await aFullStore(service, mails, folder)
  empty = await aStore(service.database)
  await writeArchive(service.database, files, full.storeId, new Date(), createWriteStream(whole))
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const inZip = async (change: (content: Content) => void) => {
  const content = await unpackArchive(readFileSync(whole))
  change(content)
  return await packArchive(content)
}

const replaced = (bytes: Buffer, before: string, after: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(before, after), 'latin1')

const first = (record: Record<string, unknown>) => Object.keys(record)[0] as string

// A trial refuses each of them too, except where only PostgreSQL detects the fault.
const wrong: [what: string, make: () => Buffer | Promise<Buffer>, told: RegExp, byTrial?: false][] = [
  ['a text', () => Buffer.from('rating,body\n5,Good\n'.repeat(100)), /not a store archive/],
  ['nothing', () => Buffer.alloc(0), /not a store archive/],
  ['half an archive', () => readFileSync(whole).subarray(0, 20_000), /not a store archive/],
  [
    'another ZIP',
    async () =>
      await packArchive({ files: new Map([['a.txt', Buffer.from('a')]]), manifest: {} as Manifest }),
    /not a store archive/,
  ],
  [
    'a later version',
    () => inZip(({ manifest }) => Object.assign(manifest, { version: 2, tables: 'others' })),
    /newer version of Realword/,
  ],
  [
    'a later schema',
    () => inZip(({ manifest }) => Object.assign(manifest, { schema: 9_999 })),
    /newer version of Realword/,
  ],
  [
    'a manifest without hashes',
    () => inZip(({ manifest }) => Object.assign(manifest.tables, { reviews: { rows: 1 } })),
    /tables.reviews\.\S+ in manifest.json is invalid/,
  ],
  [
    'a changed letter',
    () =>
      inZip(({ files }) =>
        files.set(
          'tables/reviews.ndjson',
          replaced(files.get('tables/reviews.ndjson') as Buffer, 'Heats', 'Melts'),
        ),
      ),
    /tables\/reviews.ndjson was changed after the export/,
  ],
  [
    'another picture',
    () =>
      inZip(({ files, manifest }) => {
        const path = `pictures/${first(manifest.pictures)}`
        const bytes = Buffer.from(files.get(path) as Buffer)
        bytes[100] = (bytes[100] ?? 0) ^ 1
        files.set(path, bytes)
      }),
    /was changed after the export/,
  ],
  [
    'two logos',
    () =>
      inZip(({ manifest }) => {
        const file = { bytes: 1, sha256: '0'.repeat(64) }
        for (const letter of 'ab') manifest.pictures[`${letter.repeat(40)}-logo.png`] = file
      }),
    /b{40}-logo\.png/,
  ],
  [
    'a logo that is no picture',
    () =>
      inZip(({ files, manifest }) => {
        const name = `${'a'.repeat(40)}-logo.png`
        const sha256 = createHash('sha256').update('text').digest('hex')
        manifest.pictures[name] = { bytes: 4, sha256 }
        files.set(`pictures/${name}`, Buffer.from('text'))
      }),
    /a{40}-logo\.png/,
    false,
  ],
  ['bytes that are broken', () => broken(), /damaged/],
  [
    'fewer rows than it says',
    () => inZip(({ manifest }) => Object.assign(manifest.tables.reviews ?? {}, { rows: 3 })),
    /has \d+ rows, and manifest.json says 3/,
  ],
  [
    'a missing table',
    () => inZip(({ files }) => files.delete('tables/orders.ndjson')),
    /orders.ndjson is missing/,
  ],
  [
    'a missing picture',
    () => inZip(({ files, manifest }) => files.delete(`pictures/${first(manifest.pictures)}`)),
    /pictures\/.* is missing/,
  ],
  [
    'a file nobody named',
    () => inZip(({ files }) => files.set('more.txt', Buffer.from('x'))),
    /"more.txt" is not listed in manifest.json/,
  ],
  [
    'a path that leaves the folder',
    async () => {
      const bytes = await inZip(({ files }) => files.set('xx/evil.txt', Buffer.from('x')))
      return replaced(bytes, 'xx/evil.txt', '../../evil.txt')
    },
    /damaged/,
  ],
  [
    'a name twice',
    async () => {
      const bytes = await inZip(({ files }) => files.set('READMX.txt', Buffer.from('x')))
      return replaced(bytes, 'READMX.txt', 'README.txt')
    },
    /"README.txt" twice/,
  ],
  [
    'a table nobody knows',
    () =>
      inZip(({ files, manifest }) => {
        manifest.tables.api_keys = manifest.tables.orders as Manifest['tables'][string]
        files.set('tables/api_keys.ndjson', files.get('tables/orders.ndjson') as Buffer)
      }),
    /there is no table "api_keys"/,
  ],
  [
    'what unpacks to far more than it is',
    () => inZip(({ files }) => files.set('README.txt', Buffer.alloc(80 * 1024 * 1024))),
    /more than any export/,
  ],
  [
    'a column nobody knows',
    () => inZip(({ manifest }) => manifest.tables.reviews?.columns.push('store_id')),
    /has an unknown column/,
  ],
  [
    'no row of the store',
    () => inZip(content => rewriteTable(content, 'stores', () => '')),
    /has 0 rows instead of one/,
    false,
  ],
  [
    'what is no JSON',
    () => inZip(content => rewriteTable(content, 'orders', text => `${text}{\n`)),
    /is not valid JSON/,
  ],
  [
    'what is no row',
    () => inZip(content => rewriteTable(content, 'orders', text => `${text}[]\n`)),
    /is not a record/,
  ],
  [
    'half a line',
    () => inZip(content => rewriteTable(content, 'orders', text => text.slice(0, -5))),
    /ends with an incomplete line|has \d+ rows/,
  ],
  [
    'a date at infinity',
    () =>
      inZip(content =>
        rewriteTable(content, 'reviews', text =>
          text.replace(/"created_at":"[^"]+"/, '"created_at":"infinity"'),
        ),
      ),
    /created_at in row \d+ of .* is not of type timestamp/,
  ],
  [
    'a rating of six',
    () =>
      inZip(content => rewriteTable(content, 'reviews', text => text.replace(/"rating":\d/, '"rating":6'))),
    /the table does not accept a row of .* \(23514\)/,
    false,
  ],
  [
    'a review of no product',
    () => inZip(content => rewriteTable(content, 'products', () => '')),
    /does not accept a row of .* \(23503\)/,
    false,
  ],
  [
    'a request of no order',
    () =>
      inZip(content =>
        rewriteTable(content, 'review_requests', text =>
          text.replace(/"order_id":"[^"]+"/, '"order_id":"none of this store"'),
        ),
      ),
    /does not accept a row of .*review_requests.* \(23503\)/,
    false,
  ],
  [
    'counts that are no recount',
    () =>
      inZip(content =>
        rewriteTable(content, 'rating_summaries', text => text.replace(/(product-\d".*"five":)\d+/, '$1900')),
      ),
    /the counts of product product-\d do not match/,
    false,
  ],
  [
    'a picture that is none',
    () =>
      inZip(({ files, manifest }) => {
        // Not the film, of which another sentence speaks.
        const name = Object.keys(manifest.pictures).find(one => !one.endsWith('.mp4')) ?? ''
        const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
        files.set(`pictures/${name}`, bytes)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        manifest.pictures[name] = { bytes: bytes.length, sha256 }
      }),
    /is not a picture/,
    false,
  ],
]

async function broken(): Promise<Buffer> {
  const bytes = Buffer.from(readFileSync(whole))
  const at = bytes.indexOf('tables/reviews.ndjson') + 200
  bytes.fill(0xff, at, at + 20)
  return bytes
}

test.each(wrong)('%s is refused, and nothing is imported', async (_what, make, told, byTrial) => {
  const file = join(folder, 'wrong.zip')
  writeFileSync(file, await make())
  const use = async (act: typeof tryArchive | typeof restoreArchive) => {
    const archive = await openArchive(() => openPromise(file, { autoClose: false }))
    try {
      if (act === tryArchive) await tryArchive(service.database, files, empty.storeId, archive, new Date())
      else {
        const by = { at: new Date(), actor: 'command' } as const
        await restoreArchive(service.database, files, empty.storeId, archive, by)
      }
    } finally {
      archive.close()
    }
  }
  if (byTrial !== false) await expect(use(tryArchive)).rejects.toThrow(told)
  const error = await use(restoreArchive).catch(caught => caught)
  expect(error.message).toMatch(told)
  if (/is damaged/.test(error.message)) expect(damageNames()).toContain(error.fault.damage)
  for (const table of archivedTables.filter(name => !['stores', 'audit_log', 'pictures'].includes(name))) {
    const rows = await service.database.query(
      sql`select from ${raw(table)} where store_id = ${empty.storeId}`,
    )
    expect([table, rows.length]).toEqual([table, 0])
  }
  const [store] = await service.database.query<{ color: string }>(
    sql`select color from stores where store_id = ${empty.storeId}`,
  )
  expect(store?.color).toBe('#1f6f54')
})
