import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A package that ships: installed with the service, or bundled for browsers. */
export type ShippedPackage = { name: string; version: string; license: string; folder: string }

type LockEntry = {
  version: string
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
  link?: boolean
}
type Lock = { packages: Record<string, LockEntry> }

const checkout = fileURLToPath(new URL('..', import.meta.url))

/** The packages of package-lock.json by folder, including those of other platforms, without our own of packages/. */
export function readLock(): [folder: string, entry: LockEntry][] {
  const lock = JSON.parse(readFileSync(`${checkout}package-lock.json`, 'utf8')) as Lock
  return Object.entries(lock.packages).filter(
    ([folder, { link }]) => folder.includes('node_modules/') && !link,
  )
}

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
export function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/**
 * Every package that ships, on any platform, by folder. The lock file decides, because `npm ci --omit=dev` also installs
 * packages marked `devOptional`, which `npm sbom --omit=dev` leaves out. Throws if a bundle was not built.
 */
export function shippedPackages(): ShippedPackage[] {
  const bundled = new Set([...bundledPackages('widgets/v1'), ...bundledPackages('dashboard')])
  return readLock()
    .filter(([folder, { version, dev }]) => !dev || bundled.has(`${nameOf(folder)}@${version}`))
    .map(([folder, { version, license }]) => {
      return { name: nameOf(folder), version, license: license ?? 'none', folder: `${checkout}${folder}` }
    })
}

/** `name@version` of each package that the bundler put into a folder of build/, as the bundler lists them. */
function bundledPackages(bundle: string): string[] {
  const list = `${checkout}build/${bundle}/licenses.json`
  if (!existsSync(list)) throw new Error(`${list} is missing. Run: npm run build`)
  const packages = JSON.parse(readFileSync(list, 'utf8')) as { name: string; version: string }[]
  return packages.map(({ name, version }) => `${name}@${version}`)
}

/** The licence, copyright and notice files of a package. */
export function licenseFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter(name => /^(licen[cs]e|copying|notice|copyright)/i.test(name))
    .sort()
    .map(name => `${folder}/${name}`)
}
