import { describe, expect, test } from 'vitest'
import { words as en } from '../words/en/widget-steps.ts'
import { words as widgets } from '../words/en/widgets.ts'
import { words as es } from '../words/es/widget-steps.ts'
import { words as ptBR } from '../words/pt-BR/widget-steps.ts'
import { readChoices, withChoices } from './choices.ts'
import { type Instructions, type Platform, platforms, stepsFor } from './platforms.ts'

const credentials = {
  script: 'https://reviews.example/widgets/v1/widgets.js',
  storeId: 'STORE_ID',
  storeKey: 'STORE_KEY',
}
const choose = (search = '') => readChoices(new URLSearchParams(search))
const samples = [
  '',
  'place=list',
  'by=sku',
  'place=list&by=sku',
  'show=rating',
  'show=questions&star=%23c2410c',
]

// The screen and the page of the docs have one source. `vitest run -u` rewrites the page.
test('docs/how-to/platforms.md has the same code as the screen', async () => {
  const pages = platforms.map(
    platform => `## ${titleOf(platform)}\n\n${[...describePlatform(platform)].join('\n\n')}`,
  )
  const text = `# Put widgets on a shop

The *Widgets* screen of the dashboard offers this code with the store's own keys and the chosen look. Products are
identified by the ids in the shop's orders; use \`data-product-sku\` to identify them by SKU.
[Widgets](../reference/widgets.md) lists all attributes.

${pages.join('\n\n')}
`
  await expect(text).toMatchFileSnapshot('../../docs/how-to/platforms.md')
})

function* describePlatform(platform: Platform): Generator<string> {
  const { [platform]: instructions, note }: Instructions = en
  const steps = stepsFor(platform, choose(), credentials, 'P-1')
  const list = stepsFor(platform, choose('place=list'), credentials, 'P-1')
  let number = 0
  for (const { step, file, code } of [
    ...steps,
    ...(platform === 'vtex-faststore' ? [] : onlyIn(list, steps)),
  ]) {
    const instruction = instructions[step]?.replaceAll('</head>', '`</head>`').replace(/<(?=\w)/g, '\\<')
    yield `${++number}. ${instruction}${file ? ` \`${file}\`` : ''}`
    yield [`\`\`\`${languageOf(file, code)}`, code, '```'].join('\n')
  }
  if (note[platform]) yield note[platform]
}

const onlyIn = (list: ReturnType<typeof stepsFor>, others: ReturnType<typeof stepsFor>) =>
  list.filter(({ step }) => step === 'list' && !others.some(other => other.step === step))

function titleOf(platform: Platform): string {
  const { platforms: names, vtex } = widgets
  if (platform in vtex) return `VTEX: ${vtex[platform as keyof typeof vtex]}`
  return names[platform as keyof typeof names]
}

function languageOf(file = '', code: string): string {
  const known = {
    tsx: 'tsx',
    jsx: 'jsx',
    json: 'json',
    jsonc: 'text',
    php: 'php',
    js: 'js',
    css: 'css',
    vue: 'html',
  }
  const kind = known[file.split('.').at(-1) as keyof typeof known]
  return kind ?? (/^<[A-Z]/.test(code) ? 'jsx' : code.startsWith('<') ? 'html' : 'text')
}

describe.each(platforms)('%s', platform => {
  test.each(samples)('has an instruction for every step in every language: %s', search => {
    for (const { step, code } of stepsFor(platform, choose(search), credentials, 'P-1')) {
      expect(code).not.toMatch(/undefined|\[object/)
      for (const texts of [en, es, ptBR] as Instructions[])
        expect(texts[platform][step], step).toMatch(/^\p{Lu}.*:$/u)
    }
  })

  test("contains the store's id, its key and the script's URL", () => {
    const code = stepsFor(platform, choose(), credentials, 'P-1').map(step => step.code)
    for (const value of Object.values(credentials)) expect(code.join('\n')).toContain(value)
  })
})

test('escapes a product id, so that it cannot break out of its attribute', () => {
  const [, { code } = { code: '' }] = stepsFor('html', choose(), credentials, '"><script>')
  expect(code).toContain('data-product-id="&#34;&#62;&#60;script&#62;"')
})

describe('the URL parameters', () => {
  test('contain only choices that differ from the defaults, and restore them', () => {
    const change = {
      header: 'compact',
      widgets: ['rating'],
      asks: false,
      colors: { star: '#112233' },
    } as const
    const params = withChoices(new URLSearchParams('tab=code'), { ...change, widgets: [...change.widgets] })
    expect(params.toString()).toBe('tab=code&header=compact&asks=false&star=%23112233&show=rating')
    expect(readChoices(params)).toMatchObject({ header: 'compact', widgets: ['rating'], asks: false })
    const { header, asks, widgets, colors } = choose()
    expect(withChoices(params, { header, asks, widgets, colors }).toString()).toBe('tab=code')
  })

  test.each([
    'header=<b>',
    'star=red;}',
    'radius=-1',
    'radius=9999',
    'perPage=0',
    'font=x',
    'lang=zz',
  ])('are ignored when invalid: %s', search => {
    expect(readChoices(new URLSearchParams(search))).toEqual(choose())
  })
})
