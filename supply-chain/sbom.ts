import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { nameOf, readLock, shippedPackages } from './packages.ts'

/** Prints the installed packages as a CycloneDX SBOM. `--production`: only those that ship. `--output FILE`: to a file. */

type Component = {
  name: string
  version: string
  'bom-ref': string
  licenses?: { license: { name: string } }[]
}
type Bom = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

const { values } = parseArgs({
  options: { production: { type: 'boolean', default: false }, output: { type: 'string' } },
})

const bom = readBom()
// npm uses the name of the folder.
bom.metadata.component.name = 'realword'
nameLicenses(bom)
if (values.production) keepShipped(bom)
const text = `${JSON.stringify(bom, null, 2)}\n`
if (values.output === undefined) process.stdout.write(text)
else writeFileSync(values.output, text)

function readBom(): Bom {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return JSON.parse(stdout) as Bom
  throw error ?? new Error(`npm sbom failed:\n${stderr}`)
}

// npm omits licences that are not SPDX expressions.
function nameLicenses({ components }: Bom): void {
  const licenses = new Map(
    readLock().map(([folder, { version, license }]) => [`${nameOf(folder)}@${version}`, license]),
  )
  for (const component of components) {
    const name = licenses.get(`${component.name}@${component.version}`) ?? 'unknown'
    if (!component.licenses?.length) component.licenses = [{ license: { name } }]
  }
}

function keepShipped(all: Bom): void {
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`))
  all.components = all.components.filter(({ name, version }) => shipped.has(`${name}@${version}`))
  const refs = new Set([
    all.metadata.component['bom-ref'],
    ...all.components.map(component => component['bom-ref']),
  ])
  all.dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(one => refs.has(one)) }))
}
