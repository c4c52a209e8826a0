import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, chooseCoding } from '../encoding/accept-encoding.ts'
import { leastEncoded } from '../encoding/encode.ts'
import { etagIn, knownEtag, tagOf } from '../etag.ts'

/** A built file: as it is, and compressed in two ways. */
export type BuiltFile = { type: string; tag: string; isHashed: boolean; forms: Map<Coding, Buffer> }

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
  const tag = tagOf(identity)
  const forms = new Map<Coding, Buffer>([['identity', identity]])
  if (existsSync(`${path}.br`)) forms.set('br', readFileSync(`${path}.br`))
  if (existsSync(`${path}.gz`)) forms.set('gzip', readFileSync(`${path}.gz`))
  return { type: types[extname(path)] as string, tag, isHashed, forms }
}

/** A file generated at run time and compressed once: it is too large to compress for each request. */
export async function makeBuiltFile(type: string, text: string, isHashed = false): Promise<BuiltFile> {
  const identity = Buffer.from(text)
  const forms = new Map<Coding, Buffer>([['identity', identity]])
  if (identity.length >= leastEncoded) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    forms.set('br', await promisify(brotliCompress)(identity, { params }))
    forms.set('gzip', await promisify(gzip)(identity))
  }
  return { type, tag: tagOf(identity), isHashed, forms }
}

/** Sends a file as the browser accepts it, or 304 if the browser has it. */
export function sendBuiltFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const accepted = chooseCoding(request.headers['accept-encoding'])
  const coding = file.forms.has(accepted) ? accepted : 'identity'
  const known = knownEtag(request.headers['if-none-match'], coding, file.tag)
  reply.headers({
    etag: known ?? etagIn(coding, file.tag),
    vary: 'Accept-Encoding',
    'cache-control': file.isHashed
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=600, stale-while-revalidate=86400',
  })
  if (known) return reply.code(304).send()
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(file.type).send(file.forms.get(coding))
}
