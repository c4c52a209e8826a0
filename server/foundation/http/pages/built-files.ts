import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsCoding } from '../accept-encoding.ts'
import { namesEtag } from '../etag.ts'

/** A built file: as it is, and compressed in two ways. */
export type BuiltFile = { type: string; etag: string; isHashed: boolean; forms: Map<Coding, Buffer> }

export type Coding = 'br' | 'gzip' | 'identity'

/** The files of a folder that `npm run build` made, such as widgets/. */
export type BuiltFiles = { find: (path: string) => BuiltFile | undefined; names: () => string[] }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Reads all files at the first request and keeps them in memory: they are few and small. */
export function createBuiltFiles(folder: string): BuiltFiles {
  let read: Map<string, BuiltFile> | undefined
  const all = () => {
    read ??= readAll(folder)
    return read
  }
  return {
    find: path => all().get(path) ?? all().get(newest(path, all())),
    names: () => [...all().keys()].filter(name => !name.endsWith('?')),
  }
}

// A page that was opened before an update requests chunks by their old names. It gets the current ones, with a
// short cache lifetime.
function newest(path: string, files: Map<string, BuiltFile>): string {
  const name = /^chunks\/(.+)-[\w-]{8}\.js$/.exec(path)?.[1]
  if (name === undefined) return ''
  const current = [...files.keys()].find(
    known => known.startsWith(`chunks/${name}-`) && known.length === path.length,
  )
  return current === undefined ? '' : `${current}?`
}

function readAll(folder: string): Map<string, BuiltFile> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const files = new Map<string, BuiltFile>()
  for (const name of names.filter(name => extname(name) in types)) {
    const file = readOne(join(folder, name), name.startsWith('chunks'))
    files.set(name, file)
    files.set(`${name}?`, { ...file, isHashed: false })
  }
  return files
}

function readOne(path: string, isHashed: boolean): BuiltFile {
  const identity = readFileSync(path)
  const etag = etagOf(identity)
  const forms = new Map<Coding, Buffer>([['identity', identity]])
  if (existsSync(`${path}.br`)) forms.set('br', readFileSync(`${path}.br`))
  if (existsSync(`${path}.gz`)) forms.set('gzip', readFileSync(`${path}.gz`))
  return { type: types[extname(path)] as string, etag, isHashed, forms }
}

/** A file generated at run time and compressed once: it is too large to compress for each request. */
export async function makeBuiltFile(type: string, text: string): Promise<BuiltFile> {
  const identity = Buffer.from(text)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(identity),
  ])
  const forms = new Map<Coding, Buffer>([
    ['identity', identity],
    ['br', br],
    ['gzip', gz],
  ])
  return { type, etag: etagOf(identity), isHashed: false, forms }
}

function etagOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

/** Sends a file in the smallest form that the browser accepts, or 304 if the browser has it. */
export function sendBuiltFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const coding = codingFor(file, request.headers['accept-encoding'])
  const etag = `"${file.etag}-${coding}"`
  reply.headers({
    etag,
    vary: 'Accept-Encoding',
    'cache-control': file.isHashed
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=600, stale-while-revalidate=86400',
  })
  if (namesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(file.type).send(file.forms.get(coding))
}

function codingFor({ forms }: BuiltFile, accepted: string | undefined): Coding {
  const codings = ['br', 'gzip'] as const
  return codings.find(coding => forms.has(coding) && acceptsCoding(accepted, coding)) ?? 'identity'
}
