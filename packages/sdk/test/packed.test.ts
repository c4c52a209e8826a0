import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../server/test/app.ts'
import { aManageKey } from '../../../server/test/management.ts'

// The package as npm installs it, in a project of its own.

const checkout = join(import.meta.dirname, '../../..')
const execute = promisify(execFile)
let it: TestApp
let project: string

beforeAll(async () => {
  it = await startTestApp()
  project = mkdtempSync(join(tmpdir(), 'sdk-'))
  await execute('npm', ['run', '-s', 'build:packages'], { cwd: checkout })
  const { stdout } = await execute(
    'npm',
    ['pack', '--json', '--pack-destination', project, './packages/sdk'],
    {
      cwd: checkout,
    },
  )
  const [{ filename }] = JSON.parse(stdout)
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "private": true, "type": "module" }')
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: project })
})
afterAll(async () => {
  rmSync(project, { recursive: true })
  await it.close()
})

const installed = (name: string) => readFileSync(join(project, 'node_modules/@realword/sdk', name), 'utf8')

/** Compiles a file of the project, strictly, and with the types of browsers alone. Returns the errors. */
async function compile(name: string, code: string): Promise<string> {
  writeFileSync(join(project, name), code)
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--module', 'nodenext']
  const libraries = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', '']
  const tsc = join(checkout, 'node_modules/typescript-7/bin/tsc')
  return await execute(process.execPath, [tsc, ...options, ...libraries, name], { cwd: project }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  )
}

test('it weighs at most 6 kB, and holds its licence', () => {
  const files = ['index', 'clients', 'error', 'operations', 'retries', 'webhooks']
  const code = files.map(name => installed(`dist/${name}.js`)).join('')
  expect(brotliCompressSync(code).length).toBeLessThan(6_000)
  expect(installed('LICENSE')).toBe(readFileSync(join(checkout, 'LICENSE'), 'utf8'))
  expect(JSON.parse(installed('package.json'))).not.toHaveProperty('dependencies')
})

test.each(['medusa', 'sdk'])('the files of %s are whole without this repository', name => {
  const read = (file: string) => readFileSync(join(checkout, 'packages', name, file), 'utf8')
  expect(read('LICENSE')).toBe(readFileSync(join(checkout, 'LICENSE'), 'utf8'))
  expect(read('README.md')).not.toMatch(/\]\((?!https:|#)/)
})

test('it reads and writes a real store', async () => {
  const { apiKey } = await aManageKey(it)
  const program = `
    import { createManagementClient } from '@realword/sdk'
    const realword = createManagementClient({ url: ${JSON.stringify(it.url)}, key: ${JSON.stringify(apiKey)} })
    const body = { external_id: 'r-1', product_id: 'P-1', rating: 5, display_name: 'Ana M.' }
    await realword.request('POST /manage/v1/reviews', { body })
    for await (const { display_name, rating } of realword.each('GET /manage/v1/reviews'))
      console.log(display_name, rating)`
  writeFileSync(join(project, 'program.js'), program)
  const { stdout } = await execute(process.execPath, ['program.js'], { cwd: project })
  expect(stdout).toBe('Ana M. 5\n')
})

const samples = ['packages/sdk/README.md', 'docs/how-to/manage-a-store.md'].flatMap(page => [
  ...readFileSync(join(checkout, page), 'utf8').matchAll(/^```ts\n(.*?)^```/gms),
])

test('its pages have samples', () => expect(samples).toHaveLength(8))

test('the samples of its pages compile', async () => {
  mkdirSync(join(project, 'samples'))
  samples.forEach(([, code = ''], at) => {
    writeFileSync(join(project, 'samples', `${at}.ts`), code)
  })
  const all = samples.map((_sample, at) => `import './samples/${at}.ts'`).join('\n')
  expect(await compile('samples.ts', all.replaceAll('.ts', '.js'))).toBe('')
})

test.each([
  ['an unknown address', `realword.request('GET /manage/v1/reviewz')`],
  ['an unknown method', `realword.request('DELETE /manage/v1/reviews')`],
  ['a missing id', `realword.request('GET /manage/v1/reviews/{id}')`],
  ['a missing body', `realword.request('POST /manage/v1/reviews')`],
  [
    'an unknown field',
    `realword.request('POST /manage/v1/people/erase', { body: { email: 'a@b.c', x: 1 } })`,
  ],
  ['a wrong filter', `realword.request('GET /manage/v1/reviews', { query: { state: 'new' } })`],
  ['each of what is no list', `realword.each('GET /manage/v1/settings')`],
  [
    'data before its error was checked',
    `export const text = (await realword.request('GET /manage/v1/settings')).data.toString()`,
  ],
])('the compiler refuses %s', async (name, use) => {
  const code = `
    import { createManagementClient } from '@realword/sdk'
    export const realword = createManagementClient({ url: '', key: '' })
    await realword.request('GET /manage/v1/reviews')
    // @ts-expect-error
    ${use}`
  expect(await compile(`${name.replaceAll(' ', '-')}.ts`, code)).toBe('')
})
