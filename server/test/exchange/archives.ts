import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import type { Manifest } from '../../exchange/archives/manifest.ts'

/** An unpacked archive that a test can change. */
export type Content = { files: Map<string, Buffer>; manifest: Manifest }

export async function unpackArchive(bytes: Buffer): Promise<Content> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  zip.close()
  return { files, manifest: JSON.parse(String(files.get('manifest.json'))) }
}

export async function packArchive({ files, manifest }: Content): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of files) if (name !== 'manifest.json') zip.addBuffer(bytes, name)
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json')
  zip.end()
  return await buffer(zip.outputStream)
}

/** Changes a table's text, and updates the manifest to match. */
export function rewriteTable(
  { files, manifest }: Content,
  table: string,
  change: (text: string) => string,
): void {
  const path = `tables/${table}.ndjson`
  const bytes = Buffer.from(change(String(files.get(path))))
  files.set(path, bytes)
  const file = manifest.tables[table] as Manifest['tables'][string]
  const rows = bytes.toString().split('\n').length - 1
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  manifest.tables[table] = { ...file, bytes: bytes.length, sha256, rows }
}

/** Replaces the rows of a table, and adds their columns to the manifest. */
export function forgeTable(content: Content, table: string, rows: Record<string, unknown>[]): void {
  const columns = content.manifest.tables[table]?.columns ?? []
  columns.push(...Object.keys(rows[0] ?? {}).filter(name => !columns.includes(name)))
  const empty = Object.fromEntries(columns.map(name => [name, null]))
  rewriteTable(content, table, () => rows.map(row => `${JSON.stringify({ ...empty, ...row })}\n`).join(''))
}

export function rowsOfTable({ files }: Content, table: string): Record<string, unknown>[] {
  const lines = String(files.get(`tables/${table}.ndjson`)).split('\n')
  return lines.filter(Boolean).map(line => JSON.parse(line))
}
