import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sectionOf } from './changelog.ts'
import { provenanceOf } from './provenance.ts'
import { ReleaseRefused } from './refused.ts'

const mostBytes = 1 << 30

/** Where a release is written, and the one before is deleted. */
export const usualOutput = 'build/release'

/**
 * Writes the files of a release into a new folder, or over those of an earlier one in build/release: the source, our
 * packages, the SBOM, the notices, what changed, where all of it comes from, and the checksums. Two checkouts of one
 * commit write the same bytes: each time is that of the commit. `audit` runs when everything that ships is built, before
 * anything is written there. Throws `ReleaseRefused` if the checkout has changes, or CHANGELOG.md no section of the version.
 */
export function buildRelease(output: string, audit: () => void): void {
  const folder = resolve(output)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const notes = sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version)
  if (run('git', 'status', '--porcelain').length > 0)
    throw new ReleaseRefused('The checkout has changes that are not committed. Release from a clean clone.')
  const commit = run('git', 'rev-parse', 'HEAD').toString().trim()
  const time = new Date(Number(run('git', 'log', '-1', '--format=%ct').toString()) * 1000)
  const name = `realword-${version}`
  const write = (file: string, content: string | Buffer) => writeFileSync(join(folder, file), content)

  const isUsual = folder === resolve(usualOutput)
  if (!isUsual && existsSync(folder) && readdirSync(folder).length > 0)
    throw new ReleaseRefused(`${folder} is not empty. Choose a new folder.`)
  // The notices too: what lies in build/ may be of another commit.
  run('npm', 'run', '-s', 'build')
  audit()
  // Not before: a release that is refused leaves the one before as it was.
  if (isUsual) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run('npm', 'run', '-s', 'build:packages')
  for (const { name: part } of packages())
    run('npm', 'pack', '--silent', '--workspace', `packages/${part}`, '--pack-destination', folder)
  write(
    `${name}.tar.gz`,
    gzipSync(run('git', '-c', 'tar.umask=0022', 'archive', '--format=tar', `--prefix=${name}/`, commit), {
      level: 9,
    }),
  )
  write(`${name}.cdx.json`, billOfMaterials(commit, time))
  copyFileSync('build/THIRD-PARTY-NOTICES.txt', join(folder, 'THIRD-PARTY-NOTICES.txt'))
  write('RELEASE-NOTES.md', `# Realword ${version}\n\n${notes}\n`)
  write(
    `${name}.provenance.json`,
    provenanceOf({
      subjects: digestsIn(folder),
      version,
      commit,
      lock: sha256(readFileSync('package-lock.json')),
      node: process.version,
    }),
  )
  const sums = digestsIn(folder).map(([file, digest]) => `${digest}  ${file}\n`)
  write('SHA256SUMS', sums.join(''))
  process.stdout.write(`${sums.join('')}Realword ${version} of commit ${commit} is in ${folder}.\n`)
}

function packages() {
  return readdirSync('packages', { withFileTypes: true }).filter(entry => entry.isDirectory())
}

// npm gives each document a number and a time of its own.
function billOfMaterials(commit: string, time: Date): string {
  const bom = JSON.parse(run(process.execPath, 'supply-chain/sbom.ts', '--production').toString())
  const digest = sha256(Buffer.from(commit))
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(12, 15)}`,
    `8${digest.slice(15, 18)}`,
  ]
  bom.serialNumber = `urn:uuid:${[...parts, digest.slice(18, 30)].join('-')}`
  bom.metadata.timestamp = time.toISOString()
  return `${JSON.stringify(bom, null, 2)}\n`
}

function digestsIn(folder: string): [file: string, digest: string][] {
  return readdirSync(folder)
    .sort()
    .map(file => [file, sha256(readFileSync(join(folder, file)))])
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function run(command: string, ...args: string[]): Buffer {
  const { status, stdout, stderr, error } = spawnSync(command, args, { maxBuffer: mostBytes })
  if (status === 0) return stdout
  throw error ?? new Error(`${command} ${args.join(' ')} failed:\n${stderr}${stdout}`)
}
