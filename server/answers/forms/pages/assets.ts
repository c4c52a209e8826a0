import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A style or script of our pages. Its content is part of its name, so that browsers can cache it forever. */
export type Asset = { url: string; type: string; text: string }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

const folder = fileURLToPath(new URL('../../../../pages/assets/', import.meta.url))

const byFile = new Map<string, Asset>()
for (const file of readdirSync(folder)) if (extname(file) in types) load(file)

// Scripts import each other by file name. Replace it with the cached name.
function load(file: string): Asset {
  const loaded = byFile.get(file)
  if (loaded) return loaded
  const text = readFileSync(folder + file, 'utf8').replace(
    /^(import .* from ')\.\/([\w-]+\.js)'/gm,
    (_, start: string, imported: string) => `${start}${load(imported).url}'`,
  )
  const name = file.replace('.', `-${hash('sha256', text).slice(0, 12)}.`)
  const asset = { url: `/assets/${name}`, type: types[extname(file)] ?? '', text }
  byFile.set(file, asset)
  return asset
}

const byUrl = new Map([...byFile.values()].map(asset => [asset.url, asset]))

/** The address of a file in pages/assets. */
export function assetUrl(file: string): string {
  const asset = byFile.get(file)
  if (!asset) throw new Error(`pages/assets/${file} is missing`)
  return asset.url
}

export function findAsset(url: string): Asset | undefined {
  return byUrl.get(url)
}
