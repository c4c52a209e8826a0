import { describe, expect, test } from 'vitest'
import { textsIn } from '../../server/foundation/texts/texts.ts'
import { readView, withView } from './choices.ts'
import { defaultLook, designChange, lookOf } from './look.ts'
import { type Instructions, type Platform, platforms, stepsFor } from './platforms.ts'

const { 'widget-steps': en, widgets } = textsIn('dashboard', 'en')
const { 'widget-steps': es } = textsIn('dashboard', 'es')
const { 'widget-steps': ptBR } = textsIn('dashboard', 'pt-BR')

const credentials = {
  script: 'https://reviews.example/widgets/v1/widgets.js',
  storeId: 'STORE_ID',
  storeKey: 'STORE_KEY',
}
const choose = (search = '') => readView(new URLSearchParams(search))
const samples = ['', 'place=list', 'by=sku', 'place=list&by=sku', 'show=rating', 'show=questions&lang=es']

// The screen and the page of the docs have one source. `vitest run -u` rewrites the page.
test('docs/how-to/platforms.md has the same code as the screen', async () => {
  const pages = platforms.map(
    platform => `## ${titleOf(platform)}\n\n${[...describePlatform(platform)].join('\n\n')}`,
  )
  const text = `# Put widgets on a shop

The *Widgets* screen of the dashboard offers this code with the store's own keys. Colours and options are saved in
the design and need no code. Products are identified by the ids in the shop's orders; use \`data-product-sku\` to
identify them by SKU. [Widgets](../reference/widgets.md) lists all attributes.

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
    ...(platform === 'html' ? stepsFor(platform, choose('place=store'), credentials, '').slice(1) : []),
  ]) {
    const instruction = instructions[step]?.replaceAll('</head>', '`</head>`').replace(/<(?=\w)/g, '\\<')
    yield `${++number}. ${instruction}${file ? ` \`${file}\`` : ''}`
    const language = languageOf(file, code)
    const mark = language === 'php' ? ['<!-- not run: needs PHP and WooCommerce -->'] : []
    yield [...mark, `\`\`\`${language}`, code, '```'].join('\n')
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
  const isJsx = /^<[A-Z]/.test(code) && !code.includes(' :')
  return kind ?? (isJsx ? 'jsx' : code.startsWith('<') ? 'html' : 'text')
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
    const params = withView(new URLSearchParams('tab=code'), { by: 'sku', widgets: ['rating'], lang: 'es' })
    expect(params.toString()).toBe('tab=code&by=sku&lang=es&show=rating')
    expect(readView(params)).toMatchObject({ by: 'sku', widgets: ['rating'], lang: 'es' })
    const { by, widgets, lang } = choose()
    expect(withView(params, { by, widgets, lang }).toString()).toBe('tab=code')
  })

  test('name the desktop where the phone is the default', () => {
    const onPhone = { width: 'phone' } as const
    expect(readView(new URLSearchParams(), onPhone).width).toBe('phone')
    const params = withView(new URLSearchParams(), { width: 'desktop' }, onPhone)
    expect(readView(params, onPhone).width).toBe('desktop')
  })

  test.each(['by=<b>', 'place=red;}', 'lang=zz', 'width=9'])('are ignored when invalid: %s', search => {
    expect(readView(new URLSearchParams(search))).toEqual(choose())
  })
})

describe('the saved design', () => {
  const look = {
    ...defaultLook,
    ...({ star: '#c2410c', text: '#222222', header: 'histogram', perPage: 5, asks: false } as const),
    ...({ structured: true, radius: 0, size: 18, font: 'serif', stars: 'compact', list: 'list' } as const),
  }
  const saved = {
    variables: {
      '--rw-star-color': '#c2410c',
      '--rw-text-color': '#222222',
      '--rw-border-radius': '0px',
      '--rw-font-size-base': '18px',
      '--rw-font-family': 'Georgia, "Times New Roman", serif',
    },
    attributes: {
      'rw-rating': { 'data-theme': 'compact' },
      'rw-reviews': {
        'data-header-type': 'histogram',
        'data-list-type': 'list',
        'data-items-per-page': '5',
        'data-structured-data': 'true',
      },
      'rw-questions': { 'data-enable-new-questions': 'false' },
    },
  }

  test('is read into the fields of the form, and written from them', () => {
    expect(lookOf(saved)).toEqual(look)
    expect(designChange(look)).toMatchObject(saved)
    expect(lookOf({})).toEqual(defaultLook)
  })

  test('is changed by the edited fields only, and a default removes a value', () => {
    expect(designChange({ star: '#ffc107', primary: '#112233', header: 'default' })).toEqual({
      variables: { '--rw-star-color': null, '--rw-primary-color': '#112233' },
      attributes: { 'rw-reviews': { 'data-header-type': null } },
    })
  })
})

test('pages of the store have the chosen elements on every platform, without a product', () => {
  const chosen = choose(
    'place=store&pages=gallery,carousel,badge&rows=3&source=pictured&badge=compact&url=/reviews',
  )
  for (const platform of platforms) {
    const [head, ...steps] = stepsFor(platform, chosen, credentials, 'P-1')
    expect(head?.step).toBe('head')
    expect(steps.map(({ step }) => step)).toEqual(['store', 'store', 'store'])
    expect(steps.map(({ code }) => code.match(/<rw-\w+|data-(?!store)[\w-]+="[^"]*"/g))).toEqual([
      ['<rw-badge', 'data-theme="compact"', 'data-url="/reviews"'],
      ['<rw-gallery', 'data-rows="3"'],
      ['<rw-carousel', 'data-source="pictured"'],
    ])
  }
  expect(String(withView(new URLSearchParams(), chosen))).toBe(
    'place=store&rows=3&source=pictured&badge=compact&url=%2Freviews&pages=badge%2Cgallery%2Ccarousel',
  )
})
