import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { nameVersion } from './changelog.ts'
import { ReleaseRefused } from './refused.ts'

type Manifest = { version?: string; dependencies?: Record<string, string> }
type Lock = Manifest & { packages: Record<string, Manifest> }

const own = '@realword/'

/**
 * Writes a version into all package.json, package-lock.json and CHANGELOG.md of the current folder. The day is that of
 * `now` in UTC. Throws `ReleaseRefused`, and then changes nothing.
 */
export function prepareRelease(version: string, now: Date): void {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    throw new ReleaseRefused(`${version} is no version such as 0.2.0 or 1.0.0-rc.1.`)
  const changelog = nameVersion(readFileSync('CHANGELOG.md', 'utf8'), version, now.toISOString().slice(0, 10))
  const folders = (parent: string) =>
    readdirSync(parent, { withFileTypes: true }).filter(one => one.isDirectory())
  change<Manifest>('package.json', root => {
    root.version = version
  })
  for (const { name } of folders('packages'))
    change<Manifest>(`packages/${name}/package.json`, manifest => {
      manifest.version = version
      nameOwn(manifest, version)
    })
  for (const { name } of folders('examples'))
    change<Manifest>(`examples/${name}/package.json`, manifest => nameOwn(manifest, version))
  change<Lock>('package-lock.json', lock => {
    lock.version = version
    for (const [folder, manifest] of Object.entries(lock.packages)) {
      if (folder === '' || (folder.startsWith('packages/') && !folder.includes('node_modules')))
        manifest.version = version
      nameOwn(manifest, version)
    }
  })
  writeFileSync('CHANGELOG.md', changelog)
}

/** Our own packages name each other by their exact version. */
function nameOwn({ dependencies = {} }: Manifest, version: string): void {
  for (const name of Object.keys(dependencies)) if (name.startsWith(own)) dependencies[name] = version
}

function change<Kind>(file: string, edit: (content: Kind) => void): void {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    // An example in another language than JavaScript.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const content = JSON.parse(text) as Kind
  edit(content)
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
