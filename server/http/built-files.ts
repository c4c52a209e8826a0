import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** One file that the build made, in the three forms it is sent in. */
export type BuiltFile = { type: string; etag: string; isHashed: boolean; forms: Map<Coding, Buffer> }

export type Coding = 'br' | 'gzip' | 'identity'

/** What `npm run build` made of a folder such as widgets/. */
export type BuiltFiles = { find: (path: string) => BuiltFile | undefined; names: () => string[] }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Reads all files at the first request and keeps them: they are few and small. */
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

// A page that was opened before an update asks for chunks by the names of before: it gets those of now, and
// only ever under a short life.
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
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const forms = new Map<Coding, Buffer>([['identity', identity]])
  if (existsSync(`${path}.br`)) forms.set('br', readFileSync(`${path}.br`))
  if (existsSync(`${path}.gz`)) forms.set('gzip', readFileSync(`${path}.gz`))
  return { type: types[extname(path)] as string, etag, isHashed, forms }
}
