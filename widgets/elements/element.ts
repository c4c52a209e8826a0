import { storeOf } from '../config.ts'
import { sheetOf } from '../css.ts'
import { type Design, designOf } from '../design.ts'
import type { Property } from './properties.ts'
import { Root } from './root.ts'

/** The names of properties changed since the last rendering, or `lang`. */
export type Changes = ReadonlySet<string>

/**
 * The base of our elements: properties, attributes, a shadow tree, and one rendering for all changes of a task. Its
 * interface resembles LitElement, whose base is 2 kB (brotli) larger, which is too much for pages with ratings only.
 */
export abstract class Element extends Root {
  static properties: Record<string, Property> = {}
  static styles: readonly string[] = []

  // The browser reads this when the element is defined, so create the properties here.
  static get observedAttributes(): string[] {
    // biome-ignore lint/complexity/noThisInStatic: the class that is defined, which is below this one
    const { properties, prototype } = this
    for (const [name, { initial }] of Object.entries(properties))
      Element.#addProperty(prototype, name, initial)
    return [...Object.values(properties).flatMap(({ attribute }) => attribute ?? []), 'lang']
  }

  static #addProperty(prototype: Element, name: string, initial: unknown): void {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return this.isGiven(name) ? this.#values[name] : (this.#saved[name] ?? initial)
      },
      set(this: Element, value: unknown) {
        if (Object.is(value, this.#values[name])) return
        this.#values[name] = value
        this.requestUpdate(name)
      },
    })
  }

  readonly renderRoot: ShadowRoot
  #values: Record<string, unknown> = {}
  #design: Design | undefined
  // Properties of the store's saved design. Those of the page override them.
  #saved: Record<string, unknown> = {}
  #changes = new Set<string>()
  #drawing: Promise<void> | undefined

  constructor() {
    super()
    this.renderRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    this.renderRoot.adoptedStyleSheets = [sheetOf(this.#type.styles)]
  }

  connectedCallback(): void {
    // Scripts may have set properties before their accessors existed.
    for (const name of Object.keys(this.#type.properties)) {
      if (!Object.hasOwn(this, name)) continue
      const value = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
    this.requestUpdate()
  }

  disconnectedCallback(): void {}

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    const { properties } = this.#type
    const name = Object.keys(properties).find(name => properties[name]?.attribute === attribute)
    if (!name) {
      this.requestUpdate(attribute)
      return
    }
    const { read = same } = properties[name] ?? {}
    Reflect.set(this, name, text === null ? undefined : read(text))
  }

  /** Whether the page itself sets the property, by attribute or script. */
  protected isGiven(name: string): boolean {
    return this.#values[name] !== undefined
  }

  /** Uses the store's saved design where the page leaves something open. Call it before rendering. */
  protected useDesign(): void {
    const store = storeOf(this)
    const design = store && designOf(store)
    if (design === this.#design) return
    this.#design = design
    const { styles, properties } = this.#type
    this.renderRoot.adoptedStyleSheets = [sheetOf(styles), ...(design ? [design.sheet] : [])]
    const texts = design?.attributes[this.localName] ?? {}
    this.#saved = {}
    for (const [name, { attribute = '', read = same }] of Object.entries(properties)) {
      if (typeof texts[attribute] === 'string') this.#saved[name] = read(texts[attribute])
    }
  }

  /** Schedules one rendering at the end of the current task. */
  requestUpdate(name?: string): void {
    if (name) this.#changes.add(name)
    this.#drawing ??= Promise.resolve().then(() => this.#draw())
  }

  /** Resolves after all changes so far are rendered. */
  get updateComplete(): Promise<void> {
    return this.#drawing ?? Promise.resolve()
  }

  get #type(): typeof Element {
    return this.constructor as typeof Element
  }

  #draw(): void {
    this.#drawing = undefined
    if (!this.isConnected) return
    const changes = this.#changes
    this.#changes = new Set()
    this.willUpdate(changes)
    this.draw()
    this.updated(changes)
  }

  protected willUpdate(_changes: Changes): void {}
  protected abstract draw(): void
  protected updated(_changes: Changes): void {}
}

const same = (text: string): unknown => text

/** Dispatches an event that leaves shadow trees, so that a page can listen anywhere. */
export function notifyPage(element: HTMLElement, name: string, detail?: unknown): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
}
