import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkout, cleanUp, temporaryFolder } from '../service.ts'

afterEach(cleanUp)

const released = `# Changelog

## [Unreleased]

## [0.1.0] - 2026-11-01

- **Ask.** Orders.
`
const changed = released.replace('[Unreleased]\n', '[Unreleased]\n\n- **Ask.** By telephone.\n')

function aProject(changelog: string): string {
  const folder = temporaryFolder()
  const files = {
    'CHANGELOG.md': changelog,
    'package.json': { name: 'realword', version: '0.1.0' },
    'packages/sdk/package.json': { name: '@realword/sdk', version: '0.1.0' },
    'packages/medusa/package.json': {
      version: '0.1.0',
      dependencies: { '@realword/sdk': '0.1.0', zod: '4.0.0' },
    },
    'examples/relay/package.json': { dependencies: { '@realword/sdk': '0.1.0' } },
    'examples/receiver-in-python/receiver.py': 'pass',
    'package-lock.json': {
      version: '0.1.0',
      packages: {
        '': { version: '0.1.0' },
        'packages/sdk': { version: '0.1.0' },
        'packages/sdk/node_modules/zod': { version: '4.0.0' },
        'node_modules/zod': { version: '4.0.0' },
      },
    },
  }
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

async function release(folder: string, ...args: string[]): Promise<{ code: number; stderr: string }> {
  const program = join(checkout, 'supply-chain/release/main.ts')
  return await new Promise(resolve => {
    execFile(process.execPath, [program, ...args], { cwd: folder }, (error, _stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    )
  })
}

test('a version is written into all packages, and what changed gets its name and day', async () => {
  const folder = aProject(changed)
  expect(await release(folder, 'prepare', '0.2.0')).toEqual({ code: 0, stderr: '' })
  const today = new Date().toISOString().slice(0, 10)
  const [head, rest] = read(folder, 'CHANGELOG.md').split(/\d{4}-\d\d-\d\d\n/)
  expect(head).toBe('# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - ')
  expect(rest).toBe('\n- **Ask.** By telephone.\n\n## [0.1.0] - ')
  expect(read(folder, 'CHANGELOG.md')).toContain(`## [0.2.0] - ${today.slice(0, 4)}`)
  expect(JSON.parse(read(folder, 'packages/medusa/package.json'))).toEqual({
    version: '0.2.0',
    dependencies: { '@realword/sdk': '0.2.0', zod: '4.0.0' },
  })
  expect(JSON.parse(read(folder, 'examples/relay/package.json'))).toEqual({
    dependencies: { '@realword/sdk': '0.2.0' },
  })
  expect(JSON.parse(read(folder, 'package-lock.json'))).toEqual({
    version: '0.2.0',
    packages: {
      '': { version: '0.2.0' },
      'packages/sdk': { version: '0.2.0' },
      'packages/sdk/node_modules/zod': { version: '4.0.0' },
      'node_modules/zod': { version: '4.0.0' },
    },
  })
})

describe('is refused, and changes nothing:', () => {
  test.each([
    ['a version that is none', changed, ['prepare', '1.0'], 'is no version such as'],
    ['a version that was released', changed, ['prepare', '0.1.0'], 'Choose the next version.'],
    ['a version without changes', released, ['prepare', '0.2.0'], 'Write what changed for users.'],
    [
      'a build without its section',
      changed.replace('0.1.0', '0.0.9'),
      ['build'],
      'prepare 0.1.0, and commit.',
    ],
  ])('%s', async (_what, changelog, args, told) => {
    const folder = aProject(changelog)
    expect(await release(folder, ...args)).toEqual({ code: 1, stderr: expect.stringContaining(told) })
    expect(read(folder, 'CHANGELOG.md')).toBe(changelog)
    expect(JSON.parse(read(folder, 'package.json')).version).toBe('0.1.0')
  })

  test.each([[], ['prepare'], ['build', 'now'], ['prepare', '0.2.0', '0.3.0']])('%j', async (...args) => {
    const folder = aProject(changed)
    expect(await release(folder, ...args)).toEqual({
      code: 2,
      stderr: expect.stringContaining('npm run release'),
    })
    expect(read(folder, 'CHANGELOG.md')).toBe(changed)
  })
})
