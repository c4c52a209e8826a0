import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '../lib/problem.ts'

/** One file of the widgets in the three forms it is sent in. */
export type WidgetFile = { type: string; etag: string; isHashed: boolean; forms: Map<Coding, Buffer> }

export type Coding = 'br' | 'gzip' | 'identity'

/** What `npm run build` made of widgets/. */
export type WidgetFiles = { find: (path: string) => WidgetFile | undefined }

const built = fileURLToPath(new URL('../../build/widgets/v1/', import.meta.url))

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Throws a Problem when the widgets were not built, so that the operator knows before a shopper does. */
export function requireWidgets(): void {
  if (existsSync(join(built, 'widgets.js'))) return
  throw new Problem(
    'The widgets are not built.',
    'Run: npm run build (npm ci does it too, unless told --ignore-scripts or --omit=dev).',
  )
}

/** Reads all files at the first request and keeps them: they are few and small. */
export function createWidgetFiles(folder = built): WidgetFiles {
  let files: Map<string, WidgetFile> | undefined
  return {
    find: path => {
      files ??= readAll(folder)
      return files.get(path) ?? files.get(newest(path, files))
    },
  }
}

// A page that was opened before an update asks for chunks by the names of before: it gets those of now, and
// only ever under a short life.
function newest(path: string, files: Map<string, WidgetFile>): string {
  const name = /^chunks\/(.+)-[\w-]{8}\.js$/.exec(path)?.[1]
  if (name === undefined) return ''
  const current = [...files.keys()].find(
    known => known.startsWith(`chunks/${name}-`) && known.length === path.length,
  )
  return current === undefined ? '' : `${current}?`
}

function readAll(folder: string): Map<string, WidgetFile> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const files = new Map<string, WidgetFile>()
  for (const name of names.filter(name => extname(name) in types)) {
    const file = readOne(join(folder, name), name.startsWith('chunks'))
    files.set(name, file)
    files.set(`${name}?`, { ...file, isHashed: false })
  }
  return files
}

function readOne(path: string, isHashed: boolean): WidgetFile {
  const identity = readFileSync(path)
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  const forms = new Map<Coding, Buffer>([['identity', identity]])
  if (existsSync(`${path}.br`)) forms.set('br', readFileSync(`${path}.br`))
  if (existsSync(`${path}.gz`)) forms.set('gzip', readFileSync(`${path}.gz`))
  return { type: types[extname(path)] as string, etag, isHashed, forms }
}
