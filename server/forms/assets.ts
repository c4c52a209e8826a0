import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What our pages load: styles and scripts, named by their content so that they can be kept for ever. */
export type Asset = { url: string; type: string; bytes: Buffer }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

const folder = fileURLToPath(new URL('../../pages/assets/', import.meta.url))

const byFile = new Map<string, Asset>(
  readdirSync(folder)
    .filter(file => extname(file) in types)
    .map(file => {
      const bytes = readFileSync(folder + file)
      const name = file.replace('.', `-${hash('sha256', bytes).slice(0, 12)}.`)
      return [file, { url: `/assets/${name}`, type: types[extname(file)] ?? '', bytes }]
    }),
)

const byUrl = new Map([...byFile.values()].map(asset => [asset.url, asset]))

/** The address of a file of pages/assets. */
export function assetUrl(file: string): string {
  const asset = byFile.get(file)
  if (!asset) throw new Error(`pages/assets/${file} is missing`)
  return asset.url
}

export function findAsset(url: string): Asset | undefined {
  return byUrl.get(url)
}
