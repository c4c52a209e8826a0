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
  writeFileSync(join(folder, 'custom-elements.json'), manifestOf(declarations, 'widgets.js'))
  writeFileSync(join(folder, 'widgets.d.ts'), pageTypings(declarations))
  writeFileSync(join(folder, 'widgets-react.d.ts'), react)
}

/** Writes `custom-elements.json` and `index.d.ts` for the npm package, whose React types are in a file of their own. */
export async function describePackage(folder: string): Promise<void> {
  const declarations = await readDeclarations()
  writeFileSync(join(folder, 'custom-elements.json'), manifestOf(declarations, 'index.js'))
  writeFileSync(join(folder, 'index.d.ts'), typings(declarations))
}

function manifestOf(declarations: Declaration[], path: string): string {
  const exports = declarations.map(({ name, tagName }) => ({
    kind: 'custom-element-definition',
    name: tagName,
    declaration: { name, module: path },
  }))
  const module = { kind: 'javascript-module', path, declarations, exports }
  return `${JSON.stringify({ schemaVersion: '1.0.0', readme: '', modules: [module] }, null, 2)}\n`
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
declare global {
  interface HTMLElementTagNameMap {
${declarations.map(one => `    '${one.tagName}': ${one.name}\n`).join('')}  }
}
`
}

// The script of the service makes `init` global, and serves pages whose JSX is that of any framework.
function pageTypings(declarations: Declaration[]): string {
  return `${typings(declarations)}
type Other = { [other: string]: unknown }

export type WidgetElements = {
${declarations.map(one => `  '${one.tagName}': ${one.name}Attributes & Other\n`).join('')}}

declare global {
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

function typingOf({ name, members, attributes }: Declaration): string {
  const fields = members.map(
    ({ name, type, description }) => `${comment(description)}  ${name}: ${type?.text ?? 'unknown'}\n`,
  )
  const settings = attributes.map(
    ({ name, type, description }) =>
      `${comment(description)}  '${name}'?: ${attributeType(type?.text)} | undefined\n`,
  )
  return `
export interface ${name} extends HTMLElement {
${fields.join('')}}

/** The attributes of \`<${tagOf(name)}>\`. */
export type ${name}Attributes = {
${settings.join('')}}
`
}

function comment(text: string | undefined): string {
  return text ? `  /** ${text.replaceAll(/\s+/g, ' ')} */\n` : ''
}

// In markup, attributes are text.
function attributeType(type = 'string'): string {
  if (type === 'number') return 'number | string'
  return type === 'boolean' ? "boolean | 'true' | 'false'" : type
}

function tagOf(name: string): string {
  return name.replace('Rw', 'rw-').toLowerCase()
}
