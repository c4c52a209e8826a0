import { configure, type Source, shared } from './config.ts'
import { declarationsOf } from './declarations.ts'

type Store = Pick<Source, 'api' | 'storeId'>

/** A store's saved design, ready for shadow trees: values for what the page leaves open. */
export type Design = {
  /** Sets `--_rw-…` for each `--rw-…` of the design. The styles use it where the page sets no `--rw-…`. */
  sheet: CSSStyleSheet
  /** By element and attribute. */
  attributes: Record<string, Record<string, string> | undefined>
}

// By the JSON of the design, so that all elements of a page share one stylesheet.
const designs = new Map<string, Design>()

/** The design that the store's last response had, also on an earlier page; undefined if it had none. */
export function designOf(store: Store): Design | undefined {
  const key = keyOf(store)
  if (!shared.designs.has(key)) shared.designs.set(key, readStorage(key))
  const text = shared.designs.get(key)
  if (!text) return
  const known = designs.get(text) ?? toDesign(text)
  designs.set(text, known)
  return known
}

/** Saves the design of a response, for this page and the next one. All elements are notified of a change. */
export function saveDesign(store: Store, design: unknown): void {
  designOf(store) // reads what an earlier page kept
  const key = keyOf(store)
  const text = design ? JSON.stringify(design) : ''
  if (text === shared.designs.get(key)) return
  shared.designs.set(key, text)
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch {
    // Full or blocked: the design arrives with each page's first response.
  }
  configure({})
}

function keyOf({ api, storeId }: Store): string {
  return `realword:design:${storeId}@${api}`
}

function readStorage(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function toDesign(text: string): Design {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':host{}')
  const { style } = sheet.cssRules[0] as CSSStyleRule
  try {
    const { variables = {}, attributes = {} } = JSON.parse(text)
    for (const [name, value] of declarationsOf(variables)) style.setProperty(name, value)
    return { sheet, attributes }
  } catch {
    return { sheet, attributes: {} }
  }
}
