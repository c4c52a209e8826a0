import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
// @ts-expect-error: comes without types
import { cli } from '@custom-elements-manifest/analyzer/cli.js'
import { questionsProperties, ratingProperties, reviewsProperties } from '../elements/properties.ts'

type Member = { name: string; kind: string; type?: { text: string }; description?: string }

type Declaration = {
  name: string
  tagName?: string
  members: Member[]
  attributes: { name: string; type?: { text: string }; description?: string }[]
  events?: { name: string; type: { text: string }; description?: string }[]
  cssProperties?: unknown[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))

const properties: Record<string, string[]> = {
  RwRating: Object.keys(ratingProperties),
  RwReviews: Object.keys(reviewsProperties),
  RwQuestions: Object.keys(questionsProperties),
}

/**
 * Writes `custom-elements.json`, and `widgets.d.ts` for TypeScript and JSX (`widgets-react.d.ts` for React), from the
 * docstrings of the elements.
 */
export async function describeElements(folder: string): Promise<void> {
  const declarations = await readDeclarations()
  const exports = declarations.map(({ name, tagName }) => ({
    kind: 'custom-element-definition',
    name: tagName,
    declaration: { name, module: 'widgets.js' },
  }))
  const module = { kind: 'javascript-module', path: 'widgets.js', declarations, exports }
  const manifest = { schemaVersion: '1.0.0', readme: '', modules: [module] }
  writeFileSync(join(folder, 'custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(folder, 'widgets.d.ts'), typings(declarations))
  writeFileSync(join(folder, 'widgets-react.d.ts'), react)
}

async function readDeclarations(): Promise<Declaration[]> {
  const argv = ['analyze', '--globs', 'widgets/elements/**/*.ts', '--quiet']
  const { modules } = (await cli({ argv, cwd: root, noWrite: true })) as {
    modules: { declarations?: Declaration[] }[]
  }
  const all = modules.flatMap(({ declarations = [] }) => declarations)
  const variables = all.find(({ name }) => name === 'LoadingElement')?.cssProperties ?? []
  return Object.entries(properties).map(([name, own]) => {
    const found = all.find(one => one.name === name)
    if (!found?.tagName) throw new Error(`${name} has no @tagname`)
    const members = found.members.filter(one => one.kind === 'field' && own.includes(one.name))
    return { ...found, members, cssProperties: found.cssProperties ?? variables }
  })
}

function typings(declarations: Declaration[]): string {
  return `// Made by the build from the elements' doc blocks.

export type RatingDiscovery = { star_color?: string; theme?: string; custom_class?: string }

export type InitSettings = {
  storeId?: string
  storeKey?: string
  apiUrl?: string
  store_id?: string
  web_id?: string
  widget_rating?: RatingDiscovery
}

/** Says once for the page which store it is, and where ratings shall appear by themselves. */
export function init(settings: InitSettings): void
${declarations.map(typingOf).join('')}
type Attributes<Names extends string> = { [name in Names]?: string | number | boolean | undefined } & {
  [other: string]: unknown
}

export type WidgetElements = {
${declarations.map(one => `  '${one.tagName}': Attributes<${one.attributes.map(({ name }) => `'${name}'`).join(' | ')}>\n`).join('')}}

declare global {
  interface HTMLElementTagNameMap {
${declarations.map(one => `    '${one.tagName}': ${one.name}\n`).join('')}  }
  interface Window {
    ReviewWidgets: { init: typeof init }
  }
  namespace JSX {
    interface IntrinsicElements extends WidgetElements {}
  }
}
`
}

const react = `// Made by the build. React keeps its JSX in a module of its own.

import type { WidgetElements } from './widgets.d.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends WidgetElements {}
  }
}
`

function typingOf({ name, members }: Declaration): string {
  const fields = members.map(
    ({ name, type, description }) =>
      `${description ? `  /** ${description} */\n` : ''}  ${name}: ${type?.text ?? 'unknown'}\n`,
  )
  return `\nexport interface ${name} extends HTMLElement {\n${fields.join('')}}\n`
}
