/** A property: the attribute that sets it, how its text is read (default: unchanged), and its initial value. */
export type Property = { attribute?: string; read?: (text: string) => unknown; initial?: unknown }

/** The attribute of a property: `data-store-id` of `storeId`. */
export function attributeOf(name: string): string {
  return `data-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}

/** The properties of each element, with their attributes and defaults. */
export const common = named({ storeId: {}, storeKey: {}, apiUrl: {}, productId: {}, productSku: {} })

const isOn = (text: string): boolean => text !== 'false'

export const ratingProperties = {
  ...common,
  ...named({
    starColor: { initial: '#ffc107' },
    theme: { initial: null },
    disableAutoFetch: { initial: false, read: isOn },
    rating: { read: Number },
    totalReviews: { read: Number },
  }),
}

export const reviewsProperties = {
  ...common,
  ...named({
    itemsPerPage: { initial: 10, read: Number },
    headerType: { initial: 'default' },
    listType: { initial: 'grid' },
    structuredData: { initial: false, read: isOn },
  }),
}

export const questionsProperties = {
  ...common,
  ...named({ enableNewQuestions: { initial: true, read: isOn } }),
}

/** Those of all elements that few pages have: the entry script must know their attributes. */
export const moreProperties = {
  ...common,
  ...named({ rows: {}, theme: {}, url: {} }),
  show: { attribute: 'data-source' },
}

function named<Properties extends Record<string, Property>>(properties: Properties) {
  for (const [name, property] of Object.entries(properties)) property.attribute = attributeOf(name)
  return properties as { [Name in keyof Properties]: Properties[Name] & { attribute: string } }
}
