import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  badgeProperties,
  carouselProperties,
  galleryProperties,
  storeProperties,
} from '../elements/more-properties.ts'
import { questionsProperties, ratingProperties, reviewsProperties } from '../elements/properties.ts'
import { type Declaration, readElement } from './declarations.ts'

const elements = [
  ['rating', 'RwRating', ratingProperties],
  ['reviews', 'RwReviews', reviewsProperties],
  ['questions', 'RwQuestions', questionsProperties],
  ['gallery', 'RwGallery', galleryProperties],
  ['carousel', 'RwCarousel', carouselProperties],
  ['badge', 'RwBadge', badgeProperties],
  ['store', 'RwStore', storeProperties],
] as const

/**
 * Writes `custom-elements.json`, and `widgets.d.ts` for TypeScript and JSX (`widgets-react.d.ts` for React), from the
 * docstrings of the elements.
 */
export function describeElements(folder: string): void {
  const declarations = readDeclarations()
  writeFileSync(join(folder, 'custom-elements.json'), manifestOf(declarations, 'widgets.js'))
  writeFileSync(join(folder, 'widgets.d.ts'), pageTypings(declarations))
  writeFileSync(join(folder, 'widgets-react.d.ts'), react)
}

/** Writes `custom-elements.json` and `index.d.ts` for the npm package, whose React types are in a file of their own. */
export function describePackage(folder: string): void {
  const declarations = readDeclarations()
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

function readDeclarations(): Declaration[] {
  return elements.map(([folder, name, own]) => {
    const found = readElement(`widgets/elements/${folder}/${folder}.ts`, name)
    return { ...found, members: found.members.filter(one => one.name in own) }
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

// In markup, attributes are text. React 19 writes {false} as "false" in the browser, and leaves the attribute out on the
// server.
function attributeType(type = 'string'): string {
  if (type === 'number') return 'number | string'
  return type === 'boolean' ? "true | 'true' | 'false'" : type
}

function tagOf(name: string): string {
  return name.replace('Rw', 'rw-').toLowerCase()
}
