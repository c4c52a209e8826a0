import type { Attribute, Label } from '../../../server/tenants/stores/settings/attribute-rules.ts'

/** The questions as they are sent: with ids made of their labels, and without fields of another type or empty texts. */
export function tidyAttributes(attributes: Attribute[]): Attribute[] {
  const ids = withIds(attributes)
  return attributes.map((attribute, index) => {
    const { low, mid, high, options, ...rest } = attribute
    const hasOptions = attribute.type === 'choice' || attribute.type === 'choices'
    const ends = { low: written(low), mid: written(mid), high: written(high) }
    const optionIds = withIds(options ?? [])
    return {
      ...rest,
      id: ids[index] ?? '',
      label: written(attribute.label) ?? {},
      ...(hasOptions && {
        options: (options ?? []).map((option, at) => ({
          id: optionIds[at] ?? '',
          label: written(option.label) ?? {},
        })),
      }),
      ...(attribute.type === 'scale' &&
        Object.fromEntries(Object.entries(ends).filter(([, label]) => label))),
    }
  })
}

// Answers are stored under an id, so one that exists never changes.
function withIds(items: { id: string; label: Label }[]): string[] {
  const taken = new Set(items.map(({ id }) => id).filter(Boolean))
  return items.map(({ id, label }, index) => {
    if (id) return id
    const base = slug(label.en ?? Object.values(label)[0] ?? '') || `q${index + 1}`
    let made = base
    for (let count = 2; taken.has(made) || made in {}; count++) made = `${base}_${count}`
    taken.add(made)
    return made
  })
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 30)
}

function written(label: Label | undefined): Label | undefined {
  const texts = Object.entries(label ?? {})
    .map(([tag, text]) => [tag, text.trim()] as const)
    .filter(([, text]) => text !== '')
  return texts.length > 0 ? Object.fromEntries(texts) : undefined
}
