import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../server/test/app.ts'
import { aManageKey } from '../../../server/test/management.ts'
import { checkout, execute, installPacked, type Project, samplesOf } from './project.ts'

// The package as npm installs it, in a project of its own.

let it: TestApp
let project: Project
beforeAll(async () => {
  it = await startTestApp()
  await execute('npm', ['run', '-s', 'build:sdk'], { cwd: checkout })
  project = await installPacked('sdk', { vite: 'node_modules' })
})
afterAll(async () => {
  project?.close()
  await it?.close()
})

test('it weighs at most 6 kB, and holds its licence', () => {
  const files = ['index', 'clients', 'error', 'operations', 'retries', 'webhooks']
  const code = files.map(name => project.installed(`dist/${name}.js`)).join('')
  expect(brotliCompressSync(code).length).toBeLessThan(6_000)
  expect(project.installed('LICENSE')).toBe(readFileSync(join(checkout, 'LICENSE'), 'utf8'))
  expect(JSON.parse(project.installed('package.json'))).not.toHaveProperty('dependencies')
})

test.each(['medusa', 'sdk', 'widgets'])('the files of %s are whole without this repository', name => {
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
  project.write('program.js', program)
  expect(await project.run('program.js')).toBe('Ana M. 5\n')
})

test('the samples of its pages compile', async () => {
  const samples = samplesOf('packages/sdk/README.md', 'docs/how-to/manage-a-store.md')
  expect(samples).toHaveLength(8)
  const names = samples.map((_code, at) => `samples/${at}.ts`)
  samples.forEach((code, at) => {
    project.write(names[at] ?? '', code)
  })
  expect(await project.compile(names)).toBe('')
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
  const file = `${name.replaceAll(' ', '-')}.ts`
  project.write(file, code)
  expect(await project.compile([file])).toBe('')
})
