import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { describeSettings, readConfig } from '../../../server/foundation/config/config.ts'
import { launchBrowser } from '../../../server/test/browser.ts'
import { checkout } from '../../service.ts'
import { commentIn, type Fence, listFences, listPages } from '../pages.ts'
import { readSchemas } from './documented-json.ts'
import { readHtml } from './html.ts'
import { checkScripts } from './scripts.ts'
import { checkStyles } from './styles.ts'

// Every fenced block of the documentation. Those in sh are run by commands.test.ts.

const all = listPages().flatMap(listFences)
const samples = all.filter(({ before }) => commentIn(before, 'not run') === undefined)
const inLanguage = (...names: string[]) => samples.filter(({ language }) => names.includes(language))
const nameOf = ({ page, line }: Fence) => `${page}:${line}`

// Beside node_modules, where the types of React are found.
const folder = join(checkout, 'build/samples')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const checked = ['ts', 'tsx', 'js', 'jsx', 'json', 'html', 'css', 'yaml', 'python', 'env']
// `text` is what no program reads: headers, rows, names.
const others = ['sh', 'output', 'text']

test('every block has a language that is checked, or says why not', () => {
  const unknown = samples.filter(({ language }) => ![...checked, ...others].includes(language))
  expect(unknown.map(fence => `${nameOf(fence)} ${fence.language}`)).toEqual([])
  for (const language of checked) expect(inLanguage(language), language).not.toEqual([])
  const reasons = all.map(({ before }) => commentIn(before, 'not run')).filter(reason => reason !== undefined)
  for (const reason of reasons) expect(reason.length, reason).toBeGreaterThan(10)
})

const html = inLanguage('html').map(fence => ({ fence, inside: readHtml(fence) }))

test('HTML has known elements and attributes, and closes them', () => {
  const problems = html.flatMap(({ fence, inside }) => inside.problems.map(one => `${nameOf(fence)}: ${one}`))
  expect(problems).toEqual([])
})

// The samples of a package compile against the packed package, in its own test.
const packedTests = globSync('packages/*/test/packed.test.ts', { cwd: checkout })
const withPackage = packedTests.flatMap(file => {
  const [, pages = ''] = /samplesOf\(([^)]*)\)/.exec(readFileSync(join(checkout, file), 'utf8')) ?? []
  return [...pages.matchAll(/'([^']+)'/g)].map(([, page = '']) => page)
})

test('TypeScript and JavaScript compile', () => {
  const inPages = html.flatMap(({ inside }) => inside.scripts).filter(({ language }) => language !== 'json')
  expect(inPages.length).toBeGreaterThan(5)
  expect(withPackage).toContain('packages/sdk/README.md')
  const own = inLanguage('ts', 'tsx', 'js', 'jsx').filter(({ page }) => !withPackage.includes(page))
  expect(checkScripts([...own, ...inPages], folder)).toEqual([])
})

test('JSON parses, and fits the schema of its request or answer', async () => {
  const check = await readSchemas()
  const data = html.flatMap(({ inside }) => inside.scripts).filter(({ language }) => language === 'json')
  for (const { page, line, code } of [...inLanguage('json'), ...data])
    expect(() => JSON.parse(code), `${page}:${line}`).not.toThrow()
  for (const fence of inLanguage('json')) expect(check(fence), nameOf(fence)).toEqual([])
})

// Lists of settings, and of what all three APIs answer, are no requests.
test('every block of JSON in the reference of an API names its schema', () => {
  const ofApis = inLanguage('json').filter(({ page }) => /reference\/(\w+-)?api\.md$/.test(page))
  expect(ofApis.length).toBeGreaterThan(3)
  expect(ofApis.filter(({ before }) => !/^<!-- (request|answer): /.test(before)).map(nameOf)).toEqual([])
})

test('CSS has known properties, parts and variables', async () => {
  const sheets = [
    ...inLanguage('css').map(({ code }) => code),
    ...html.flatMap(({ inside }) => inside.styles),
  ]
  expect(sheets.length).toBeGreaterThan(3)
  const browser = await launchBrowser()
  try {
    expect(await checkStyles(sheets, browser)).toEqual([])
  } finally {
    await browser.close()
  }
})

test('YAML parses', () => {
  for (const fence of inLanguage('yaml')) {
    const { errors, warnings } = parseDocument(fence.code)
    expect([...errors, ...warnings], nameOf(fence)).toEqual([])
  }
})

test('settings exist, and their values are taken', () => {
  const known = describeSettings().map(({ name }) => name)
  for (const fence of inLanguage('env')) {
    const settings = fence.code.split('\n').map(line => line.split(/=(.*)/s).slice(0, 2))
    expect(known, nameOf(fence)).toEqual(expect.arrayContaining(settings.map(([name]) => name)))
    expect(() => readConfig(Object.fromEntries(settings)), nameOf(fence)).not.toThrow()
  }
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('Python compiles', () => {
  for (const { code } of inLanguage('python'))
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code })
})
