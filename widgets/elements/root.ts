const place: unique symbol = Symbol.for('realword.inPlace')

// The element that the next construction shall fill, in place of a new one. On the window, because a page that
// names the script with `?v=2` has this module twice: its chunks ask for it without.
const page = globalThis as unknown as { [place]?: Root | undefined }

/** The root of our elements: it can be constructed over an element that stands on the page already. */
export class Root extends HTMLElement {
  // biome-ignore lint/correctness/noUnreachableSuper: HTMLElement is only asked for a new element
  constructor() {
    const one = page[place]
    page[place] = undefined
    if (one) {
      // biome-ignore lint/correctness/noConstructorReturn: it is what this class is for
      return one
    }
    super()
  }
}

/** Runs the constructors of `type`, which stands below Root, over an element that is there already. */
export function constructOver(one: HTMLElement, type: CustomElementConstructor): void {
  page[place] = one as Root
  new type()
}
