import { z } from 'zod'
import type { Database } from '../../foundation/database/connect.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { ownValue, type WidgetDesign } from './settings/design-rules.ts'
import { updateStore } from './stores.ts'

const mostNames = 50

const values = z
  .record(z.string().max(100), z.string().max(200).nullable())
  .refine(names => Object.keys(names).length <= mostNames, 'format')

/** Changes of single values; null removes one. */
export const designChange = z.strictObject({
  variables: values.optional(),
  attributes: z
    .record(z.string().max(100), values)
    .refine(names => Object.keys(names).length <= mostNames, 'format')
    .optional(),
})

export type DesignChange = z.infer<typeof designChange>

/** The design as reads serve it, for their `meta`: empty if none is saved. */
export function designOf({ widget_design }: { widget_design: WidgetDesign }): { design?: WidgetDesign } {
  return Object.keys(widget_design).length > 0 ? { design: widget_design } : {}
}

/** For the reference of the reads. */
export const shownDesign = z
  .object({
    variables: z.record(z.string(), z.string()).optional(),
    attributes: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  })
  .meta({
    title: 'WidgetDesign',
    description:
      "The saved design of the store's widgets: CSS variables, and attributes by element. Absent while none is saved.",
    examples: [
      {
        variables: { '--rw-star-color': '#c2410c' },
        attributes: { 'rw-reviews': { 'data-header-type': 'histogram' } },
      },
    ],
  })

/** The reviews of a page of the saved design; 10 without one. */
export function itemsPerPage({ widget_design }: { widget_design: WidgetDesign }): number {
  return Number(widget_design.attributes?.['rw-reviews']?.['data-items-per-page'] ?? 10)
}

/** Applies all changes, or none if one is invalid. Throws `store_unknown` or `settings_invalid`. */
export async function changeWidgetDesign(
  db: Database,
  storeId: string,
  change: DesignChange,
  by?: By,
): Promise<WidgetDesign> {
  const { widget_design } = await updateStore(
    db,
    storeId,
    store => ({ widget_design: changed(store.widget_design, change) }),
    by,
  )
  return widget_design
}

function changed(design: WidgetDesign, change: DesignChange): WidgetDesign {
  const variables = merged(design.variables, change.variables)
  const names = new Set([...Object.keys(design.attributes ?? {}), ...Object.keys(change.attributes ?? {})])
  const attributes = [...names].flatMap(name => {
    const own = merged(ownValue(design.attributes, name), ownValue(change.attributes, name))
    return Object.keys(own).length > 0 ? [[name, own] as const] : []
  })
  return {
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
  }
}

function merged(before: Record<string, string> = {}, change: Record<string, string | null> = {}) {
  const all = Object.entries({ ...before, ...change })
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null))
}
