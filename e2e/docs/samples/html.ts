import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { checkout } from '../../service.ts'
import type { Fence } from '../pages.ts'
import type { Script } from './scripts.ts'

/** What a sample of HTML contains besides its elements. */
export type Inside = { problems: string[]; scripts: Script[]; styles: string[] }

type Named = { name: string }
type Element = { tagName: string; attributes: Named[]; cssProperties: Named[]; cssParts: Named[] }

/** Our elements, as the manifest of the widgets describes them. */
export function widgetElements(): Element[] {
  const manifest = readFileSync(join(checkout, 'build/widgets/v1/custom-elements.json'), 'utf8')
  return JSON.parse(manifest).modules.flatMap((one: { declarations: Element[] }) => one.declarations)
}

const store = ['data-store-id', 'data-store-key', 'data-api-url']

/** The other elements of samples, with the attributes that they may have. */
const elements: Record<string, string[]> = {
  html: store,
  body: store,
  script: ['type', 'src', 'async', 'setup', 'data-store-id', 'data-store-key', 'data-map'],
  style: [],
  template: [],
  h2: [],
  a: ['href'],
  i: ['data-product-id', 'data-product-sku'],
  ...Object.fromEntries(widgetElements().map(one => [one.tagName, one.attributes.map(({ name }) => name)])),
}
const ofAll = ['id', 'class', 'slot', 'lang', 'v-html']

// Components of the page's other blocks.
const isComponent = (name: string) => /^Product[A-Z]/.test(name)

/** The text of a script or a style sheet, with the line where its element begins. */
type Raw = { type: string; text: string; line: number }

/** Parses a block of HTML, as pages, templates and components of Vue have it. */
export function readHtml(fence: Fence): Inside {
  const inside: Inside = { problems: [], scripts: [], styles: [] }
  const { problems } = inside
  const isVue = /<template>|<script setup>|^<Product/m.test(fence.code)
  let closed = 0
  let raw: Raw | undefined
  const lineAt = (index: number) => fence.line + fence.code.slice(0, index).split('\n').length - 1
  const isSelfClosing = () => isVue && fence.code[parser.endIndex - 1] === '/'
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        problems.push(...wrongAttributes(name, Object.keys(attributes), isVue))
        const type = attributes.type ?? ''
        if (['script', 'style'].includes(name)) raw = { type, text: '', line: lineAt(parser.endIndex) }
      },
      ontext(text) {
        if (raw) raw.text += text
      },
      onclosetag(name, isImplied) {
        if (!isImplied || isSelfClosing()) closed++
        else if (!isLeftOpen(name)) problems.push(`<${name}> is not closed`)
        if (raw && name === 'script') inside.scripts.push(scriptOf(fence, raw, isVue))
        if (raw && name === 'style') inside.styles.push(raw.text)
        raw = undefined
      },
    },
    { recognizeSelfClosing: isVue, lowerCaseTags: !isVue },
  )
  parser.end(fence.code)
  const ends = fence.code.match(/<\/[\w-]+\s*>|\/>/g)?.length ?? 0
  if (ends !== closed) problems.push(`${ends} ends of elements, and ${closed} elements that end`)
  inside.scripts = inside.scripts.filter(({ code }) => code.trim() !== '')
  return inside
}

// A sample may show the beginning of a page.
const isLeftOpen = (name: string) => ['html', 'body'].includes(name)

function wrongAttributes(name: string, given: string[], isVue: boolean): string[] {
  if (isVue && isComponent(name)) return []
  const known = elements[name]
  if (!known) return [`<${name}> is unknown`]
  return given
    .map(attribute => (isVue ? attribute.replace(/^:/, '') : attribute))
    .filter(attribute => ![...known, ...ofAll].includes(attribute))
    .map(attribute => `<${name}> has no ${attribute}`)
}

function scriptOf({ page }: Fence, { type, text, line }: Raw, isVue: boolean): Script {
  const isData = type === 'application/ld+json'
  // In place of the data, a sample has the address of the data.
  const code = isData && /^\s*https:\S+\s*$/.test(text) ? '' : text.replace(/^\n/, '')
  return { page, line: line + 1, language: isVue ? 'vue' : isData ? 'json' : 'js', code }
}
