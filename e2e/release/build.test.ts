import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkout, cleanUp, runNpm, temporaryFolder } from '../service.ts'

afterAll(cleanUp)

/** A repository with what this checkout has, and one commit, which is the same each time. */
function aClone(name: string): { clone: string; git: (...args: string[]) => string } {
  const clone = join(temporaryFolder(), name)
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', list, { cwd: checkout }).toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(join(checkout, file), join(clone, file), { verbatimSymlinks: true })
  }
  for (const folder of ['.', ...readdirSync(join(checkout, 'packages')).map(part => `packages/${part}`)])
    if (readdirSync(join(checkout, folder)).includes('node_modules'))
      cpSync(join(checkout, folder, 'node_modules'), join(clone, folder, 'node_modules'), {
        recursive: true,
        verbatimSymlinks: true,
      })
  cpSync(join(checkout, 'build'), join(clone, 'build'), { recursive: true })
  const at = '2026-11-01T12:00:00Z'
  const who = { GIT_AUTHOR_NAME: 'Ana', GIT_AUTHOR_EMAIL: 'ana@shop.example', GIT_AUTHOR_DATE: at }
  const committer = {
    GIT_COMMITTER_NAME: 'Ana',
    GIT_COMMITTER_EMAIL: 'ana@shop.example',
    GIT_COMMITTER_DATE: at,
  }
  const env = { ...process.env, ...who, ...committer }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.excludesFile=', ...args], { cwd: clone, env }).toString()
  git('init', '-q')
  writeFileSync(
    join(clone, 'CHANGELOG.md'),
    '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-11-01\n\nAll.\n',
  )
  git('add', '.')
  git('commit', '-qm', 'Release 0.1.0')
  return { clone, git }
}

const build = ['run', '-s', 'release', '--', 'build']
const sumOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

test('two checkouts of one commit write a release of the same bytes, of which everything is named', async () => {
  const first = aClone('one')
  const second = aClone('a longer name')
  for (const { clone } of [first, second]) {
    const { code, stderr, stdout } = await runNpm([...build, '--skip-audit'], { cwd: clone })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('The audit was skipped')
  }
  const release = join(first.clone, 'build/release')
  const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8')
  expect(readFileSync(join(second.clone, 'build/release/SHA256SUMS'), 'utf8')).toBe(sums)
  const named = sums
    .trim()
    .split('\n')
    .map(line => line.split('  '))
  expect(named.map(([, file]) => file)).toEqual([
    'RELEASE-NOTES.md',
    'THIRD-PARTY-NOTICES.txt',
    'realword-0.1.0.cdx.json',
    'realword-0.1.0.provenance.json',
    'realword-0.1.0.tar.gz',
    'realword-medusa-0.1.0.tgz',
    'realword-sdk-0.1.0.tgz',
    'realword-vendure-0.1.0.tgz',
    'realword-widgets-0.1.0.tgz',
  ])
  for (const [sum, file = ''] of named) expect(sumOf(join(release, file)), file).toBe(sum)
  expect(readFileSync(join(release, 'RELEASE-NOTES.md'), 'utf8')).toBe('# Realword 0.1.0\n\nAll.\n')

  const { subject, predicate } = JSON.parse(
    readFileSync(join(release, 'realword-0.1.0.provenance.json'), 'utf8'),
  )
  const commit = first.git('rev-parse', 'HEAD').trim()
  expect(predicate.buildDefinition.resolvedDependencies).toEqual([
    { name: 'source', digest: { gitCommit: commit } },
    { name: 'package-lock.json', digest: { sha256: sumOf(join(checkout, 'package-lock.json')) } },
  ])
  expect(subject).toHaveLength(8)
  expect(subject).toContainEqual({
    name: 'realword-0.1.0.tar.gz',
    digest: { sha256: sumOf(join(release, 'realword-0.1.0.tar.gz')) },
  })

  const source = join(temporaryFolder(), 'source')
  mkdirSync(source)
  execFileSync('tar', ['xzf', join(release, 'realword-0.1.0.tar.gz'), '-C', source])
  const unpacked = execFileSync('find', ['.', '-not', '-type', 'd'], { cwd: join(source, 'realword-0.1.0') })
  expect(unpacked.toString().trim().split('\n').sort()).toEqual(
    first
      .git('-c', 'core.quotePath=off', 'ls-files')
      .trim()
      .split('\n')
      .map(file => `./${file}`)
      .sort(),
  )

  const elsewhere = [...build, '--output', '.']
  const careless = await runNpm(elsewhere, { cwd: first.clone })
  expect([careless.code, careless.stderr]).toEqual([1, expect.stringContaining('is not empty')])

  // Nothing listens there, as on a machine without the registry. The release before stays.
  const env = { npm_config_registry: 'http://127.0.0.1:9' }
  const offline = await runNpm(build, { cwd: first.clone, env })
  expect([offline.code, offline.stderr]).toEqual([1, expect.stringContaining('Nothing was checked.')])
  expect(readFileSync(join(release, 'SHA256SUMS'), 'utf8')).toBe(sums)

  writeFileSync(join(first.clone, 'server', 'left.txt'), 'by mistake')
  const dirty = await runNpm(build, { cwd: first.clone })
  expect([dirty.code, dirty.stderr]).toEqual([1, expect.stringContaining('Release from a clean clone.')])
  expect(readFileSync(join(release, 'SHA256SUMS'), 'utf8')).toBe(sums)
})
